const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Clocks that are right differ by less. */
const APART_MS = HOUR_MS;
/** A run is expected each day; one that comes so much later than the last may owe that to a wrong clock. */
const JUMP_MS = 14 * DAY_MS;

/** The moments, in milliseconds, that show whether the clock can be relied on. */
export interface ClockEvidence {
  process: number;
  database: number;
  /** newest time on the ledger; null: it has none. It may be old: then there was nothing to record */
  ledger: number | null;
  /** the last time that retention ran to its end; null: never */
  lastRun: number | null;
  /** begin of the day on which an operator confirmed the clock (CLOCK_CONFIRMED_ON); null: none */
  confirmed: number | null;
}

/** Why nothing is deleted by age. */
export const CLOCK_DOUBTS = ['apart', 'behind-ledger', 'behind-last-run', 'jump'] as const;
export type ClockDoubt = (typeof CLOCK_DOUBTS)[number];

/**
 * Whether the clock is reliable enough to delete data after its retention period. A clock that is years ahead would
 * delete data that the law requires.
 * @returns the doubt; null if there is none
 */
export function clockDoubt({ process, database, ledger, lastRun, confirmed }: ClockEvidence): ClockDoubt | null {
  if (Math.abs(process - database) > APART_MS) return 'apart';
  if (ledger !== null && process < ledger - APART_MS) return 'behind-ledger';
  if (lastRun !== null && process < lastRun - APART_MS) return 'behind-last-run';
  // Without a run before, the newest time on the ledger tells when the program last ran.
  const before = lastRun ?? ledger;
  const reference = Math.max(before ?? -Infinity, confirmed !== null && confirmed <= process ? confirmed : -Infinity);
  return before !== null && process - reference > JUMP_MS ? 'jump' : null;
}
