import { z } from 'zod';
import { INPUT } from '../domain/said/inputSaid.ts';
import { calendarDay } from '../inputSchemas.ts';
import { parseInput } from '../parseInput.ts';
import { invalid } from '../refusal.ts';

/** A period of harvest days, YYYY-MM-DD, both ends included (decisions, 'Figures'). */
export interface Period {
  from: string;
  to: string;
}

const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;

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
  const from = startDate ?? daysBefore(to, DEFAULT_DAYS);
  if (from > to) throw invalid({ field: 'startDate', said: INPUT.periodTurned({ endDate: to }) });
  return { from, to };
}

function daysBefore(last: string, days: number): string {
  const moved = new Date(Date.parse(`${last}T00:00:00Z`) - days * DAY_MS);
  // A period that ends in the first days of year 1 has no days before those.
  return moved.getUTCFullYear() < 1 ? '0001-01-01' : moved.toISOString().slice(0, 10);
}
