import type { InstallationSetting } from '../../platform/database/installationSettings.ts';
import type { RegisterContent } from '../../domain/ledger/content.ts';
import type { Finding } from '../../domain/ledger/finding.ts';
import { runResult, type AuditRunResult } from './runState.ts';

/** A result that the register chain holds. */
export interface RecordedRun {
  eventId: string;
  entry: Extract<RegisterContent['entry'], { kind: 'integrity run' }>;
}

/** The integrity runs among contents of the register chain, oldest first. */
export function recordedRuns(contents: readonly RegisterContent[]): RecordedRun[] {
  return contents.flatMap(({ eventId, entry }) => (entry.kind === 'integrity run' ? [{ eventId, entry }] : []));
}

/** When each share was checked last, milliseconds; null: never, on this ledger, in so many shares. */
export function lastChecked(runs: readonly RecordedRun[], ledgerId: string, of: number): (number | null)[] {
  const checked: (number | null)[] = Array.from({ length: of }, () => null);
  for (const { entry } of runs) {
    if (entry.ledgerId !== ledgerId || entry.of !== of) continue;
    for (const share of entry.shares) checked[share] = Date.parse(entry.startedAt);
  }
  return checked;
}

/** The noted result; null where there is none, or not by this program. */
export function readResult(mark: InstallationSetting | null): AuditRunResult | null {
  return runResult.safeParse(mark?.value).data ?? null;
}

/**
 * Whether the noted result is not the newest one that the register chain holds: an earlier one was put back, with the seal that it had then.
 * @param runs of the chain, also those that wait to be recorded
 */
export function isPutBack(noted: AuditRunResult | null, runs: readonly RecordedRun[]): boolean {
  const newest = runs.reduce<RecordedRun | null>(
    (last, run) => (last !== null && last.entry.startedAt >= run.entry.startedAt ? last : run),
    null,
  );
  if (newest !== null && (noted === null || noted.at < newest.entry.startedAt)) return true;
  return noted !== null && noted.eventId !== null && !runs.some(({ eventId }) => eventId === noted.eventId);
}

export const PUT_BACK: Finding = {
  table: 'installation',
  row: 'ledger-walk',
  fault: 'is not the newest result that the register chain holds',
};
