import { Box, chakra } from '@chakra-ui/react';
import { Suspense, use } from 'react';
import { ErrorBoundary } from '../../design/ErrorBoundary.tsx';
import { useVerifyWords } from '../../words/verifyWords.ts';
import { CombinedPartsHere } from './combinedParts.ts';
import { journeyStops } from './journeyStops.ts';
import { JourneyStopRow } from './JourneyStopRow.tsx';
import type { LotAnswer } from './publicAnswers.ts';

/** The six stages on one line, starting with the harvest, with their dates from the ledger. */
export function Journey({ answer }: { answer: LotAnswer }) {
  const { say } = useVerifyWords();
  const { Way } = use(CombinedPartsHere);
  const stops = journeyStops(answer);
  return (
    <>
      {answer.origins !== null && (
        <ErrorBoundary>
          <Suspense>
            <Way lotId={answer.lot.lotId} origins={answer.origins} />
          </Suspense>
        </ErrorBoundary>
      )}
      <chakra.ol listStyleType="none">
        {stops.map((stop, position) => (
          <JourneyStopRow
            key={stop.stage}
            stop={stop}
            lot={answer.lot}
            isRead={answer.journey !== null}
            next={stops[position + 1] ?? null}
          />
        ))}
      </chakra.ol>
      <Box mt="4" fontSize="xs" color="fg.muted">
        {say(answer.journey === null ? 'journey.unread' : 'journey.days')}
      </Box>
    </>
  );
}
