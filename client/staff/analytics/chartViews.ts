import type { ChartData, ChartKind } from '../../design/charts/chartData.ts';
import type {
  AlertsByWeekQuery,
  ComplianceByMonthQuery,
  LotsByFarmQuery,
  LotsByStageQuery,
  QualitySpreadQuery,
} from '../../graphql/generated.ts';
import type { AnalyticsWords } from '../../words/analyticsWords.ts';

/* Converts the server's counts to charts and texts. A month without lots has no rate. */

export interface ChartView {
  kind: ChartKind;
  data: ChartData;
  /** text alternative for screen readers */
  summary: string;
  /** text about what the chart omits */
  note?: string;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The item with the greatest value; the first of equal ones. */
function greatest<Item>(items: readonly Item[], of: (item: Item) => number): Item | undefined {
  return items.reduce<Item | undefined>(
    (most, item) => (most === undefined || of(item) > of(most) ? item : most),
    undefined,
  );
}

export function stageView({ say }: AnalyticsWords, { lotAnalytics }: LotsByStageQuery): ChartView {
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
  };
}

export function qualityView({ say }: AnalyticsWords, { lotAnalytics }: QualitySpreadQuery): ChartView {
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
  };
}

export function farmView({ say }: AnalyticsWords, { lotAnalytics }: LotsByFarmQuery): ChartView {
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
  };
}
