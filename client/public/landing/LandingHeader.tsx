import { Box, chakra, Flex } from '@chakra-ui/react';
import { Menu } from 'lucide-react';
import { useEffect, useState } from 'react';
import { AnchorButton, IconButton } from '../../design/Button.tsx';
import { Mark } from '../../design/Mark.tsx';
import { useLandingWords } from '../../words/landingWords.ts';
import { LanguageMenu } from '../LanguageMenu.tsx';
import { MobileMenu } from './MobileMenu.tsx';
import { PlainLink } from './PlainLink.tsx';
import { SECTIONS, visibleSection, type SectionName } from './sections.ts';
import { WIDE } from './Section.tsx';

/** The fixed navigation; below 768 px its links are in a menu that slides in. */
export function LandingHeader() {
  const { say } = useLandingWords();
  const current = useVisibleSection();
  const [open, setOpen] = useState(false);
  return (
    <chakra.header
      position="fixed"
      top="0"
      insetX="0"
      zIndex="sticky"
      bg="bg"
      borderBottomWidth="1px"
      borderColor="line"
      _print={{ position: 'static' }}
    >
      <Flex {...WIDE} minH="16" align="center" gap={{ base: '2', md: '6' }}>
        <PlainLink href="#home" gap="2.5" me="auto" fontWeight="600" letterSpacing="-0.01em" minW="0">
          <Mark size="1.75rem" />
          {say('app.name')}
        </PlainLink>
        <chakra.nav aria-label={say('nav.label')} hideBelow="md" display="flex" columnGap={{ md: '4', lg: '6' }}>
          {SECTIONS.map((name) => (
            <PlainLink
              key={name}
              href={`#${name}`}
              aria-current={name === current ? 'location' : undefined}
              px="1"
              fontSize="sm"
              fontWeight="500"
              color="fg.muted"
              borderRadius="0"
              borderBottomWidth="2px"
              borderColor="transparent"
              css={{ '&[aria-current]': { color: 'fg', borderColor: 'brand' } }}
            >
              {say(`nav.${name}`)}
            </PlainLink>
          ))}
        </chakra.nav>
        <LanguageMenu />
        <Box hideBelow="lg">
          <PlainLink
            href="/admin"
            fontSize="sm"
            fontWeight="500"
            color="fg.muted"
            borderBottomWidth="2px"
            borderColor="transparent"
          >
            {say('frame.staff')}
          </PlainLink>
        </Box>
        <Box hideBelow="sm" _print={{ display: 'none' }}>
          <AnchorButton href="#contact" size="sm">
            {say('nav.start')}
          </AnchorButton>
        </Box>
        <Box hideFrom="md" _print={{ display: 'none' }}>
          <IconButton
            label={say('nav.open')}
            icon={<Menu aria-hidden />}
            aria-haspopup="dialog"
            aria-expanded={open}
            onClick={() => setOpen(true)}
          />
        </Box>
      </Flex>
      <MobileMenu open={open} onClose={() => setOpen(false)} current={current} />
    </chakra.header>
  );
}

function read(): SectionName {
  const { scrollHeight, clientHeight } = document.documentElement;
  const tops = SECTIONS.map((name) => document.getElementById(name)?.getBoundingClientRect().top ?? Infinity);
  // Browsers round scroll positions.
  const atEnd = scrollHeight > clientHeight && scrollY + clientHeight >= scrollHeight - 2;
  return visibleSection(tops, atEnd);
}

/** The section that is currently visible while the page scrolls. */
function useVisibleSection(): SectionName {
  const [section, setSection] = useState<SectionName>('home');
  useEffect(() => {
    let frame = 0;
    const look = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setSection(read()));
    };
    look();
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, []);
  return section;
}
