import { Box, chakra, Flex } from '@chakra-ui/react';
import { FileCheck, Link2, QrCode, Route, Satellite, Sprout } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Badge } from '../../design/Badge.tsx';
import '../../design/fraunces.css';
import { Skeleton } from '../../design/Loading.tsx';
import { HEIGHT, WIDTH } from '../../design/map/drawing.ts';
import { PlaceMap } from '../../design/map/PlaceMap.tsx';
import { Facts, Panel } from '../../design/Page.tsx';
import { usePageTitle } from '../../design/usePageTitle.ts';
import { useLandingWords } from '../../words/landingWords.ts';
import { useVerifyWords } from '../../words/verifyWords.ts';
import { useInLanguage } from '../pageAddress.ts';
import { ProgramVersion, SchemeButton, SkipLink } from '../PublicFrame.tsx';
import { Journey } from '../verify/Journey.tsx';
import { QualityMeter } from '../verify/QualityMeter.tsx';
import { ContactForm } from './ContactForm.tsx';
import { EXAMPLE_LOT, EXAMPLE_PLACE } from './exampleLot.ts';
import { Hero } from './Hero.tsx';
import './landing.css';
import { LandingHeader } from './LandingHeader.tsx';
import { PlainLink } from './PlainLink.tsx';
import { ProofChain } from './ProofChain.tsx';
import { Section, WIDE } from './Section.tsx';

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

const FEATURES = [
  { name: 'forest', icon: Satellite },
  { name: 'journey', icon: Route },
  { name: 'ledger', icon: Link2 },
  { name: 'pack', icon: QrCode },
  { name: 'alerts', icon: FileCheck },
  { name: 'field', icon: Sprout },
] as const;

function Features() {
  const { say } = useLandingWords();
  return (
    <Section id="features" title={say('features.title')} lead={say('features.lead')} bg="bg.raised">
      <chakra.ul
        listStyleType="none"
        display="grid"
        gridTemplateColumns={{ base: '1fr', sm: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(3, minmax(0, 1fr))' }}
        gap={{ base: '4', md: '5' }}
      >
        {FEATURES.map(({ name, icon: Icon }) => (
          <chakra.li
            key={name}
            p={{ base: '5', md: '6' }}
            bg="bg"
            borderWidth="1px"
            borderColor="line"
            borderRadius="panel"
            breakInside="avoid"
          >
            <Box color="brand">
              <Icon aria-hidden size={24} strokeWidth={1.75} />
            </Box>
            <chakra.h3 mt="4" fontWeight="600">
              {say(`features.${name}`)}
            </chakra.h3>
            <Box mt="1.5" fontSize="sm" color="fg.muted">
              {say(`features.${name}Text`)}
            </Box>
          </chakra.li>
        ))}
      </chakra.ul>
    </Section>
  );
}

const STATISTICS = ['companies', 'uptime', 'products', 'support'] as const;
const BADGES = ['eudr', 'gdpr', 'open', 'anonymous'] as const;

/** The company section: four statistics, labelled as claims (docs/spec/public-pages.md, 'Landing page'). */
function About() {
  const { say } = useLandingWords();
  return (
    <Section id="about" title={say('about.title')} lead={say('about.lead')} bg="bg.raised">
      <chakra.dl
        display="grid"
        gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' }}
        columnGap="5"
        rowGap="6"
      >
        {STATISTICS.map((name) => (
          <Flex key={name} direction="column-reverse" justify="flex-end" pt="4" borderTopWidth="1px" borderColor="edge">
            <chakra.dt color="fg.muted">{say(`about.${name}`)}</chakra.dt>
            <chakra.dd fontFamily="display" fontSize={{ base: '2xl', md: '3xl' }} fontWeight="500" lineHeight="1.15">
              {say(`about.${name}Figure`)}
            </chakra.dd>
          </Flex>
        ))}
      </chakra.dl>
      <Box mt="4" fontSize="sm" color="fg.muted">
        {say('about.stated')}
      </Box>
      <ProofChain />
      <chakra.h3 mt={{ base: '10', md: '14' }} fontWeight="600">
        {say('about.badges')}
      </chakra.h3>
      <chakra.ul listStyleType="none" mt="3" display="flex" flexWrap="wrap" gap="2.5">
        {BADGES.map((name) => (
          <li key={name}>
            <Badge tone="brand">{say(`about.${name}`)}</Badge>
          </li>
        ))}
      </chakra.ul>
    </Section>
  );
}

const STEPS = ['contact.next1', 'contact.next2', 'contact.next3'] as const;

/** Contact details and the demo request form. */
function Contact() {
  const { say } = useLandingWords();
  return (
    <Section id="contact" title={say('contact.title')} lead={say('contact.lead')}>
      <Box
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' }}
        gap={{ base: '8', lg: '16' }}
        alignItems="start"
      >
        <Box
          p={{ base: '4', sm: '6', md: '8' }}
          bg="bg.raised"
          borderWidth="1px"
          borderColor="line"
          borderRadius="panel"
        >
          <ContactForm />
        </Box>
        <Box>
          <chakra.h3 fontWeight="600">{say('contact.next')}</chakra.h3>
          <chakra.ol mt="3" ps="5" listStyleType="decimal">
            {STEPS.map((step) => (
              <chakra.li key={step} py="1.5" ps="1" color="fg.muted">
                {say(step)}
              </chakra.li>
            ))}
          </chakra.ol>
        </Box>
      </Box>
    </Section>
  );
}

function LandingFooter() {
  const { say } = useLandingWords();
  const inLanguage = useInLanguage();
  return (
    <chakra.footer bg="bg" borderTopWidth="1px" borderColor="line" fontSize="sm" _print={{ display: 'none' }}>
      <Flex {...WIDE} py="5" columnGap="6" align="center" wrap="wrap">
        <chakra.nav aria-label={say('footer.label')} display="flex" flexWrap="wrap" columnGap="6" flex="1" minW="15rem">
          <PlainLink href={inLanguage('/privacy')}>{say('frame.privacy')}</PlainLink>
          <PlainLink href={inLanguage('/terms')}>{say('frame.terms')}</PlainLink>
          <PlainLink href={inLanguage('/support')}>{say('frame.support')}</PlainLink>
          <PlainLink href={inLanguage('/verify')}>{say('nav.verify')}</PlainLink>
          <PlainLink href="/admin">{say('frame.staff')}</PlainLink>
        </chakra.nav>
        <Box color="fg.muted">{say('footer.rights')}</Box>
        <ProgramVersion />
        <SchemeButton />
      </Flex>
    </chakra.footer>
  );
}

/** One lot from the farm to the chocolate bar, shown with the product's own components. */
function Story() {
  const { say } = useLandingWords();
  return (
    <Section id="story" title={say('story.title')} lead={say('story.lead')}>
      <chakra.ol listStyleType="none" display="flex" flexDirection="column" gap={{ base: '10', md: '16' }}>
        <Chapter name="farm">
          <ExampleOrigin />
        </Chapter>
        <Chapter name="way">
          <Journey answer={EXAMPLE_LOT} />
        </Chapter>
        <Chapter name="bar">
          <QualityMeter score={EXAMPLE_LOT.lot.qualityScore} />
        </Chapter>
      </chakra.ol>
    </Section>
  );
}

function Chapter({ name, children }: { name: 'farm' | 'way' | 'bar'; children: ReactNode }) {
  const { say } = useLandingWords();
  return (
    <chakra.li
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 3fr)' }}
      columnGap={{ md: '10', lg: '16' }}
      rowGap="4"
      alignItems="start"
    >
      <Box position={{ md: 'sticky' }} top={{ md: '6rem' }}>
        <chakra.h3 fontFamily="display" fontSize="xl" fontWeight="500">
          {say(`story.${name}`)}
        </chakra.h3>
        <Box mt="2" maxW="32rem" color="fg.muted">
          {say(`story.${name}Text`)}
        </Box>
      </Box>
      <Panel>{children}</Panel>
    </chakra.li>
  );
}

const { lot } = EXAMPLE_LOT;

/** Farmer and origin of the example; the map loads when it is near the viewport. */
function ExampleOrigin() {
  const { say: sayHere } = useLandingWords();
  const { say, formatDate, formatKg, formatCountry } = useVerifyWords();
  return (
    <>
      <WhenNear before={<Skeleton h="auto" aspectRatio={WIDTH / HEIGHT} borderRadius="panel" />}>
        <PlaceMap
          place={EXAMPLE_PLACE}
          withinKm={0.8}
          title={sayHere('story.map')}
          countryName={formatCountry}
          loading={say('origin.mapLoading')}
        />
      </WhenNear>
      <Box mt="4">
        <Facts
          items={[
            [say('origin.farmer'), lot.farmerName],
            [say('origin.variety'), lot.cacaoVariety],
            [say('origin.harvested'), formatDate(lot.harvestDate)],
            [say('origin.weight'), formatKg(lot.weight)],
          ]}
        />
      </Box>
    </>
  );
}

interface WhenNearProps {
  /** placeholder with the final height, so that the layout does not move */
  before: ReactNode;
  children: ReactNode;
}

/** Renders its content when it is near the viewport: for content that loads more than its script. */
function WhenNear({ before, children }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (place.current === null) return undefined;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: '600px' },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return <Box ref={place}>{isNear ? children : before}</Box>;
}
