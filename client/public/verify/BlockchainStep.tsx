import { Box, chakra, Flex } from '@chakra-ui/react';
import { createContext, createElement, Suspense, use, type ComponentType } from 'react';
import { Button } from '../../design/Button.tsx';
import { ErrorBoundary } from '../../design/ErrorBoundary.tsx';
import { lazyPart } from '../../design/lazyPart.ts';
import { Delayed, Skeleton } from '../../design/Loading.tsx';
import { Panel } from '../../design/Page.tsx';
import { ToneIcon } from '../../design/ToneIcon.tsx';
import { useVerifyWords } from '../../words/verifyWords.ts';
import { BackButton } from './BackButton.tsx';
import { IntegrityPanel } from './IntegrityPanel.tsx';
import type { LedgerPartsProps } from './LedgerParts.tsx';
import { loadLedgerParts } from './loadLedgerParts.ts';
import { StepHeading } from './StepHeading.tsx';
import type { VerifyFlow } from './useVerifyFlow.ts';

/** Lazy, so not part of the first scripts. The server provides the component itself. */
export const LedgerPartsHere = createContext<ComponentType<LedgerPartsProps>>(lazyPart(loadLedgerParts));

/** The lot compared with its ledger events (docs/spec/public-pages.md, 'Steps of the verification'). */
export function BlockchainStep(props: VerifyFlow) {
  const { say, tell } = useVerifyWords();
  const ledgerParts = use(LedgerPartsHere);
  const { state, moved, ways, loadLedger } = props;
  const { ledger, integrity, lotId } = state;
  const lot = state.lot.status === 'ready' ? state.lot.value.lot : null;
  const proof = integrity.status === 'ready' ? integrity.value : null;
  return (
    <Box>
      <BackButton {...props}>{say('ledger.back')}</BackButton>
      <Flex direction="column" gap="4">
        <Box>
          <StepHeading focused={moved}>{say('ledger.title', { lotId: lot?.lotId ?? lotId ?? '' })}</StepHeading>
          <Box mt="2" fontSize="sm" color="fg.muted">
            {say('ledger.proves')}{' '}
            {ledger.status === 'ready' && ledger.value.driver === 'embedded' && say('ledger.oneOperator')}
            {ledger.status === 'ready' && ledger.value.driver === 'fabric' && say('ledger.severalHold')}
          </Box>
        </Box>

        <IntegrityPanel {...props} />

        {(ledger.status === 'idle' || ledger.status === 'loading') && <RecordSkeleton />}
        {ledger.status === 'failed' && (
          <Panel title={say('ledger.record')}>
            <Flex role="alert" gap="2" align="flex-start">
              <Box mt="0.5">
                <ToneIcon tone="alarm" />
              </Box>
              {tell(ledger.message)}
            </Flex>
            <Box mt="4">
              <Button variant="secondary" onClick={loadLedger}>
                {say('verify.tryAgain')}
              </Button>
            </Box>
          </Panel>
        )}
        {ledger.status === 'ready' && lot !== null && (
          <ErrorBoundary>
            <Suspense fallback={<RecordSkeleton />}>
              {createElement(ledgerParts, { lot, record: ledger.value, proof, here: ways.blockchain, loadLedger })}
            </Suspense>
          </ErrorBoundary>
        )}
      </Flex>
    </Box>
  );
}

function RecordSkeleton() {
  const { say } = useVerifyWords();
  return (
    <Delayed label={say('ledger.loading')}>
      <chakra.div display="flex" flexDirection="column" gap="4">
        <Skeleton h="15rem" borderRadius="panel" />
        <Skeleton h="18rem" borderRadius="panel" />
      </chakra.div>
    </Delayed>
  );
}
