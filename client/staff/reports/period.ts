import { z } from 'zod';
import { isInOrder, periodStart, type Period } from '../../../server/domain/report/reportPeriod.ts';
import type { ReportsWords } from '../../words/reportsWords.ts';

const DAY = z.iso.date();

/** Schema of the period's controls; each error belongs to the field to correct. */
export function periodForm({ say }: ReportsWords) {
  const day = (missing: string) =>
    z
      .string()
      .min(1, missing)
      // PostgreSQL has no year 0.
      .refine((text) => text === '' || (DAY.safeParse(text).success && !text.startsWith('0000')), say('period.noDay'));
  return z
    .object({ from: day(say('period.fromRequired')), to: day(say('period.toRequired')) })
    .refine((period) => period.to === '' || isInOrder(period), { path: ['from'], error: say('period.order') });
}

/**
 * Reads the period from the address; invalid values are ignored.
 * @param today the local calendar day
 */
export function periodOf(params: URLSearchParams, today: string): Period {
  const dayOf = (name: string): string | null => DAY.safeParse(params.get(name)).data ?? null;
  const to = dayOf('to') ?? today;
  const from = dayOf('from') ?? periodStart(to);
  return isInOrder({ from, to }) ? { from, to } : { from: periodStart(to), to };
}

export type PeriodPreset = 'last30' | 'thisYear' | 'lastYear';

/**
 * Common periods.
 * @param today the local calendar day, YYYY-MM-DD
 */
export function presets(today: string): Record<PeriodPreset, Period> {
  const year = Number(today.slice(0, 4));
  return {
    last30: { from: periodStart(today), to: today },
    thisYear: { from: `${year}-01-01`, to: today },
    lastYear: { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` },
  };
}
