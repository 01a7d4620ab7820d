import { Box, chakra, Flex } from '@chakra-ui/react';
import { ShieldCheck } from 'lucide-react';
import { Banner } from '../../../design/Banner.tsx';
import { Button } from '../../../design/Button.tsx';
import { LedgerValue } from '../../../design/ledger/LedgerValue.tsx';
import { Moment } from '../../../design/Moment.tsx';
import { Facts } from '../../../design/Page.tsx';
import { ToneIcon } from '../../../design/ToneIcon.tsx';
import type { IntegrityFindingFragment, LedgerSummaryFragment } from '../../../graphql/generated.ts';
import { DASH } from '../../../words/format.ts';
import { useLotWords } from '../../../words/lotWords.ts';
import { INTEGRITY_WORDS, checkResultWord } from '../../../words/recordInWords.ts';
import { localizedTexts } from '../../../words/localizedTexts.ts';
import { SmallHeading } from '../Compliance.tsx';
import { FieldTable } from './FieldTable.tsx';
import type { Verify } from './useVerify.ts';

export interface VerificationProps {
  /** null if it could not be loaded */
  verification: LedgerSummaryFragment['verification'] | null;
  /** `embedded` or `fabric`; null if unknown */
  driver: string | null;
  verify: Verify;
}

/** Starts a check, and shows how each field compares with the ledger. */
export function VerificationPanel({ verification, driver, verify }: VerificationProps) {
  const { say } = useLotWords();
  const { finding, error, busy, run } = verify;
  return (
    <Flex direction="column" gap="5">
      <Box aria-live="polite">
        {error !== null && <Banner title={say('chainView.verifyFailed')}>{error}</Banner>}
        {error === null && finding !== null && <Finding finding={finding} />}
        {error === null && finding === null && (
          <Box fontSize="sm" color="fg.muted">
            {say('chainView.notVerified')}
          </Box>
        )}
      </Box>
      <Box>
        <Button
          variant={finding === null ? 'primary' : 'secondary'}
          busy={busy}
          busyLabel={say('chainView.verifying')}
          onClick={run}
        >
          <ShieldCheck aria-hidden />
          {say(finding === null ? 'chainView.verify' : 'chainView.verifyAgain')}
        </Button>
      </Box>
      {driver !== null && (
        <Box fontSize="sm" color="fg.muted">
          {say(driver === 'fabric' ? 'ledger.severalHold' : 'ledger.oneOperator')}
        </Box>
      )}
      {finding !== null && <Proof finding={finding} />}
      {verification !== null && (
        <Box>
          {finding === null && (
            <Box mb="2" fontSize="sm">
              {say('chainView.fieldsAsBefore')}
            </Box>
          )}
          <FieldTable verification={verification} />
        </Box>
      )}
    </Flex>
  );
}

function Finding({ finding }: { finding: IntegrityFindingFragment }) {
  const words = useLotWords();
  const { say, formatDateTime } = words;
  const { tone, title, explanation } = INTEGRITY_WORDS[finding.state];
  return (
    <Flex gap="3" align="flex-start" p="4" bg={`${tone}.subtle`} borderRadius="control">
      <ToneIcon tone={tone} size={24} />
      <Box minW="0">
        <chakra.h3 fontWeight="600">{say(title)}</chakra.h3>
        <Box fontSize="sm" overflowWrap="anywhere">
          {localizedTexts(words, finding.said) ?? say(explanation)}
        </Box>
        <Box mt="1" fontSize="sm" color="fg.muted">
          {say('integrity.checked', { moment: formatDateTime(finding.lastVerified) })}
        </Box>
      </Box>
    </Flex>
  );
}

/** Evidence of the check. Missing parts are shown as not checked, never as valid (docs/spec/reports.md, 'Figures'). */
function Proof({ finding }: { finding: IntegrityFindingFragment }) {
  const { say } = useLotWords();
  const { proof, blockchainHash, blockchainTimestamp } = finding;
  return (
    <Box>
      <SmallHeading>{say('chainView.technicalProof')}</SmallHeading>
      <Facts
        items={[
          [say('proof.events'), say('proof.eventsChecked', { result: say(checkResultWord(proof.blockchainVerified)) })],
          [
            say('chainView.consensus'),
            say('proof.blocksChecked', { result: say(checkResultWord(proof.networkConsensus)) }),
          ],
          [
            say('chainView.cryptographicHash'),
            <LedgerValue key="hash" of="contentHash" text={proof.cryptographicHash} />,
          ],
          [say('ledger.transaction'), <LedgerValue key="transaction" of="transactionId" text={blockchainHash} />],
          [
            say('ledger.recorded'),
            blockchainTimestamp === null ? DASH : <Moment key="recorded" iso={blockchainTimestamp} />,
          ],
          [
            say('chainView.timestampProof'),
            proof.timestampProof === null ? DASH : <Moment key="event" iso={proof.timestampProof} />,
          ],
        ]}
      />
    </Box>
  );
}
