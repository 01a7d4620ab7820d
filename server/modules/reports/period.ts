import { z } from 'zod';
import { INPUT } from '../../domain/messages/inputMessages.ts';
import { isInOrder, periodStart, type Period } from '../../domain/report/reportPeriod.ts';
import { calendarDay } from '../../platform/validation/inputSchemas.ts';
import { invalid } from '../../platform/errors/refusal.ts';

/** Parameters of a period; GraphQL sends null, REST omits the value. */
export const periodInput = z.object({
  startDate: calendarDay('startDate').nullish().describe('First harvest day, included; default 30 days before endDate'),
  endDate: calendarDay('endDate').nullish().describe('Last harvest day, included; default today (UTC)'),
});
export type PeriodInput = z.output<typeof periodInput>;

/**
 * The requested period; by default the last 30 days up to today (docs/spec/reports.md, 'Compliance report').
 * @throws Refused invalid: it begins after its end
 */
export function askedPeriod({ startDate, endDate }: PeriodInput, now: Date): Period {
  const to = endDate ?? now.toISOString().slice(0, 10);
  const from = startDate ?? periodStart(to);
  if (!isInOrder({ from, to })) throw invalid({ field: 'startDate', said: INPUT.periodTurned({ endDate: to }) });
  return { from, to };
}
