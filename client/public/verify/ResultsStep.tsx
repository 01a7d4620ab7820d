import { Box } from '@chakra-ui/react';
import { useVerifyWords } from '../../words/verifyWords.ts';
import { BackButton } from './BackButton.tsx';
import { LotFailure } from './LotFailure.tsx';
import { Result } from './Result.tsx';
import { ResultSkeleton } from './ResultSkeleton.tsx';
import type { VerifyFlow } from './useVerifyFlow.ts';

/** The public data of a lot, for shoppers. */
export function ResultsStep(props: VerifyFlow) {
  const { say } = useVerifyWords();
  const { state } = props;
  return (
    <Box>
      <BackButton {...props}>{say('result.back')}</BackButton>
      {state.lot.status === 'failed' ? (
        <LotFailure {...props} message={state.lot.message} mayRetry={state.lot.mayRetry} />
      ) : state.lot.status === 'ready' ? (
        <Result {...props} answer={state.lot.value} />
      ) : (
        <ResultSkeleton />
      )}
    </Box>
  );
}
