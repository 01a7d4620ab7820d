import { Box, chakra, Flex } from '@chakra-ui/react';
import { LedgerValue } from '../../../design/ledger/LedgerValue.tsx';
import { Moment } from '../../../design/Moment.tsx';
import type { AuditTrailEntryFragment } from '../../../graphql/generated.ts';
import { useLotWords } from '../../../words/lotWords.ts';
import { actionName, isDayAlone } from '../../../words/recordInWords.ts';
import { Endorsers } from './Endorsers.tsx';
import { EntryBadge } from './EntryBadge.tsx';

/** The lot's events with their ledger blocks, newest first. */
export function AuditTrailList({ entries }: { entries: readonly AuditTrailEntryFragment[] }) {
  return (
    <chakra.ol listStyleType="none" maxW="52rem">
      {entries.map((entry, index) => (
        <chakra.li
          key={`${entry.timestamp} ${entry.transactionId ?? entries.length - index}`}
          py="3"
          borderTopWidth="1px"
          borderColor="line"
          _first={{ borderTopWidth: '0', pt: '0' }}
        >
          <Entry entry={entry} />
        </chakra.li>
      ))}
    </chakra.ol>
  );
}

function Entry({ entry }: { entry: AuditTrailEntryFragment }) {
  const words = useLotWords();
  const { say, formatDate } = words;
  const { action, transactionId, blockchainVerified } = entry;
  const isRecorded = transactionId !== null;
  return (
    <>
      <Flex columnGap="3" rowGap="1" wrap="wrap" align="baseline" justify="space-between">
        <chakra.h3 fontSize="sm" fontWeight="600">
          {actionName(words, action, entry.stage)}
        </chakra.h3>
        <Flex gap="1.5" wrap="wrap">
          <EntryBadge verified={blockchainVerified} faulty={isRecorded && !blockchainVerified} />
        </Flex>
      </Flex>
      <Flex columnGap="3" rowGap="0.5" wrap="wrap" fontSize="sm" color="fg.muted">
        {isDayAlone(action) ? formatDate(entry.timestamp) : <Moment iso={entry.timestamp} />}
        {entry.user !== null && (
          <chakra.span overflowWrap="anywhere">{say('chainView.by', { who: entry.user })}</chakra.span>
        )}
        {entry.blockNumber !== null && <span>{say('chainView.blockOf', { block: String(entry.blockNumber) })}</span>}
      </Flex>
      {entry.details !== null && entry.details !== entry.stage && (
        <Box fontSize="sm" mt="1" overflowWrap="anywhere" whiteSpace="pre-line">
          {entry.details}
        </Box>
      )}
      {isRecorded && (
        <Flex columnGap="4" rowGap="0.5" wrap="wrap" align="flex-start" fontSize="xs" mt="1">
          <Box>
            <LedgerValue of="transactionId" text={transactionId} />
          </Box>
          <Box color="fg.muted">
            <Endorsers endorsers={entry.endorsers} />
          </Box>
        </Flex>
      )}
    </>
  );
}
