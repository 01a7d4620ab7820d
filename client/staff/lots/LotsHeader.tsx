import { useQuery } from '@apollo/client/react';
import { Box, chakra, Grid } from '@chakra-ui/react';
import { Award, Link2, Package, ShieldCheck, Unplug, Weight } from 'lucide-react';
import { Badge } from '../../design/Badge.tsx';
import { StatTile } from '../../design/StatTile.tsx';
import { LedgerConnectionDocument, LotsHeaderDocument } from '../../graphql/generated.ts';
import { useStaffWords } from '../../words/staffWords.ts';

const HEALTH_POLL_MS = 30_000;

/** The figures over the list: all lots that the person sees, whatever is filtered. Unknown ones are dashes. */
export function LotsHeader() {
  const { say, formatCount, formatKg, formatPercent, formatScore } = useStaffWords();
  const { data } = useQuery(LotsHeaderDocument);
  const stats = data?.lotStats;
  return (
    <Grid templateColumns={{ base: '1fr 1fr', lg: 'repeat(5, 1fr)' }} gap="3">
      <StatTile label={say('figures.totalLots')} value={formatCount(stats?.totalLots)} icon={<Package aria-hidden />} />
      <StatTile
        label={say('figures.complianceRate')}
        value={formatPercent(stats?.complianceRate)}
        icon={<ShieldCheck aria-hidden />}
      />
      <StatTile
        label={say('figures.averageQuality')}
        value={formatScore(stats?.averageQuality)}
        note={typeof stats?.averageQuality === 'number' ? say('figures.of100') : undefined}
        icon={<Award aria-hidden />}
      />
      <StatTile label={say('figures.totalWeight')} value={formatKg(stats?.totalWeight)} icon={<Weight aria-hidden />} />
      <Box gridColumn={{ base: 'span 2', lg: 'auto' }}>
        <StatTile
          label={say('figures.recorded')}
          value={formatCount(stats?.recordedLots)}
          icon={<Link2 aria-hidden />}
          note={stats === undefined ? undefined : say('figures.pending', { count: stats.pendingLots })}
        />
      </Box>
    </Grid>
  );
}

/** Whether the ledger answers, asked every 30 seconds (staff specification, section 4, 'Lot list'). */
export function LedgerConnectionBadge() {
  const { data, error } = useQuery(LedgerConnectionDocument, {
    pollInterval: HEALTH_POLL_MS,
    fetchPolicy: 'network-only',
    nextFetchPolicy: 'network-only',
  });
  const status = error === undefined ? data?.health.ledger.status : 'unreachable';
  return (
    <chakra.output display="flex" alignItems="center" minH="6">
      {status !== undefined && <ConnectionBadge status={status} />}
    </chakra.output>
  );
}

function ConnectionBadge({ status }: { status: string }) {
  const { say } = useStaffWords();
  if (status === 'ok') {
    return (
      <Badge tone="leaf" icon={Link2}>
        {say('ledger.connected')}
      </Badge>
    );
  }
  return (
    <Badge tone="pod" icon={Unplug}>
      {say(status === 'unreachable' ? 'ledger.unknown' : 'ledger.notConnected')}
    </Badge>
  );
}
