import { useQuery } from '@apollo/client/react';
import { Box, chakra } from '@chakra-ui/react';
import { Link2, Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../../design/Badge.tsx';
import { LOW } from '../../../design/look.ts';
import { Scroller } from '../../../design/scroll/Scroller.tsx';
import { LedgerConnectionDocument, LotFiguresDocument } from '../../../graphql/generated.ts';
import { useLotListWords } from '../../../words/lotListWords.ts';

const HEALTH_POLL_MS = 30_000;

/**
 * Figures of all lots that the user sees, independent of filters (docs/spec/figures.md); unknown values are dashes.
 * @param connection shown after the figures where the title has no space for it
 */
export function LotStatTiles({ connection }: { connection: ReactNode }) {
  const { say, formatCount, formatKg, formatPercent, formatScore } = useLotListWords();
  const { data } = useQuery(LotFiguresDocument);
  const stats = data?.lotStats;
  const derived = stats === undefined ? 0 : stats.totalLots - stats.originLots;
  const figures = [
    {
      name: say('figures.totalLots'),
      value: formatCount(stats?.totalLots),
      note: derived === 0 ? undefined : say('figures.derived', { count: derived }),
    },
    { name: say('figures.complianceRate'), value: formatPercent(stats?.complianceRate) },
    {
      name: say('figures.averageQuality'),
      value: formatScore(stats?.averageQuality),
      note: typeof stats?.averageQuality === 'number' ? say('figures.of100') : undefined,
    },
    { name: say('figures.totalWeight'), value: formatKg(stats?.totalWeight) },
    { name: say('figures.stock'), value: formatKg(stats?.stockKg) },
    {
      name: say('figures.recorded'),
      value: formatCount(stats?.recordedLots),
      note: stats === undefined ? undefined : say('figures.pending', { count: stats.pendingLots }),
    },
  ];
  return (
    <Scroller
      label={say('figures.label')}
      always
      frame={{ borderRadius: 'panel' }}
      display="flex"
      alignItems="center"
      bg="bg.raised"
      borderWidth="1px"
      borderColor="line"
      borderRadius="panel"
      css={{ scrollbarWidth: 'none' }}
    >
      <chakra.dl display="flex" flex="1" minW="max-content">
        {figures.map(({ name, value, note }, index) => (
          <Figure key={name} name={name} index={index} value={value} note={note} />
        ))}
      </chakra.dl>
      {connection !== null && (
        <Box flexShrink="0" px="3" borderStartWidth="1px" borderColor="line">
          {connection}
        </Box>
      )}
    </Scroller>
  );
}

interface FigureProps {
  name: string;
  index: number;
  value: string;
  note: string | undefined;
}

function Figure({ name, index, value, note }: FigureProps) {
  return (
    <Box
      flex="1 0 auto"
      px={{ base: '3', md: '4' }}
      py="2"
      borderStartWidth={index === 0 ? '0' : '1px'}
      borderColor="line"
      whiteSpace="nowrap"
      css={{ [LOW]: { display: 'flex', alignItems: 'baseline', gap: '1.5', py: '1' } }}
    >
      <chakra.dt fontSize="xs" color="fg.muted">
        {name}
      </chakra.dt>
      <chakra.dd fontVariantNumeric="tabular-nums" lineHeight="1.35">
        <chakra.span fontSize="md" fontWeight="600">
          {value}
        </chakra.span>
        {note !== undefined && (
          <chakra.span fontSize="xs" color="fg.muted">
            {' '}
            {note}
          </chakra.span>
        )}
      </chakra.dd>
    </Box>
  );
}

/** Ledger connection, polled every 30 seconds (docs/spec/staff-screens.md, 'Lots tab'). */
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
  const { say } = useLotListWords();
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
