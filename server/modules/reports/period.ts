import { z } from 'zod';
import { INPUT } from '../../domain/said/inputSaid.ts';
import { isInOrder, periodStart, type Period } from '../../domain/report/reportPeriod.ts';
import { calendarDay } from '../../platform/validation/inputSchemas.ts';
import { parseInput } from '../../platform/validation/parseInput.ts';
import { invalid } from '../../platform/errors/refusal.ts';

/** What a period is asked for with; GraphQL sends null, REST nothing. */
export const periodInput = z.object({
  startDate: calendarDay('startDate').nullish().describe('First harvest day, included; default 30 days before endDate'),
  endDate: calendarDay('endDate').nullish().describe('Last harvest day, included; default today (UTC)'),
});

/**
 * The period that was asked for: by default the last 30 days to today (staff specification, 'Reports tab').
 * @throws Refused invalid, naming startDate or endDate
 */
export function parsePeriod(input: unknown, now: Date): Period {
  const { startDate, endDate } = parseInput(periodInput, input);
  const to = endDate ?? now.toISOString().slice(0, 10);
  const from = startDate ?? periodStart(to);
  if (!isInOrder({ from, to })) throw invalid({ field: 'startDate', said: INPUT.periodTurned({ endDate: to }) });
  return { from, to };
}
