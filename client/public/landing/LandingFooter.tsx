import { Box, chakra, Flex } from '@chakra-ui/react';
import { useLandingWords } from '../../words/landingWords.ts';
import { useInLanguage } from '../pageAddress.ts';
import { ProgramVersion, SchemeButton } from '../PublicFrame.tsx';
import { PlainLink } from './PlainLink.tsx';
import { WIDE } from './Section.tsx';

export function LandingFooter() {
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
