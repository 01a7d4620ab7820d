import { Box } from '@chakra-ui/react';
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Banner } from '../../design/Banner.tsx';
import { CopyableValue } from '../../design/CopyableValue.tsx';
import { Facts, Panel } from '../../design/Page.tsx';
import { DASH, hashPreview, transactionPreview } from '../../words/format.ts';
import { checkResultWord } from '../../words/recordInWords.ts';
import { useVerifyWords } from '../../words/verifyWords.ts';
import { StatementNumberList } from './StatementNumberList.tsx';
import { ProvenanceList } from './ProvenanceList.tsx';
import type { PublicEndorser, IntegrityCheck, PublicLot } from './publicAnswers.ts';
import type { LedgerRecord } from './publicApi.ts';
import { RecordedBadge } from './RecordedBadge.tsx';
import { StepButton } from './StepButton.tsx';
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
      <StatementNumberList lotId={lot.lotId} />
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

/** The figures of the check, for comparison with one's own. */
function TechnicalProof({ proof, endorsers }: { proof: IntegrityCheck | null; endorsers: readonly PublicEndorser[] }) {
  const { say, formatDateTime } = useVerifyWords();
  const checks: readonly (readonly [string, ReactNode])[] =
    proof === null
      ? []
      : [
          [say('proof.events'), say('proof.eventsChecked', { result: say(checkResultWord(proof.blockchainVerified)) })],
          [say('proof.blocks'), say('proof.blocksChecked', { result: say(checkResultWord(proof.networkConsensus)) })],
          [
            say('proof.contentHash'),
            <CopyableValue
              key="hash"
              name={say('copy.contentHash')}
              text={proof.cryptographicHash}
              shown={hashPreview(proof.cryptographicHash)}
            />,
          ],
          [say('ledger.recorded'), formatDateTime(proof.blockchainTimestamp)],
        ];
  const certificates = endorsers.map(
    ({ name, certificateFingerprint }) =>
      [
        name,
        <CopyableValue
          key={name}
          name={say('copy.fingerprint', { name })}
          text={certificateFingerprint}
          shown={say('proof.certificate', { fingerprint: hashPreview(certificateFingerprint) })}
        />,
      ] as const,
  );
  return (
    <Panel title={say('proof.title')}>
      {proof === null && (
        <Box fontSize="sm" color="fg.muted" mb={certificates.length > 0 ? '4' : '0'}>
          {say('proof.none')}
        </Box>
      )}
      <Facts items={[...checks, ...certificates]} />
    </Panel>
  );
}
