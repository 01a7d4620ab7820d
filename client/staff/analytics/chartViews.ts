import type { ChartData, ChartKind } from '../../design/charts/chartData.ts';
import type {
  AlertsByWeekQuery,
  ComplianceByMonthQuery,
  LotsByFarmQuery,
  LotsByStageQuery,
  QualitySpreadQuery,
} from '../../graphql/generated.ts';
import type { AnalyticsWords } from '../../words/analyticsWords.ts';
import { HOME_PATH, tabSearch } from '../address.ts';
import { QUALITY_BANDS, type LotListFilter } from '../lots/list/lotList.ts';
import { lotListPath } from '../lots/list/lotListAddress.ts';

/* Converts the server's counts to charts and texts. A month without lots has no rate. */

export interface ChartView {
  kind: ChartKind;
  data: ChartData;
  /** text alternative for screen readers */
  summary: string;
  /** text about what the chart omits */
  note?: string;
  /** the lots or alerts that a category counts */
  href: (category: number) => string;
}

/** Harvest days of a chart's period. */
export type ChartDays = Pick<LotListFilter, 'harvestedFrom' | 'harvestedTo'>;

const ALERTS_PATH = HOME_PATH + tabSearch('alerts', new URLSearchParams([['status', 'all']]));

/** First and last day of YYYY-MM. */
function daysOfMonth(month: string | undefined): ChartDays {
  if (month === undefined) return { harvestedFrom: '', harvestedTo: '' };
  const [year = 0, number = 1] = month.split('-').map(Number);
  return { harvestedFrom: `${month}-01`, harvestedTo: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The item with the greatest value; the first of equal ones. */
function greatest<Item>(items: readonly Item[], of: (item: Item) => number): Item | undefined {
  return items.reduce<Item | undefined>(
    (most, item) => (most === undefined || of(item) > of(most) ? item : most),
    undefined,
  );
}

export function stageView({ say }: AnalyticsWords, { lotAnalytics }: LotsByStageQuery, days: ChartDays): ChartView {
  const stages = lotAnalytics.lotsByStage;
  const top = greatest(stages, ({ count }) => count);
  return {
    kind: 'bar',
    data: {
      categories: stages.map(({ stage }) => say(`stage.${stage}`)),
      series: [
        {
          id: 'lots',
          name: say('byStage.series'),
          tone: 'brand',
          values: stages.map(({ count }) => count),
          tones: stages.map(({ stage }) => `stage.${stage}` as const),
        },
      ],
    },
    summary: say('byStage.summary', {
      lots: sum(stages.map(({ count }) => count)),
      most: top?.count ?? 0,
      stage: top === undefined ? '' : say(`stage.${top.stage}`),
    }),
    href: (at) => lotListPath({ ...days, stage: stages[at]?.stage ?? '' }),
  };
}

export function complianceView(words: AnalyticsWords, { lotAnalytics }: ComplianceByMonthQuery): ChartView {
  const { say, formatMonth, formatPercent } = words;
  const months = lotAnalytics.complianceByMonth;
  const latest = months.findLast(({ complianceRate }) => complianceRate !== null);
  return {
    kind: 'line',
    data: {
      categories: months.map(({ month }) => formatMonth(month)),
      series: [
        {
          id: 'rate',
          name: say('byMonth.series'),
          tone: 'leaf',
          values: months.map(({ complianceRate }) => complianceRate),
        },
      ],
    },
    summary: say('byMonth.summary', {
      month: latest === undefined ? '' : formatMonth(latest.month),
      rate: formatPercent(latest?.complianceRate),
    }),
    href: (at) => lotListPath(daysOfMonth(months[at]?.month)),
  };
}

export function qualityView({ say }: AnalyticsWords, { lotAnalytics }: QualitySpreadQuery, days: ChartDays): ChartView {
  const { qualityHistogram: steps, ungradedLots } = lotAnalytics;
  const top = greatest(steps, ({ count }) => count);
  return {
    kind: 'stacked',
    data: {
      categories: steps.map(({ from, to }) => say('qualitySpread.step', { from, to })),
      series: [
        { id: 'lots', name: say('qualitySpread.series'), tone: 'brand', values: steps.map(({ count }) => count) },
      ],
    },
    summary: say('qualitySpread.summary', {
      graded: sum(steps.map(({ count }) => count)),
      step: top === undefined ? '' : say('qualitySpread.step', { from: top.from, to: top.to }),
    }),
    href: (at) => lotListPath({ ...days, quality: QUALITY_BANDS.find((step) => step === `${steps[at]?.from}`) ?? '' }),
    ...(ungradedLots === 0 ? {} : { note: say('qualitySpread.ungraded', { count: ungradedLots }) }),
  };
}

export function alertsView({ say, formatShortDate }: AnalyticsWords, { lotAnalytics }: AlertsByWeekQuery): ChartView {
  const weeks = lotAnalytics.alertsByWeek;
  return {
    kind: 'stacked',
    data: {
      categories: weeks.map(({ week }) => formatShortDate(week)),
      series: [
        { id: 'high', name: say('byWeek.high'), tone: 'alarm', values: weeks.map(({ high }) => high) },
        { id: 'other', name: say('byWeek.other'), tone: 'pod', values: weeks.map(({ raised, high }) => raised - high) },
      ],
    },
    summary: say('byWeek.summary', {
      raised: sum(weeks.map(({ raised }) => raised)),
      high: sum(weeks.map(({ high }) => high)),
    }),
    href: () => ALERTS_PATH,
  };
}

export function farmView({ say }: AnalyticsWords, { lotAnalytics }: LotsByFarmQuery, days: ChartDays): ChartView {
  const farms = lotAnalytics.lotsByFarm;
  const [top] = farms;
  return {
    kind: 'bar',
    data: {
      categories: farms.map(({ farmId }) => farmId),
      series: [
        {
          id: 'compliant',
          name: say('byFarm.compliant'),
          tone: 'leaf',
          values: farms.map(({ compliantLots }) => compliantLots),
        },
        {
          id: 'others',
          name: say('byFarm.others'),
          tone: 'pod',
          values: farms.map(({ lots, compliantLots }) => lots - compliantLots),
        },
      ],
    },
    summary: say('byFarm.summary', { farms: farms.length, farm: top?.farmId ?? '', lots: top?.lots ?? 0 }),
    href: (at) => lotListPath({ ...days, farmId: farms[at]?.farmId ?? '' }),
  };
}
