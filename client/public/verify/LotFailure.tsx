import { Box, Flex } from '@chakra-ui/react';
import { Button } from '../../design/Button.tsx';
import { Panel } from '../../design/Page.tsx';
import { ToneIcon } from '../../design/ToneIcon.tsx';
import { useVerifyWords, type VerifyWord } from '../../words/verifyWords.ts';
import { StepButton } from './StepButton.tsx';
import { StepHeading } from './StepHeading.tsx';
import type { VerifyFlow } from './useVerifyFlow.ts';

interface LotFailureProps extends Pick<VerifyFlow, 'moved' | 'retryLot' | 'ways' | 'back'> {
  message: VerifyWord;
  mayRetry: boolean;
}

/** Why a lot cannot be shown, and the ways on. */
export function LotFailure({ message, mayRetry, moved, retryLot, ways, back }: LotFailureProps) {
  const { say, tell } = useVerifyWords();
  return (
    <Panel p={{ base: '5', sm: '8' }}>
      <StepHeading focused={moved}>{say('result.failed')}</StepHeading>
      <Flex role="alert" mt="3" gap="2" align="flex-start">
        <Box mt="0.5">
          <ToneIcon tone="alarm" />
        </Box>
        {tell(message)}
      </Flex>
      <Flex mt="5" gap="3" wrap="wrap">
        {mayRetry && <Button onClick={retryLot}>{say('verify.tryAgain')}</Button>}
        <StepButton variant={mayRetry ? 'secondary' : 'primary'} to={ways.back} go={back}>
          {say('result.another')}
        </StepButton>
      </Flex>
    </Panel>
  );
}
