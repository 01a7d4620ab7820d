import { Box } from '@chakra-ui/react';
import { Facts } from '../../design/Page.tsx';
import { figureFacts } from '../../words/lotFigures.ts';
import { useVerifyWords } from '../../words/verifyWords.ts';
import type { PublicLot } from './publicAnswers.ts';
import { QualityMeter } from './QualityMeter.tsx';

/** The quality of the beans: the grade as a chart, and the measurements. */
export function Quality({ lot }: { lot: PublicLot }) {
  const words = useVerifyWords();
  return (
    <>
      <QualityMeter score={lot.qualityScore} />
      <Box mt="4">
        <Facts items={figureFacts(words, 'public', lot)} />
      </Box>
    </>
  );
}
