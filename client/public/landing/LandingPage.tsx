import { chakra } from '@chakra-ui/react';
import '../../design/fraunces.css';
import { usePageTitle } from '../../design/usePageTitle.ts';
import { SkipLink } from '../PublicFrame.tsx';
import { About } from './About.tsx';
import { Contact } from './Contact.tsx';
import { Features } from './Features.tsx';
import { Hero } from './Hero.tsx';
import './landing.css';
import { LandingFooter } from './LandingFooter.tsx';
import { LandingHeader } from './LandingHeader.tsx';
import { Story } from './Story.tsx';

/** The landing page at / (docs/spec/public-pages.md, 'Landing page'). */
export default function LandingPage() {
  usePageTitle(null);
  return (
    <>
      <SkipLink />
      <LandingHeader />
      <chakra.main id="content" tabIndex={-1} outline="none">
        <Hero />
        <Features />
        <Story />
        <About />
        <Contact />
      </chakra.main>
      <LandingFooter />
    </>
  );
}
