import { Box, chakra, Flex } from '@chakra-ui/react';
import { use } from 'react';
import { Button } from '../../design/Button.tsx';
import { Panel } from '../../design/Page.tsx';
import { ToneIcon } from '../../design/ToneIcon.tsx';
import { useVerifyWords, type VerifyWord } from '../../words/verifyWords.ts';
import { Alive } from '../hydratedContext.ts';
import { StepButton } from './StepButton.tsx';
import { StepHeading } from './StepHeading.tsx';
import { PUBLIC_LOT_ID } from '../../../server/domain/lot/lotId.ts';
import { suggestionsFor } from './suggestions.ts';
import type { VerifyFlow } from './useVerifyFlow.ts';

interface LotFailureProps extends Pick<VerifyFlow, 'state' | 'moved' | 'retryLot' | 'ways' | 'back'> {
  message: VerifyWord;
  mayRetry: boolean;
}

/** Why a lot cannot be shown, and what the reader can do. */
export function LotFailure({ message, mayRetry, state, moved, retryLot, ways, back }: LotFailureProps) {
  const { say, tell } = useVerifyWords();
  // The server renders one shared page for all missing lots.
  const alive = use(Alive);
  return (
    <Panel p={{ base: '5', sm: '8' }}>
      <StepHeading focused={moved}>{say('result.failed')}</StepHeading>
      <Flex role="alert" mt="3" gap="2" align="flex-start">
        <Box mt="0.5">
          <ToneIcon tone="alarm" />
        </Box>
        {tell(message)}
      </Flex>
      {alive && state.lotId !== null && PUBLIC_LOT_ID.test(state.lotId) && (
        <Box mt="3" fontFamily="mono" overflowWrap="anywhere">
          {state.lotId}
        </Box>
      )}
      {!mayRetry && (
        <chakra.ul mt="3" ps="4" listStyleType="disc" fontSize="sm">
          {suggestionsFor('lot', 'notFound').map((suggestion) => (
            <li key={suggestion}>{say(suggestion)}</li>
          ))}
        </chakra.ul>
      )}
      <Flex mt="5" gap="3" wrap="wrap">
        {mayRetry && <Button onClick={retryLot}>{say('verify.tryAgain')}</Button>}
        <StepButton variant={mayRetry ? 'secondary' : 'primary'} to={ways.back} go={back}>
          {say('result.another')}
        </StepButton>
      </Flex>
    </Panel>
  );
}
