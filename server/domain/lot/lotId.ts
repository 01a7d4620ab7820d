/** The staff form's id: LOT and 3 to 5 digits (docs/spec/lots-and-stages.md, 'Lot id'). */
export const STAFF_LOT_ID = /^LOT\d{3,5}$/;

/** What the API and the public search accept: LOT and 1 to 20 letters, digits, underscores or dashes. */
export const PUBLIC_LOT_ID = /^LOT[A-Z0-9_-]{1,20}$/i;
/** The same for programs that read schemas, which know no flags. */
export const PUBLIC_LOT_ID_PATTERN = '^[Ll][Oo][Tt][A-Za-z0-9_-]{1,20}$';

/** Lot ids are compared without case and stored in upper case (docs/spec/lots-and-stages.md, 'Lot id'). */
export function normaliseLotId(text: string): string {
  return text.trim().toUpperCase();
}

/** Why a text is no lot id: none was given, it is blank, or it has another form. */
export type LotIdFault = 'missing' | 'empty' | 'form';

/**
 * Checks a lot id that a shopper typed or a partner sent (docs/spec/lots-and-stages.md, 'Lot id'). @returns the
 * normalised id, or the fault
 */
export function parsePublicLotId(text: string | null | undefined): { lotId: string } | { fault: LotIdFault } {
  if (text === null || text === undefined) return { fault: 'missing' };
  if (text.trim() === '') return { fault: 'empty' };
  if (!PUBLIC_LOT_ID.test(text.trim())) return { fault: 'form' };
  return { lotId: normaliseLotId(text) };
}

/** A lot id made from the clock, LOT and five digits: what the wizard proposes while the server cannot be asked. */
export function lotIdFromClock(now: Date): string {
  return `LOT${String(now.getTime() % 100_000).padStart(5, '0')}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether an `{id}` of a path or argument is the lot's UUID (else it is read as a lotId). */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
