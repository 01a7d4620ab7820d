import { Box, chakra, Flex } from '@chakra-ui/react';
import { Moon, Sun } from 'lucide-react';
import { use, type ReactNode } from 'react';
import { Button } from '../design/Button.tsx';
import { Mark } from '../design/Mark.tsx';
import { useScheme } from '../design/scheme.ts';
import { PROGRAM_VERSION } from '../programVersion.ts';
import { usePublicWords } from '../words/publicWords.ts';
import { LanguageMenu } from './LanguageMenu.tsx';
import { useInLanguage } from './pageAddress.ts';
import { Offers } from './siteOffers.ts';

const FrameLink = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minH: '11',
    color: 'fg',
    borderRadius: 'control',
    textUnderlineOffset: '0.2em',
    _hover: { textDecoration: 'underline' },
  },
});

/**
 * Header, main column and footer of every public page.
 * @param width `column` is the 640 px reading column; `content` is for pages with drawings
 */
export function PublicFrame({ children, width = 'column' }: { children: ReactNode; width?: 'column' | 'content' }) {
  const { say } = usePublicWords();
  const inLanguage = useInLanguage();
  const inner = { w: 'full', maxW: width === 'column' ? 'column' : '60rem', mx: 'auto', px: { base: '4', sm: '5' } };
  return (
    <Flex direction="column" minH="100dvh">
      <SkipLink />
      <chakra.header borderBottomWidth="1px" borderColor="line" bg="bg.raised">
        <Flex {...inner} minH="14" align="center" justify="space-between" gap="3">
          <FrameLink
            href={inLanguage('/')}
            fontWeight="600"
            fontSize="md"
            letterSpacing="-0.01em"
            whiteSpace="nowrap"
            gap="2"
          >
            {/* At 320 px the text needs the full width. */}
            <chakra.span css={{ '@media (max-width: 22rem)': { display: 'none' } }}>
              <Mark size="1.5rem" />
            </chakra.span>
            {say('app.name')}
          </FrameLink>
          <Flex align="center" columnGap={{ base: '3', sm: '5' }}>
            <LanguageMenu />
            <FrameLink href="/admin" fontSize="sm" fontWeight="500" color="fg.muted" _print={{ display: 'none' }}>
              {say('frame.staff')}
            </FrameLink>
          </Flex>
        </Flex>
      </chakra.header>
      <chakra.main id="content" tabIndex={-1} flex="1" outline="none">
        <Box {...inner} py={{ base: '5', sm: '8' }}>
          {children}
        </Box>
      </chakra.main>
      <chakra.footer borderTopWidth="1px" borderColor="line" _print={{ display: 'none' }}>
        <Flex {...inner} py="3" columnGap="6" align="center" wrap="wrap" fontSize="sm">
          {/* On phones the links have their own line: in some languages they fill it. */}
          <chakra.nav aria-label={say('frame.about')} display="flex" flexWrap="wrap" columnGap="6" flex="1 1 16rem">
            <FrameLink href={inLanguage('/privacy')}>{say('frame.privacy')}</FrameLink>
            <FrameLink href={inLanguage('/terms')}>{say('frame.terms')}</FrameLink>
            <FrameLink href={inLanguage('/support')}>{say('frame.support')}</FrameLink>
          </chakra.nav>
          <Operator />
          <ProgramVersion />
          <SchemeButton />
        </Flex>
      </chakra.footer>
    </Flex>
  );
}

/** The first focusable element of a page: skips the header. */
export function SkipLink() {
  const { say } = usePublicWords();
  return (
    <chakra.a
      href="#content"
      position="absolute"
      insetStart="2"
      top="2"
      zIndex="popover"
      px="4"
      py="2"
      bg="bg.raised"
      borderRadius="control"
      transform="translateY(-200%)"
      _focus={{ transform: 'none' }}
    >
      {say('frame.skip')}
    </chakra.a>
  );
}

/** Name of the cooperative that runs the site, for the footer. */
function Operator() {
  const { say } = usePublicWords();
  const { operator } = use(Offers);
  return operator === '' ? null : (
    <Box color="fg.muted" overflowWrap="anywhere">
      {say('frame.operator', { name: operator })}
    </Box>
  );
}

/** Name and version of the program, for the footer. */
export function ProgramVersion() {
  const { say } = usePublicWords();
  return <Box color="fg.muted">{say('frame.version', { version: PROGRAM_VERSION })}</Box>;
}

/** Switches between light and dark; outdoors, users need the light scheme whatever their settings. */
export function SchemeButton() {
  const { say } = usePublicWords();
  const [scheme, toggle] = useScheme();
  return (
    <Button variant="quiet" size="sm" onClick={toggle}>
      {scheme === 'dark' ? <Sun aria-hidden /> : <Moon aria-hidden />}
      {say(scheme === 'dark' ? 'frame.light' : 'frame.dark')}
    </Button>
  );
}
