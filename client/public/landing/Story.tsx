import { Box, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Panel } from '../../design/Page.tsx';
import { useLandingWords } from '../../words/landingWords.ts';
import { Journey } from '../verify/Journey.tsx';
import { QualityMeter } from '../verify/QualityMeter.tsx';
import { ExampleOrigin } from './ExampleOrigin.tsx';
import { EXAMPLE_LOT } from './exampleLot.ts';
import { Section } from './Section.tsx';

/** One lot from the farm to the chocolate bar, shown with the product's own components. */
export function Story() {
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
