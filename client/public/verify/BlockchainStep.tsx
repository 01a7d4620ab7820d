import { Box, chakra, Flex } from '@chakra-ui/react';
import { RefreshCw } from 'lucide-react';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { DASH, transactionPreview } from '../../words/format.ts';
import { useVerifyWords } from '../../words/verifyWords.ts';
import { Delayed, Skeleton } from '../../design/Loading.tsx';
import { Facts, Panel } from '../../design/Page.tsx';
import { BackButton } from './BackButton.tsx';
import { CopyableValue } from '../../design/CopyableValue.tsx';
import { IntegrityPanel } from './IntegrityPanel.tsx';
import { ProvenanceList } from './ProvenanceList.tsx';
import { RecordedBadge } from './RecordedBadge.tsx';
import type { PublicLot } from './publicAnswers.ts';
import type { LedgerRecord } from './publicApi.ts';
import { StepHeading } from './StepHeading.tsx';
import { TechnicalProof } from './TechnicalProof.tsx';
import { ToneIcon } from '../../design/ToneIcon.tsx';
import type { VerifyFlow } from './useVerifyFlow.ts';
import { isRecorded } from './words.ts';

export function BlockchainStep(props: VerifyFlow) {
  const { say, tell } = useVerifyWords();
  const { state, moved, back, loadLedger } = props;
  const { ledger, integrity, lotId } = state;
  const lot = state.lot.status === 'ready' ? state.lot.value.lot : null;
  const proof = integrity.status === 'ready' ? integrity.value : null;
  return (
    <Box>
      <BackButton onClick={back}>{say('ledger.back')}</BackButton>
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
          <>
            {ledger.value.warning !== null && (
              <Banner
                tone="pod"
                action={
                  <Button variant="quiet" size="sm" onClick={loadLedger}>
                    {say('verify.tryAgain')}
                  </Button>
                }
              >
                {tell(ledger.value.warning)}
              </Banner>
            )}
            <RecordPanel lot={lot} record={ledger.value} />
            <ProvenanceList chain={ledger.value.chain} />
            <TechnicalProof proof={proof} endorsers={ledger.value.summary?.endorsers ?? []} />
            <Box _print={{ display: 'none' }}>
              <Button variant="secondary" onClick={loadLedger}>
                <RefreshCw aria-hidden />
                {say('ledger.refresh')}
              </Button>
            </Box>
          </>
        )}
      </Flex>
    </Box>
  );
}

function RecordPanel({ lot, record }: { lot: PublicLot; record: LedgerRecord }) {
  const { say, formatDateTime, formatPercent } = useVerifyWords();
  const { summary } = record;
  const transactionId = summary?.transactionId ?? lot.blockchainHash?.transactionId ?? null;
  return (
    <Panel title={say('ledger.record')}>
      <Facts
        items={[
          [say('ledger.state'), <RecordedBadge key="state" recorded={isRecorded(lot)} />],
          [
            say('ledger.transaction'),
            <CopyableValue
              key="transaction"
              name={say('copy.transactionId')}
              text={transactionId}
              shown={transactionPreview(transactionId)}
            />,
          ],
          [say('ledger.block'), summary?.blockNumber?.toString() ?? DASH],
          [say('ledger.chaincode'), summary?.chaincode ?? DASH],
          [say('ledger.recorded'), formatDateTime(summary?.verification?.blockchainTimestamp)],
          [say('ledger.match'), formatPercent(summary?.verification?.matchPercentage)],
          [say('ledger.compared'), formatDateTime(summary?.verification?.lastVerified)],
        ]}
      />
    </Panel>
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
