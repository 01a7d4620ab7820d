import { Box, chakra, Flex } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react';
import { Badge } from '../../design/Badge.tsx';
import { DASH, hashPreview, transactionPreview } from '../../words/format.ts';
import { useVerifyWords, type VerifyWords } from '../../words/verifyWords.ts';
import { Facts, Panel } from '../../design/Page.tsx';
import { CopyableValue } from './CopyableValue.tsx';
import type { Endorser, ProvenanceEntry } from './publicAnswers.ts';
import { actionMoment, actionName } from './words.ts';

const SHOWN_ENDORSERS = 3;

/** The lot's events as the ledger holds them, oldest first. @param chain null when it could not be loaded */
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
        <EntryBadge entry={entry} />
      </Flex>
      {entry.details !== null && (
        <Box fontSize="sm" mb="2" overflowWrap="anywhere">
          {entry.details}
        </Box>
      )}
      <Facts
        items={[
          ...(entry.user === null ? [] : [[say('chain.by'), entry.user] as const]),
          ...(entry.location === null ? [] : [[say('chain.location'), entry.location] as const]),
          [say('ledger.block'), entry.blockNumber?.toString() ?? DASH],
          [
            say('ledger.transaction'),
            <CopyableValue
              key="transaction"
              name={say('copy.transactionId')}
              text={entry.transactionId}
              shown={transactionPreview(entry.transactionId)}
            />,
          ],
          [
            say('chain.signature'),
            <CopyableValue
              key="signature"
              name={say('copy.signature')}
              text={entry.cryptographicSignature}
              shown={hashPreview(entry.cryptographicSignature)}
            />,
          ],
          [say('chain.endorsed'), endorsersInWords(words, entry.endorsers)],
        ]}
      />
    </>
  );
}

/** Both count: the event with its endorsements, and the block that holds it. */
function EntryBadge({ entry: { verified, consensusValidated } }: { entry: ProvenanceEntry }) {
  const { say } = useVerifyWords();
  const failed = verified === false || consensusValidated === false;
  if (!failed && (verified === null || consensusValidated === null))
    return <Badge icon={CircleHelp}>{say('chain.notChecked')}</Badge>;
  return !failed ? (
    <Badge tone="leaf" icon={CircleCheck}>
      {say('chain.valid')}
    </Badge>
  ) : (
    <Badge tone="alarm" icon={CircleAlert}>
      {say('chain.invalid')}
    </Badge>
  );
}

/** Up to three names, then '+n more' (public specification, section 9). */
function endorsersInWords({ say, formatList }: VerifyWords, endorsers: readonly Endorser[]): string {
  if (endorsers.length === 0) return DASH;
  const names = formatList(endorsers.slice(0, SHOWN_ENDORSERS).map((endorser) => endorser.name));
  const more = endorsers.length - SHOWN_ENDORSERS;
  return more > 0 ? say('chain.more', { names, more }) : names;
}
