/** A period of harvest days, YYYY-MM-DD, both ends included (decisions, 'Figures'). */
export interface Period {
  from: string;
  to: string;
}

/** More lots than a person compares, and fewer than hold up the server. */
export const MOST_LOTS_AT_ONCE = 50_000;

/** A report covers so many days up to its last one unless told (staff specification, 'Reports tab'). */
const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;

/** The first day of a period that was given its last one alone. @param to YYYY-MM-DD */
export function periodStart(to: string): string {
  const moved = new Date(Date.parse(`${to}T00:00:00Z`) - DEFAULT_DAYS * DAY_MS);
  // A period that ends in the first days of year 1 has no days before those.
  return moved.getUTCFullYear() < 1 ? '0001-01-01' : moved.toISOString().slice(0, 10);
}

/** Whether a period has its days in order. Days of four-digit years compare as text. */
export function isInOrder({ from, to }: Period): boolean {
  return from <= to;
}
