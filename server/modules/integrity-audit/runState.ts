import { z } from 'zod';

/** More are not named: the first ones say where to look. */
export const MOST_FINDINGS = 100;

const finding = z.object({ table: z.string(), row: z.string(), fault: z.string() });
const head = z.object({ ledgerId: z.string(), blocks: z.int(), rootHash: z.string() });

/** The result of the last complete run, as it is noted. */
export const runResult = z.object({
  /** when it began, ISO 8601, UTC */
  at: z.string(),
  lots: z.int(),
  differing: z.int(),
  faults: z.int(),
  /** the first faults: the next run looks at these places again */
  findings: z.array(finding),
  /** since when every part was checked at least once, ISO 8601, UTC */
  coveredSince: z.string(),
  /** event of the register chain that holds this result; null where that chain itself was at fault */
  eventId: z.string().nullable(),
});
export type AuditRunResult = z.infer<typeof runResult>;

/** A run under way, noted so that it continues where it was broken off. */
export const runState = z.object({
  startedAt: z.string(),
  /** when it was noted */
  savedAt: z.string(),
  /** a person asked for it: it checks everything */
  asked: z.boolean(),
  /** it checks everything */
  whole: z.boolean(),
  /** blocks from this number on are new */
  since: z.int(),
  /** lines of the audit table from then on are new, ISO 8601, UTC */
  sinceAt: z.string(),
  shares: z.array(z.int()),
  of: z.int(),
  /** as it was when the run began; null: the ledger was not the one that was known */
  head: head.nullable(),
  /** what the last run found */
  again: z.array(finding),
  /** how many steps are done, and how far the next one is */
  step: z.int(),
  cursor: z.string().nullable(),
  lots: z.int(),
  lotsTotal: z.int(),
  blocks: z.int(),
  blocksTotal: z.int(),
  differing: z.int(),
  faults: z.int(),
  findings: z.array(finding),
});
export type RunState = z.infer<typeof runState>;

/** A run under way, for those who look at it. */
export interface RunProgress {
  /** ISO 8601, UTC */
  startedAt: string;
  /** of its blocks and lots, 0 to 100 */
  percent: number;
  /** lots compared so far */
  lots: number;
  /** lots to compare */
  lotsTotal: number;
}

/** How far a run is. */
export function progressOf({ startedAt, lots, lotsTotal, blocks, blocksTotal }: RunState): RunProgress {
  const total = lotsTotal + blocksTotal;
  const percent = total === 0 ? 0 : Math.min(100, Math.floor((100 * (lots + blocks)) / total));
  return { startedAt, percent, lots, lotsTotal };
}
