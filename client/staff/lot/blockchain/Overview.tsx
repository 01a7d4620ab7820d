import { Box, chakra, Flex } from '@chakra-ui/react';
import { ShieldCheck } from 'lucide-react';
import { Banner } from '../../../design/Banner.tsx';
import { Button } from '../../../design/Button.tsx';
import { LedgerValue } from '../../../design/ledger/LedgerValue.tsx';
import { Moment } from '../../../design/Moment.tsx';
import { Facts } from '../../../design/Page.tsx';
import { ToneIcon } from '../../../design/ToneIcon.tsx';
import type { LedgerSummaryFragment, LotLedgerQuery } from '../../../graphql/generated.ts';
import { DASH } from '../../../words/format.ts';
import { useLotWords } from '../../../words/lotWords.ts';
import { endorsersInWords, INTEGRITY_WORDS } from '../../../words/recordInWords.ts';
import type { QueryState } from '../useAnswer.ts';
import { SmallHeading } from '../Compliance.tsx';

export interface OverviewProps {
  ledger: QueryState<LotLedgerQuery>;
  /** number of ledger events; null while unknown */
  events: number | null;
  onVerify: () => void;
  onDetail: () => void;
}

/** Summary of the lot's state against the ledger, and its newest event. */
export function Overview({ ledger, events, onVerify, onDetail }: OverviewProps) {
  const words = useLotWords();
  const { say } = words;
  const summary = ledger.data?.lotBlockchain;
  return (
    <Flex direction="column" gap="5">
      {ledger.error !== null && (
        <Banner
          action={
            <Button
              size="sm"
              variant="secondary"
              busy={ledger.busy}
              busyLabel={say('again.trying')}
              onClick={ledger.retry}
            >
              {say('again.try')}
            </Button>
          }
        >
          {ledger.error}
        </Banner>
      )}
      {summary && (
        <>
          <Verdict verification={summary.verification} />
          <Box fontSize="sm" color="fg.muted" maxW="44rem">
            {say('ledger.proves')}
          </Box>
          <Newest summary={summary} events={events} />
        </>
      )}
      <Flex gap="3" wrap="wrap">
        {/* With a recent result, a further check is a secondary action. */}
        <Button variant={summary?.verification.state === 'verified' ? 'secondary' : 'primary'} onClick={onVerify}>
          <ShieldCheck aria-hidden />
          {say(summary?.verification.state === 'verified' ? 'chainView.verifyAgain' : 'chainView.verify')}
        </Button>
        <Button variant="secondary" onClick={onDetail}>
          {say('lot.viewDetail')}
        </Button>
      </Flex>
    </Flex>
  );
}

function Verdict({ verification }: { verification: LedgerSummaryFragment['verification'] }) {
  const { say, formatPercent } = useLotWords();
  const { tone, title, explanation } = INTEGRITY_WORDS[verification.state];
  const compared = verification.fields.some(({ state }) => state === 'match' || state === 'differs');
  const percent = formatPercent(verification.matchPercentage);
  return (
    <Flex gap="4" align="center" wrap="wrap" p={{ base: '4', md: '5' }} bg={`${tone}.subtle`} borderRadius="panel">
      <ToneIcon tone={tone} size={32} />
      <Box flex="1" minW="14rem">
        <chakra.h3 fontSize="lg" fontWeight="600" lineHeight="1.3">
          {say(title)}
        </chakra.h3>
        <Box fontSize="sm">{say(explanation)}</Box>
      </Box>
      <Box textAlign={{ base: 'start', md: 'end' }}>
        <Box fontSize="xl" fontWeight="600" lineHeight="1.2" fontVariantNumeric="tabular-nums">
          {compared ? percent : DASH}
        </Box>
        <Box fontSize="xs">{say(compared ? 'ledger.match' : 'chainView.matchNone')}</Box>
      </Box>
    </Flex>
  );
}

function Newest({ summary, events }: { summary: LedgerSummaryFragment; events: number | null }) {
  const words = useLotWords();
  const { say } = words;
  const { provenance, verification } = summary;
  const id = provenance?.transactionId ?? null;
  return (
    <Box>
      <SmallHeading>{say('chainView.newest')}</SmallHeading>
      <Facts
        items={[
          ...(events === null ? [] : [[say('proof.events'), say('chainView.events', { count: events })] as const]),
          [say('ledger.transaction'), <LedgerValue key="transaction" of="transactionId" text={id} />],
          [say('ledger.block'), provenance?.blockNumber.toString() ?? DASH],
          [say('ledger.chaincode'), provenance?.chaincode ?? DASH],
          [
            say('ledger.recorded'),
            verification.blockchainTimestamp === null ? (
              DASH
            ) : (
              <Moment key="recorded" iso={verification.blockchainTimestamp} />
            ),
          ],
          [
            say('chain.endorsed'),
            endorsersInWords(
              words,
              (provenance?.endorsers ?? []).map(({ organisation }) => organisation),
            ),
          ],
          [say('ledger.compared'), <Moment key="compared" iso={verification.lastVerified} />],
        ]}
      />
    </Box>
  );
}
