import type { AnalyticsWord } from '../../words/analyticsWords.ts';

/** A period that a chart offers. */
export interface ChartPeriod<Variables> {
  id: string;
  word: AnalyticsWord;
  /**
   * variables of the query.
   * @param today YYYY-MM-DD, UTC
   */
  variables: (today: string) => Variables;
}

export type HarvestDays = { from: string | null; to: string | null };

const DAY_MS = 86_400_000;

function daysBefore(today: string, days: number): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}

/** By harvest date: all, and the last 365, 90 and 30 days. */
export const HARVEST_PERIODS: readonly ChartPeriod<HarvestDays>[] = [
  { id: 'all', word: { id: 'period.all' }, variables: () => ({ from: null, to: null }) },
  ...[365, 90, 30].map((days) => ({
    id: `${days}d`,
    word: { id: 'period.days', params: { days } } as const,
    variables: (today: string) => ({ from: daysBefore(today, days), to: null }),
  })),
];

export const MONTH_PERIODS: readonly ChartPeriod<{ months: number }>[] = [12, 6, 24].map((months) => ({
  id: `${months}m`,
  word: { id: 'period.months', params: { months } } as const,
  variables: () => ({ months }),
}));

export const WEEK_PERIODS: readonly ChartPeriod<{ weeks: number }>[] = [12, 26, 52].map((weeks) => ({
  id: `${weeks}w`,
  word: { id: 'period.weeks', params: { weeks } } as const,
  variables: () => ({ weeks }),
}));
