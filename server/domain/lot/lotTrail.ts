import type { AuditAction } from '../access/auditActions.ts';

/*
 * The trail of a lot: its history together with what people did around it. Steps that the history holds too (stages,
 * edits, movements) come from the history alone, because it names the values.
 */

/** Audit lines of a trail by what reads them: whoever sees the lot, its documents, its consignments, or the audit table. */
export const TRAIL_ACTIONS = {
  lot: [
    'alert.acknowledged',
    'alert.resolved',
    'alert.dismissed',
    'alert.assigned',
    'alert.commented',
    'alert.file-added',
    'alert.file-removed',
  ],
  documents: ['document.added', 'document.removed'],
  consignments: [
    'consignment.lots-added',
    'consignment.lots-removed',
    'consignment.closed',
    'consignment.shipped',
    'consignment.delivered',
  ],
  audit: ['lot.exported', 'lot.paper-read', 'document.read', 'consignment.papers-read'],
} as const satisfies Record<string, readonly AuditAction[]>;
export type TrailReader = keyof typeof TRAIL_ACTIONS;

/** Actions of the history that the audit lines of alerts tell with the alert and its note. */
export const TOLD_BY_AUDIT: ReadonlySet<string> = new Set(['alert acknowledged', 'alert resolved', 'alert dismissed']);

/** The audit actions that a caller may read in a trail. */
export function trailActions(readers: readonly TrailReader[]): AuditAction[] {
  return readers.flatMap((reader): readonly AuditAction[] => TRAIL_ACTIONS[reader]);
}

/** Where a page of a trail begins, in both of its lists. */
export interface TrailCursor {
  /** entries of the history that are left, from the oldest */
  history: number;
  /** the last audit line before; null: none yet */
  line: { at: string; id: number } | null;
}

interface Dated {
  /** ISO 8601 */
  at: string;
}

export type Merged<Entry, Line> = { from: 'history'; entry: Entry } | { from: 'audit'; line: Line };

/**
 * The newest of two lists, newest first. Each list keeps its own order. At the same moment the audit line is newer: it is
 * written after what it tells of.
 */
export function mergeTrail<Entry extends Dated, Line extends Dated>(
  history: readonly Entry[],
  lines: readonly Line[],
  limit: number,
): Merged<Entry, Line>[] {
  const merged: Merged<Entry, Line>[] = [];
  let [h, l] = [0, 0];
  while (merged.length < limit) {
    const [entry, line] = [history[h], lines[l]];
    if (line !== undefined && (entry === undefined || Date.parse(line.at) >= Date.parse(entry.at))) {
      merged.push({ from: 'audit', line });
      l += 1;
    } else if (entry === undefined) break;
    else {
      merged.push({ from: 'history', entry });
      h += 1;
    }
  }
  return merged;
}

/** @returns undefined for a text that no page gave out */
export function readTrailCursor(text: string): TrailCursor | undefined {
  const found = /^(\d{1,7})(?:~(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)~(\d{1,15}))?$/.exec(text);
  if (found === null) return undefined;
  const [, history, at, id] = found;
  if (at !== undefined && Number.isNaN(Date.parse(at))) return undefined;
  return { history: Number(history), line: at === undefined ? null : { at, id: Number(id) } };
}

export function trailCursorText({ history, line }: TrailCursor): string {
  return line === null ? String(history) : `${history}~${line.at}~${line.id}`;
}
