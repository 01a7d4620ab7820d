import { Grid } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, ClipboardList, Package, Percent, Ship, Star, Warehouse } from 'lucide-react';
import { StatTileSkeleton } from '../../design/Skeletons.tsx';
import { StatTile, type Trend } from '../../design/StatTile.tsx';
import type { DashboardQuery } from '../../graphql/generated.ts';
import { useStaffWords, type StaffWords } from '../../words/staffWords.ts';
import { HOME_PATH, tabSearch } from '../address.ts';

type Stats = DashboardQuery['dashboardStats'];

const ICON = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const;

/** Query parameters of the alerts tab for the alerts that this figure counts. */
const HIGH = new URLSearchParams({ severity: 'high' });

const ANALYTICS = '/admin/analytics';
const CONSIGNMENTS = '/admin/consignments';

/** The lots tab with the lots that a figure counts. */
function lotsWith(filter: Record<string, string>): string {
  return HOME_PATH + tabSearch('lots', new URLSearchParams(filter));
}

const STAT_GRID = {
  templateColumns: {
    base: 'repeat(2, minmax(0, 1fr))',
    md: 'repeat(3, minmax(0, 1fr))',
    lg: 'repeat(4, minmax(0, 1fr))',
  },
  gap: { base: '3', md: '4' },
};

/**
 * The figures (docs/spec/figures.md), those of origin lots with their measured change over 30 days and their course by
 * month of harvest, of alerts by week. Who does not see
 * consignments has no tiles of them.
 */
export function StatCards({ stats, series }: { stats: Stats; series: DashboardQuery['lotAnalytics'] }) {
  const words = useStaffWords();
  const { say, formatCount, formatPercent, formatScore } = words;
  const { earlier } = stats;
  const { complianceByMonth: months, alertsByWeek: weeks } = series;
  const counted = (now: number, before: number | undefined, good?: 'up' | 'down') =>
    trendOf(words, { now, before, good, word: 'trend.count', decimals: 0 });
  const inPoints = (now: number | null, before: number | null | undefined) =>
    trendOf(words, { now, before, good: 'up', word: 'trend.points', decimals: 1 });
  return (
    <Grid {...STAT_GRID}>
      <StatTile
        label={say('figures.totalLots')}
        value={formatCount(stats.totalLots)}
        icon={<Package {...ICON} />}
        trend={counted(stats.totalLots, earlier?.totalLots)}
        series={months.map(({ lots }) => lots)}
        to={lotsWith({ kind: 'origin' })}
      />
      <StatTile
        label={say('figures.compliantLots')}
        value={formatCount(stats.compliantLots)}
        icon={<CircleCheck {...ICON} />}
        trend={counted(stats.compliantLots, earlier?.compliantLots, 'up')}
        series={months.map(({ compliant }) => compliant)}
        to={lotsWith({ kind: 'origin', eudr: 'compliant' })}
      />
      <StatTile
        label={say('figures.complianceRate')}
        value={formatPercent(stats.complianceRate)}
        icon={<Percent {...ICON} />}
        trend={inPoints(stats.complianceRate, earlier?.complianceRate)}
        series={months.map(({ complianceRate }) => complianceRate)}
        to={lotsWith({ kind: 'origin', eudr: 'non-compliant' })}
      />
      <StatTile
        label={say('figures.averageQuality')}
        value={formatScore(stats.averageQuality)}
        note={stats.averageQuality === null ? undefined : say('figures.of100')}
        icon={<Star {...ICON} />}
        trend={inPoints(stats.averageQuality, earlier?.averageQuality)}
        to={ANALYTICS}
      />
      <StatTile
        label={say('figures.highAlerts')}
        value={formatCount(stats.highAlerts)}
        icon={<CircleAlert {...ICON} />}
        tone={stats.highAlerts > 0 ? 'alarm' : undefined}
        trend={counted(stats.highAlerts, earlier?.highAlerts, 'down')}
        series={weeks.map(({ high }) => high)}
        to={HOME_PATH + tabSearch('alerts', HIGH)}
      />
      <StatTile
        label={say('figures.stock')}
        value={wholeKg(words, stats.stockKg)}
        note={stats.stockKg === null ? undefined : say('figures.kg')}
        icon={<Warehouse {...ICON} />}
        to={lotsWith({})}
      />
      {stats.openConsignments !== null && (
        <>
          <StatTile
            label={say('figures.shipped')}
            value={wholeKg(words, stats.shippedKg)}
            note={
              stats.shippedConsignments ? say('figures.consignments', { count: stats.shippedConsignments }) : undefined
            }
            icon={<Ship {...ICON} />}
            to={CONSIGNMENTS}
          />
          <StatTile
            label={say('figures.openConsignments')}
            value={formatCount(stats.openConsignments)}
            icon={<ClipboardList {...ICON} />}
            to={CONSIGNMENTS}
          />
        </>
      )}
    </Grid>
  );
}

/** Whole kilograms without their unit, which the note has: a phone has no space for both in one line. */
function wholeKg({ formatCount }: StaffWords, kg: number | null): string {
  return formatCount(kg === null ? null : Math.round(kg));
}

interface Compared {
  now: number | null;
  before: number | null | undefined;
  /** the direction that is an improvement; undefined: neither */
  good: 'up' | 'down' | undefined;
  word: 'trend.count' | 'trend.points';
  decimals: number;
}

/** Text of a figure's change; a dash if one of the two values was not measured. */
function trendOf({ say, formatChange }: StaffWords, { now, before, good, word, decimals }: Compared): Trend {
  if (now === null || before === null || before === undefined) return { change: null, text: say('trend.unknown') };
  const change = Number((now - before).toFixed(decimals));
  if (change === 0) return { change, text: say('trend.same') };
  const isGood = good === undefined ? undefined : change > 0 === (good === 'up');
  return { change, isGood, text: say(word, { change: formatChange(change, decimals) }) };
}

export function StatCardsSkeleton() {
  return (
    <Grid {...STAT_GRID}>
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
        <StatTileSkeleton key={key} />
      ))}
    </Grid>
  );
}
