import { Box, chakra, Flex } from '@chakra-ui/react';
import { Badge } from '../../design/Badge.tsx';
import { useLandingWords } from '../../words/landingWords.ts';
import { ProofChain } from './ProofChain.tsx';
import { Section } from './Section.tsx';

const STATISTICS = ['companies', 'uptime', 'products', 'support'] as const;
const BADGES = ['eudr', 'gdpr', 'open', 'anonymous'] as const;

/** The company section: four statistics, labelled as claims (docs/spec/public-pages.md, 'Landing page'). */
export function About() {
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
