import { Box, chakra, Flex } from '@chakra-ui/react';
import { LinkButton } from '../../design/Button.tsx';
import '../../design/fraunces.css';
import { BeanFlow } from './BeanFlow.tsx';
import { PublicFrame } from '../PublicFrame.tsx';
import { usePageTitle } from '../../design/usePageTitle.ts';

/** The first page, at /. */
export default function LandingPage() {
  usePageTitle(null);
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
          Know the farm behind the chocolate
        </chakra.h1>
        <Box mt="5" maxW="36rem" color="fg.muted" fontSize={{ base: 'md', sm: 'lg' }}>
          Manam-Trace follows cacao from the tree to the bar. Cooperatives record each lot as it is harvested,
          fermented, dried and shipped; satellite data shows whether forest was lost where it grew; anyone can read the
          record.
        </Box>
        <Flex mt="8" gap="3" wrap="wrap">
          <LinkButton to="/verify" size="lg">
            Verify a product
          </LinkButton>
          <LinkButton to="/admin" size="lg" variant="secondary">
            Staff sign-in
          </LinkButton>
        </Flex>
      </Box>
      <chakra.section aria-labelledby="flow-title">
        <chakra.h2 id="flow-title" fontSize="lg" fontWeight="600" mb={{ base: '5', md: '12' }}>
          From the tree to you
        </chakra.h2>
        <BeanFlow />
      </chakra.section>
      <Box mt={{ base: '10', md: '16' }} fontSize="sm" color="fg.muted">
        Features, figures and the contact form will follow on this page.
      </Box>
    </PublicFrame>
  );
}
