import { Box, chakra, Flex } from '@chakra-ui/react';
import { RefreshCw } from 'lucide-react';
import { Badge } from '../../design/Badge.tsx';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { DASH, formatDateTime, formatPercent, transactionPreview } from '../../words/format.ts';
import { Delayed, Skeleton } from '../../design/Loading.tsx';
import { Facts, Panel } from '../../design/Page.tsx';
import { BackButton } from './BackButton.tsx';
import { CopyableValue } from './CopyableValue.tsx';
import { IntegrityPanel } from './IntegrityPanel.tsx';
import { ProvenanceList } from './ProvenanceList.tsx';
import type { PublicLot } from './publicAnswers.ts';
import type { LedgerRecord } from './publicApi.ts';
import { StepHeading } from './StepHeading.tsx';
import { TechnicalProof } from './TechnicalProof.tsx';
import { ToneIcon } from './ToneIcon.tsx';
import type { VerifyFlow } from './useVerifyFlow.ts';
import { ledgerWord } from './words.ts';

const WHAT_IT_PROVES =
  'The ledger proves that a record was not changed after it was written. It does not prove that what was written was true.';
const ONE_OPERATOR =
  'This ledger is run by one operator: a change to a record can be detected, but no other organization keeps a copy of its own.';

export function BlockchainStep(props: VerifyFlow) {
  const { state, moved, back, loadLedger } = props;
  const { ledger, integrity, lotId } = state;
  const lot = state.lot.status === 'ready' ? state.lot.value.lot : null;
  const proof = integrity.status === 'ready' ? integrity.value : null;
  return (
    <Box>
      <BackButton onClick={back}>Back to results</BackButton>
      <Flex direction="column" gap="4">
        <Box>
          <StepHeading focused={moved}>Blockchain record of {lot?.lotId ?? lotId}</StepHeading>
          <Box mt="2" fontSize="sm" color="fg.muted">
            {WHAT_IT_PROVES} {ledger.status === 'ready' && ledger.value.driver === 'embedded' && ONE_OPERATOR}
          </Box>
        </Box>

        <IntegrityPanel {...props} />

        {(ledger.status === 'idle' || ledger.status === 'loading') && <RecordSkeleton />}
        {ledger.status === 'failed' && (
          <Panel title="Blockchain record">
            <Flex role="alert" gap="2" align="flex-start">
              <Box mt="0.5">
                <ToneIcon tone="alarm" />
              </Box>
              {ledger.message}
            </Flex>
            <Box mt="4">
              <Button variant="secondary" onClick={loadLedger}>
                Try Again
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
                    Try Again
                  </Button>
                }
              >
                {ledger.value.warning}
              </Banner>
            )}
            <RecordPanel lot={lot} record={ledger.value} />
            <ProvenanceList chain={ledger.value.chain} />
            <TechnicalProof proof={proof} endorsers={ledger.value.summary?.endorsers ?? []} />
            <Box _print={{ display: 'none' }}>
              <Button variant="secondary" onClick={loadLedger}>
                <RefreshCw aria-hidden />
                Refresh
              </Button>
            </Box>
          </>
        )}
      </Flex>
    </Box>
  );
}

function RecordPanel({ lot, record }: { lot: PublicLot; record: LedgerRecord }) {
  const { summary } = record;
  const word = ledgerWord(lot);
  const transactionId = summary?.transactionId ?? lot.blockchainHash?.transactionId ?? null;
  return (
    <Panel title="Blockchain record">
      <Facts
        items={[
          [
            'State',
            <Badge key="state" tone={word === 'Recorded' ? 'leaf' : 'pod'}>
              {word}
            </Badge>,
          ],
          [
            'Transaction',
            <CopyableValue
              key="transaction"
              name="transaction id"
              text={transactionId}
              shown={transactionPreview(transactionId)}
            />,
          ],
          ['Block', summary?.blockNumber?.toString() ?? DASH],
          ['Chaincode', summary?.chaincode ?? DASH],
          ['Recorded', formatDateTime(summary?.verification?.blockchainTimestamp)],
          ['Fields that match', formatPercent(summary?.verification?.matchPercentage)],
          ['Last compared', formatDateTime(summary?.verification?.lastVerified)],
        ]}
      />
    </Panel>
  );
}

function RecordSkeleton() {
  return (
    <Delayed label="Loading the blockchain record">
      <chakra.div display="flex" flexDirection="column" gap="4">
        <Skeleton h="15rem" borderRadius="panel" />
        <Skeleton h="18rem" borderRadius="panel" />
      </chakra.div>
    </Delayed>
  );
}
