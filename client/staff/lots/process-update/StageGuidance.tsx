import { Box, chakra } from '@chakra-ui/react';
import type { Stage } from '../../../../server/domain/lot/stages.ts';
import { type LotListId, useLotListWords } from '../../../words/lotListWords.ts';

/** Texts of docs/spec/staff-screens.md, 'Stage guidance'. */
const GUIDANCE: Record<Stage, readonly LotListId[]> = {
  harvested: ['guidance.qualityInspection', 'guidance.weight'],
  fermented: ['guidance.days', 'guidance.temperature', 'guidance.ph'],
  drying: ['guidance.moisture', 'guidance.temperatureControl', 'guidance.turning'],
  processed: ['guidance.grading', 'guidance.finalMoisture', 'guidance.packaging'],
  shipped: ['guidance.transport', 'guidance.custody', 'guidance.temperature'],
  delivered: ['guidance.delivery', 'guidance.quality', 'guidance.documentation'],
};

/** Guidance for a stage. */
export function StageGuidance({ stage }: { stage: Stage }) {
  const { say } = useLotListWords();
  return (
    <Box bg="bg.sunken" borderRadius="control" px="4" py="3" fontSize="sm">
      <Box fontWeight="600" mb="1">
        {say('guidance.for', { stage: say(`stage.${stage}`) })}
      </Box>
      <chakra.ul ps="4" listStyleType="disc">
        {GUIDANCE[stage].map((line) => (
          <li key={line}>{say(line)}</li>
        ))}
      </chakra.ul>
    </Box>
  );
}
