import { Box, chakra } from '@chakra-ui/react';
import { STAGE_GUIDANCE, type Stage } from '../../../server/domain/stages.ts';
import { inWords } from '../../words/format.ts';

/** What a processor should see to at a stage. */
export function StageGuidance({ stage }: { stage: Stage }) {
  return (
    <Box bg="bg.sunken" borderRadius="control" px="4" py="3" fontSize="sm">
      <Box fontWeight="600" mb="1">
        Guidance for {inWords(stage)}
      </Box>
      <chakra.ul ps="4" listStyleType="disc">
        {STAGE_GUIDANCE[stage].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </chakra.ul>
    </Box>
  );
}
