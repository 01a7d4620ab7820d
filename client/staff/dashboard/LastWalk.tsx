import { useQuery } from '@apollo/client/react';
import { Flex } from '@chakra-ui/react';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { formatCount, formatDateTime } from '../../words/format.ts';
import { DashboardHealthDocument, type DashboardHealthQuery } from '../../graphql/generated.ts';

const ICON = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const;

/**
 * What lists and figures rest on: when all lots were last compared with the ledger, and what came of it (decisions, 'Against
 * whoever can write the database').
 */
export function LastWalk() {
  const { data } = useQuery(DashboardHealthDocument);
  if (data === undefined) return null;
  const { walk } = data.health;
  const sound = walk.status === 'ok';
  return (
    <Flex align="baseline" gap="2" mt="3" fontSize="sm" color={sound ? 'fg.muted' : 'alarm'}>
      <Flex flexShrink="0" alignSelf="flex-start" pt="0.5">
        {sound ? <ShieldCheck {...ICON} /> : <ShieldAlert {...ICON} />}
      </Flex>
      <span>{wordsOf(walk)}</span>
    </Flex>
  );
}

function wordsOf({ status, at, lots, differing, message }: DashboardHealthQuery['health']['walk']): string {
  if (at === null) return 'The lots were not compared with the ledger as a whole yet; it is done each night.';
  const when = `Last compared with the ledger ${formatDateTime(at)}: ${lots === 1 ? '1 lot' : `${formatCount(lots)} lots`}`;
  if (status === 'ok') return `${when}, none differs.`;
  const differ = differing === 0 || differing === null ? '' : `, ${formatCount(differing)} of them not as recorded`;
  return `${when}${differ}. ${message ?? ''}`.trim();
}
