import { Box, chakra, Flex } from '@chakra-ui/react';
import { Link2 } from 'lucide-react';
import { stageColor } from '../../../design/Badge.tsx';
import { LedgerValue } from '../../../design/ledger/LedgerValue.tsx';
import { Moment } from '../../../design/Moment.tsx';
import { Facts } from '../../../design/Page.tsx';
import type { ChainEntryFragment } from '../../../graphql/generated.ts';
import { useLotWords } from '../../../words/lotWords.ts';
import { actionName, isDayAlone } from '../../../words/recordInWords.ts';
import { Endorsers } from './Endorsers.tsx';
import { EntryBadge } from './EntryBadge.tsx';

/** The lot's ledger events as a chain, oldest first. */
export function ChainCards({ entries }: { entries: readonly ChainEntryFragment[] }) {
  const { say } = useLotWords();
  return (
    <>
      <Box fontSize="sm" color="fg.muted" mb="4">
        {say('chainView.linked')}
      </Box>
      <chakra.ol listStyleType="none" maxW="52rem">
        {entries.map((entry, index) => (
          <chakra.li key={entry.id}>
            {index > 0 && (
              <Flex aria-hidden direction="column" align="center" w="10" color="fg.muted">
                <Box h="2.5" borderInlineStartWidth="2px" borderColor="edge" />
                <Link2 size={18} strokeWidth={1.75} style={{ transform: 'rotate(90deg)' }} />
                <Box h="2.5" borderInlineStartWidth="2px" borderColor="edge" />
              </Flex>
            )}
            <Card entry={entry} />
          </chakra.li>
        ))}
      </chakra.ol>
    </>
  );
}

function Card({ entry }: { entry: ChainEntryFragment }) {
  const words = useLotWords();
  const { say, formatDate } = words;
  const color = entry.stage === null ? 'brand' : stageColor(entry.stage);
  return (
    <chakra.article
      borderWidth="1px"
      borderColor="line"
      borderInlineStartWidth="4px"
      borderInlineStartColor={color}
      borderRadius="panel"
      bg="bg.raised"
      px="4"
      py="3"
    >
      <Flex columnGap="3" rowGap="1" wrap="wrap" align="baseline" justify="space-between">
        <chakra.h3 fontWeight="600" overflowWrap="anywhere">
          {actionName(words, entry.action, entry.stage)}
        </chakra.h3>
        <Flex gap="1.5" wrap="wrap">
          <EntryBadge
            verified={entry.consensusValidated && entry.verified}
            faulty={!entry.verified || !entry.consensusValidated}
          />
        </Flex>
      </Flex>
      <Flex columnGap="3" rowGap="0.5" wrap="wrap" fontSize="sm" color="fg.muted">
        {isDayAlone(entry.action) ? formatDate(entry.timestamp) : <Moment iso={entry.timestamp} />}
        {entry.user !== null && (
          <chakra.span overflowWrap="anywhere">{say('chainView.by', { who: entry.user })}</chakra.span>
        )}
        <span>{say('chainView.blockOf', { block: String(entry.blockNumber) })}</span>
        <span>{say('chainView.eventOf', { number: String(entry.sequenceNumber) })}</span>
      </Flex>
      {(entry.details !== null || entry.location !== null) && (
        <Box fontSize="sm" mt="2" overflowWrap="anywhere" whiteSpace="pre-line">
          {entry.details}
          {entry.location !== null && <Box color="fg.muted">{entry.location}</Box>}
        </Box>
      )}
      <TechnicalDetails entry={entry} />
    </chakra.article>
  );
}

function TechnicalDetails({ entry }: { entry: ChainEntryFragment }) {
  const { say } = useLotWords();
  return (
    <chakra.details mt="2" fontSize="sm">
      <chakra.summary cursor="pointer" color="brand" fontWeight="500" minH={{ base: '11', md: '8' }} py="1.5">
        {say('chainView.technical')}
      </chakra.summary>
      <Facts
        items={[
          [say('ledger.transaction'), <LedgerValue key="transaction" of="transactionId" text={entry.transactionId} />],
          [say('chain.signature'), <LedgerValue key="signature" of="signature" text={entry.cryptographicSignature} />],
          [say('chain.endorsed'), <Endorsers key="endorsers" endorsers={entry.endorsers} />],
        ]}
      />
    </chakra.details>
  );
}
