/** How long an import can be undone. */
export const UNDO_MINUTES = 60;

/**
 * Events of a lot that nobody builds on: what the program finds out, what corrects the registration, and erasures. Any other
 * event is work that an undo would lose: a stage, grams that left the lot, a step of an alert.
 */
const BUILT_UPON_BY_NONE = new Set(['created', 'satellite', 'edited', 'weighed', 'inherited', 'erased', 'deleted']);

/** What the rule needs of an event of a lot. */
export interface EventKind {
  type: string;
  /** of an event about an alert: what was done */
  step?: string | null;
}

/** Whether something was built on a lot since its import. A check raises alerts by itself. */
export function isBuiltUpon(events: readonly EventKind[]): boolean {
  return events.some(({ type, step }) => !BUILT_UPON_BY_NONE.has(type) && !(type === 'alert' && step === 'raised'));
}

/** Why an import cannot be undone; null: it can. */
export type UndoFault = { kind: 'undone' } | { kind: 'late' } | { kind: 'built'; lotIds: string[] } | null;

/** Whether an import may be undone by what became of it and of its lots. Who may is another rule. */
export function mayUndoImport(
  made: { at: Date; isUndone: boolean },
  now: Date,
  lots: readonly { lotId: string; events: readonly EventKind[] }[],
): UndoFault {
  if (made.isUndone) return { kind: 'undone' };
  if (!isUndoTime(made.at, now)) return { kind: 'late' };
  const lotIds = lots.filter(({ events }) => isBuiltUpon(events)).map(({ lotId }) => lotId);
  return lotIds.length > 0 ? { kind: 'built', lotIds } : null;
}

/** Until when an import can be undone. */
export function undoUntil(at: Date): Date {
  return new Date(at.getTime() + UNDO_MINUTES * 60_000);
}

function isUndoTime(at: Date, now: Date): boolean {
  return now < undoUntil(at);
}
