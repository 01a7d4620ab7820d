import { Box, chakra, Flex } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react';
import { Badge } from '../../design/Badge.tsx';
import { DASH, hashPreview, transactionPreview } from '../../words/format.ts';
import { Facts, Panel } from '../../design/Page.tsx';
import { CopyableValue } from './CopyableValue.tsx';
import type { Endorser, ProvenanceEntry } from './publicAnswers.ts';
import { actionMoment, actionName } from './words.ts';

const SHOWN_ENDORSERS = 3;

/** The lot's events as the ledger holds them, oldest first. @param chain null when it could not be loaded */
export function ProvenanceList({ chain }: { chain: ProvenanceEntry[] | null }) {
  return (
    <Panel title="Provenance chain">
      {chain === null ? (
        <Box fontSize="sm" color="fg.muted">
          The provenance chain could not be loaded.
        </Box>
      ) : chain.length === 0 ? (
        <Box fontSize="sm" color="fg.muted">
          Nothing is recorded yet. A new lot usually stands on the ledger within a minute.
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
  return (
    <>
      <Flex align="flex-start" justify="space-between" gap="3" wrap="wrap" mb="2">
        <Box minW="0">
          <chakra.h3 fontWeight="600" overflowWrap="anywhere">
            {actionName(entry.action, entry.stage)}
          </chakra.h3>
          <Box fontSize="sm" color="fg.muted">
            {actionMoment(entry.action, entry.timestamp)}
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
          ...(entry.user === null ? [] : [['By', entry.user] as const]),
          ...(entry.location === null ? [] : [['Location', entry.location] as const]),
          ['Block', entry.blockNumber?.toString() ?? DASH],
          [
            'Transaction',
            <CopyableValue
              key="transaction"
              name="transaction id"
              text={entry.transactionId}
              shown={transactionPreview(entry.transactionId)}
            />,
          ],
          [
            'Signature',
            <CopyableValue
              key="signature"
              name="signature"
              text={entry.cryptographicSignature}
              shown={hashPreview(entry.cryptographicSignature)}
            />,
          ],
          ['Endorsed by', endorsersInWords(entry.endorsers)],
        ]}
      />
    </>
  );
}

/** Both count: the event with its endorsements, and the block that holds it. */
function EntryBadge({ entry: { verified, consensusValidated } }: { entry: ProvenanceEntry }) {
  const failed = verified === false || consensusValidated === false;
  if (!failed && (verified === null || consensusValidated === null))
    return <Badge icon={CircleHelp}>Not checked</Badge>;
  return !failed ? (
    <Badge tone="leaf" icon={CircleCheck}>
      Hash and signatures valid
    </Badge>
  ) : (
    <Badge tone="alarm" icon={CircleAlert}>
      Does not check out
    </Badge>
  );
}

/** Up to three names, then '+n more' (public specification, section 9). */
function endorsersInWords(endorsers: readonly Endorser[]): string {
  if (endorsers.length === 0) return DASH;
  const names = endorsers.slice(0, SHOWN_ENDORSERS).map((endorser) => endorser.name);
  const more = endorsers.length - SHOWN_ENDORSERS;
  return names.join(', ') + (more > 0 ? ` +${more} more` : '');
}
