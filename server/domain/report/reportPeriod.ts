/** A period of harvest days, YYYY-MM-DD, both ends included (docs/spec/reports.md, 'Compliance report'). */
export interface Period {
  from: string;
  to: string;
}

/** More lots than a person compares, and fewer than hold up the server. */
export const MOST_LOTS_AT_ONCE = 50_000;

/** Default length of a report's period in days (docs/spec/reports.md, 'Compliance report'). */
const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;

/** The first day of a period with only its last one given. @param to YYYY-MM-DD */
export function periodStart(to: string): string {
  const moved = new Date(Date.parse(`${to}T00:00:00Z`) - DEFAULT_DAYS * DAY_MS);
  // A period that ends in the first days of year 1 has no days before those.
  return moved.getUTCFullYear() < 1 ? '0001-01-01' : moved.toISOString().slice(0, 10);
}

/** Whether a period has its days in order. Days of four-digit years compare as text. */
export function isInOrder({ from, to }: Period): boolean {
  return from <= to;
}
