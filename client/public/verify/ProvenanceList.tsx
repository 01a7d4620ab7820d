import { Box, chakra, Flex } from '@chakra-ui/react';
import { DEFORESTATION_STATUSES } from '../../../server/domain/forest/deforestation.ts';
import { EventCheckBadge } from '../../design/ledger/EventCheckBadge.tsx';
import { DASH } from '../../words/format.ts';
import { STATUS_WORDS } from '../../words/terms.ts';
import { useVerifyWords } from '../../words/verifyWords.ts';
import { Facts, Panel } from '../../design/Page.tsx';
import { LedgerValue } from '../../design/ledger/LedgerValue.tsx';
import type { ProvenanceEntry } from './publicAnswers.ts';
import { actionMoment, actionName, endorsersInWords } from '../../words/recordInWords.ts';

/**
 * The lot's ledger events, oldest first.
 * @param chain null if it could not load
 */
export function ProvenanceList({ chain }: { chain: ProvenanceEntry[] | null }) {
  const { say } = useVerifyWords();
  return (
    <Panel title={say('chain.title')}>
      {chain === null ? (
        <Box fontSize="sm" color="fg.muted">
          {say('chain.failed')}
        </Box>
      ) : chain.length === 0 ? (
        <Box fontSize="sm" color="fg.muted">
          {say('chain.empty')}
        </Box>
      ) : (
        <chakra.ol listStyleType="none">
          {chain.map((entry) => (
            <chakra.li
              key={entry.id}
              py="4"
              borderTopWidth="1px"
              borderColor="line"
              _first={{ borderTopWidth: '0', pt: '0' }}
              _last={{ pb: '0' }}
              css={{ breakInside: 'avoid' }}
            >
              <Entry entry={entry} />
            </chakra.li>
          ))}
        </chakra.ol>
      )}
    </Panel>
  );
}

/** Translates the conclusion of a check; shows other notes as written, in an unknown language. */
function Details({ details }: { details: string }) {
  const { say } = useVerifyWords();
  const status = DEFORESTATION_STATUSES.find((name) => name === details);
  return status === undefined ? <span lang="">{details}</span> : say(STATUS_WORDS[status]);
}

function Entry({ entry }: { entry: ProvenanceEntry }) {
  const words = useVerifyWords();
  const { say } = words;
  return (
    <>
      <Flex align="flex-start" justify="space-between" gap="3" wrap="wrap" mb="2">
        <Box minW="0">
          <chakra.h3 fontWeight="600" overflowWrap="anywhere">
            {actionName(words, entry.action, entry.stage)}
          </chakra.h3>
          <Box fontSize="sm" color="fg.muted">
            {actionMoment(words, entry.action, entry.timestamp)}
          </Box>
        </Box>
        <EventCheckBadge event={entry.verified} block={entry.consensusValidated} />
      </Flex>
      {entry.details !== null && (
        <Box fontSize="sm" mb="2" overflowWrap="anywhere">
          <Details details={entry.details} />
        </Box>
      )}
      <Facts
        items={[
          ...(entry.user === null ? [] : [[say('chain.by'), entry.user] as const]),
          ...(entry.location === null
            ? []
            : [
                [
                  say('chain.location'),
                  <span key="location" lang="">
                    {entry.location}
                  </span>,
                ] as const,
              ]),
          [say('ledger.block'), entry.blockNumber?.toString() ?? DASH],
          [say('ledger.transaction'), <LedgerValue key="transaction" of="transactionId" text={entry.transactionId} />],
          [say('chain.signature'), <LedgerValue key="signature" of="signature" text={entry.cryptographicSignature} />],
          [
            say('chain.endorsed'),
            endorsersInWords(
              words,
              entry.endorsers.map(({ name }) => name),
            ),
          ],
        ]}
      />
    </>
  );
}
