import { Box, chakra, Flex } from '@chakra-ui/react';
import { Menu, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { AnchorButton, IconButton } from '../../design/Button.tsx';
import { Mark } from '../../design/Mark.tsx';
import { useLandingWords } from '../../words/landingWords.ts';
import { LanguageMenu } from '../LanguageMenu.tsx';
import { useInLanguage } from '../pageAddress.ts';
import { PlainLink } from './PlainLink.tsx';
import { SECTIONS, visibleSection, type SectionName } from './sections.ts';
import { WIDE } from './Section.tsx';
import { useModal } from './useModal.ts';

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

interface MobileMenuProps {
  open: boolean;
  onClose: () => void;
  current: SectionName;
}

/** The navigation on phones: slides in from the side and closes after a choice. */
function MobileMenu({ open, onClose, current }: MobileMenuProps) {
  const { say } = useLandingWords();
  const inLanguage = useInLanguage();
  const dialog = useModal(open);
  return (
    <chakra.dialog
      ref={dialog}
      aria-label={say('nav.menu')}
      onClose={onClose}
      onClick={(event) => {
        // A press on the backdrop targets the dialog element itself.
        const chosen = event.target instanceof Element && event.target.closest('a') !== null;
        if (chosen || event.target === event.currentTarget) dialog.current?.close();
      }}
      position="fixed"
      insetStart="auto"
      insetEnd="0"
      top="0"
      m="0"
      w="min(20rem, 86vw)"
      h="100dvh"
      maxH="none"
      bg="bg.raised"
      color="fg"
      borderStartWidth="1px"
      borderColor="line"
      boxShadow="panel"
      css={{ '&[open]': { animation: 'slide-in 180ms ease-out' }, '&::backdrop': { background: 'veil' } }}
    >
      <Flex direction="column" h="full" overflowY="auto" px="5" pb="6">
        <Flex minH="16" align="center" justify="space-between">
          <Box fontWeight="600">{say('app.name')}</Box>
          <IconButton label={say('nav.close')} icon={<X aria-hidden />} onClick={() => dialog.current?.close()} />
        </Flex>
        <chakra.nav aria-label={say('nav.menu')} display="flex" flexDirection="column">
          {SECTIONS.map((name) => (
            <MenuLink key={name} href={`#${name}`} aria-current={name === current ? 'location' : undefined}>
              {say(`nav.${name}`)}
            </MenuLink>
          ))}
          <MenuLink href={inLanguage('/verify')}>{say('nav.verify')}</MenuLink>
          <MenuLink href="/admin">{say('frame.staff')}</MenuLink>
        </chakra.nav>
        <Flex direction="column" mt="6">
          <AnchorButton href="#contact" size="lg">
            {say('nav.start')}
          </AnchorButton>
        </Flex>
      </Flex>
    </chakra.dialog>
  );
}

const MenuLink = chakra(PlainLink, {
  base: {
    display: 'flex',
    minH: '12',
    fontSize: 'md',
    fontWeight: '500',
    borderRadius: '0',
    borderBottomWidth: '1px',
    borderColor: 'line',
    '&[aria-current]': { color: 'brand', fontWeight: '600' },
  },
});
