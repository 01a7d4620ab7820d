import { Box, chakra, Flex } from '@chakra-ui/react';
import { LinkButton } from '../../design/Button.tsx';
import '../../design/fraunces.css';
import { BeanFlow } from './BeanFlow.tsx';
import { PublicFrame } from '../PublicFrame.tsx';
import { usePageTitle } from '../../design/usePageTitle.ts';
import { useLandingWords } from '../../words/landingWords.ts';

/** The first page, at /. */
export default function LandingPage() {
  usePageTitle(null);
  const { say } = useLandingWords();
  return (
    <PublicFrame width="content">
      <Box pt={{ base: '4', md: '12' }} pb={{ base: '12', md: '20' }}>
        <chakra.h1
          fontFamily="display"
          fontSize={{ base: '2xl', sm: '3xl' }}
          fontWeight="500"
          letterSpacing="-0.02em"
          lineHeight="1.1"
          maxW="42rem"
          textWrap="balance"
        >
          {say('landing.title')}
        </chakra.h1>
        <Box mt="5" maxW="36rem" color="fg.muted" fontSize={{ base: 'md', sm: 'lg' }}>
          {say('landing.lead')}
        </Box>
        <Flex mt="8" gap="3" wrap="wrap">
          <LinkButton to="/verify" reloadDocument size="lg">
            {say('landing.verify')}
          </LinkButton>
          <LinkButton to="/admin" reloadDocument size="lg" variant="secondary">
            {say('landing.signIn')}
          </LinkButton>
        </Flex>
      </Box>
      <chakra.section aria-labelledby="flow-title">
        <chakra.h2 id="flow-title" fontSize="lg" fontWeight="600" mb={{ base: '5', md: '12' }}>
          {say('way.title')}
        </chakra.h2>
        <BeanFlow />
      </chakra.section>
      <Box mt={{ base: '10', md: '16' }} fontSize="sm" color="fg.muted">
        {say('landing.later')}
      </Box>
    </PublicFrame>
  );
}
