import { Box } from '@chakra-ui/react';
import { RefreshCw } from 'lucide-react';
import { Banner } from '../../design/Banner.tsx';
import { CopyableValue } from '../../design/CopyableValue.tsx';
import { Facts, Panel } from '../../design/Page.tsx';
import { DASH, transactionPreview } from '../../words/format.ts';
import { useVerifyWords } from '../../words/verifyWords.ts';
import { ProvenanceList } from './ProvenanceList.tsx';
import type { IntegrityCheck, PublicLot } from './publicAnswers.ts';
import type { LedgerRecord } from './publicApi.ts';
import { RecordedBadge } from './RecordedBadge.tsx';
import { StepButton } from './StepButton.tsx';
import { TechnicalProof } from './TechnicalProof.tsx';
import { isRecorded } from './words.ts';

export interface LedgerPartsProps {
  lot: PublicLot;
  record: LedgerRecord;
  /** null before a check */
  proof: IntegrityCheck | null;
  /** address of this step */
  here: string;
  loadLedger: () => void;
}

/** The ledger data of a lot: its record, its events, and the figures of the last check. */
export default function LedgerParts({ lot, record, proof, here, loadLedger }: LedgerPartsProps) {
  const { say, tell } = useVerifyWords();
  return (
    <>
      {record.warning !== null && (
        <Banner
          tone="pod"
          action={
            <StepButton variant="quiet" size="sm" to={here} go={loadLedger}>
              {say('verify.tryAgain')}
            </StepButton>
          }
        >
          {tell(record.warning)}
        </Banner>
      )}
      <RecordPanel lot={lot} record={record} />
      <ProvenanceList chain={record.chain} />
      <TechnicalProof proof={proof} endorsers={record.summary?.endorsers ?? []} />
      <Box>
        <StepButton variant="secondary" to={here} go={loadLedger}>
          <RefreshCw aria-hidden />
          {say('ledger.refresh')}
        </StepButton>
      </Box>
    </>
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
