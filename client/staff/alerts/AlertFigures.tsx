import { Box, chakra, Flex, Grid } from '@chakra-ui/react';
import { Bell, CircleAlert, CircleCheck, Clock, Eye } from 'lucide-react';
import { ALERT_TYPES } from '../../../server/domain/alert/alerts.ts';
import { DASH } from '../../words/format.ts';
import { Panel } from '../../design/Page.tsx';
import { StatTile } from '../../design/StatTile.tsx';
import type { AlertFiguresQuery } from '../../graphql/generated.ts';
import { useStaffWords } from '../../words/staffWords.ts';

type Stats = AlertFiguresQuery['alertStats'];
const ICON = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const;

function countOf(counts: Stats['byType'] | undefined, name: string): number | undefined {
  return counts === undefined ? undefined : (counts.find((entry) => entry.name === name)?.count ?? 0);
}

/** The summary cards; unknown figures show a dash. */
export function AlertSummary({ stats }: { stats: Stats | undefined }) {
  const { say, formatCount } = useStaffWords();
  return (
    <Grid
      templateColumns={{ base: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' }}
      gap={{ base: '3', md: '4' }}
    >
      <StatTile label={say('alertFigures.all')} value={formatCount(stats?.total)} icon={<Bell {...ICON} />} />
      <StatTile
        label={say('alertFigures.active')}
        value={formatCount(stats?.active)}
        icon={<CircleAlert {...ICON} />}
        tone={(stats?.active ?? 0) > 0 ? 'alarm' : undefined}
      />
      <StatTile
        label={say('alertFigures.reviewed')}
        value={formatCount(countOf(stats?.byStatus, 'acknowledged'))}
        icon={<Eye {...ICON} />}
      />
      <StatTile
        label={say('alertFigures.resolved')}
        value={formatCount(countOf(stats?.byStatus, 'resolved'))}
        icon={<CircleCheck {...ICON} />}
      />
    </Grid>
  );
}

/** Number of alerts of each type. */
export function AlertTypes({ stats }: { stats: Stats | undefined }) {
  const { say } = useStaffWords();
  return (
    <Panel title={say('alertFigures.types')}>
      <chakra.dl
        display="grid"
        gridTemplateColumns="max-content 1fr max-content"
        rowGap="2"
        columnGap="4"
        fontSize="sm"
        alignItems="center"
      >
        {ALERT_TYPES.map((type) => (
          <TypeLine
            key={type}
            name={say(`alertType.${type}`)}
            count={countOf(stats?.byType, type)}
            total={stats?.total ?? 0}
          />
        ))}
      </chakra.dl>
    </Panel>
  );
}

/** The measured response time, or a dash (docs/spec/alerts.md, 'Figures of alerts'). */
export function ResponseTime({ stats }: { stats: Stats | undefined }) {
  const { say, formatScore } = useStaffWords();
  const hours = stats?.averageResponseHours;
  return (
    <Panel title={say('alertFigures.response')}>
      <Flex align="center" gap="3">
        <Box color="fg.muted">
          <Clock aria-hidden size={24} strokeWidth={1.75} />
        </Box>
        <Box fontSize="xl" fontWeight="600" fontVariantNumeric="tabular-nums">
          {typeof hours !== 'number'
            ? DASH
            : hours < 1
              ? say('alertFigures.minutes', { minutes: Math.round(hours * 60) })
              : say('alertFigures.hours', { hours: formatScore(hours) })}
        </Box>
      </Flex>
      <Box fontSize="sm" color="fg.muted" mt="2">
        {say(hours === null ? 'alertFigures.noAnswer' : 'alertFigures.what')}
      </Box>
    </Panel>
  );
}

function TypeLine({ name, count, total }: { name: string; count: number | undefined; total: number }) {
  const { formatCount } = useStaffWords();
  const share = count === undefined || total === 0 ? 0 : (count / total) * 100;
  return (
    <Box display="contents">
      <dt>{name}</dt>
      <Box aria-hidden h="2" bg="bg.sunken" borderRadius="full" overflow="hidden">
        <Box h="full" bg="brand.solid" borderRadius="full" style={{ width: `${share}%` }} />
      </Box>
      <chakra.dd textAlign="end" fontVariantNumeric="tabular-nums" fontWeight="500">
        {formatCount(count)}
      </chakra.dd>
    </Box>
  );
}
