/** The order of day, month and year in dates that begin with no year. */
export const DATE_ORDERS = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;
const PARTS = /^(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4}|\d{2})(?:\s.*)?$/;
const NAMED = /^(\d{1,2})\.?[\s-]+(?:de\s+)?(\p{L}+)\.?,?[\s-]+(?:de\s+)?(\d{4}|\d{2})$/u;
const NAME_FIRST = /^(\p{L}+)\.?\s+(\d{1,2}),?\s+(\d{4})$/u;

/** Beginnings of the names of months in English, German, French and Spanish, without accents. */
const MONTHS: readonly (readonly string[])[] = [
  ['jan', 'ene', 'janv'],
  ['feb', 'fev'],
  ['mar', 'mrz', 'maer'],
  ['apr', 'avr', 'abr'],
  ['may', 'mai'],
  ['jun', 'juin'],
  ['jul', 'juil'],
  ['aug', 'aou', 'ago'],
  ['sep', 'set'],
  ['oct', 'okt'],
  ['nov'],
  ['dec', 'dez', 'dic'],
];

/**
 * The order of a file's dates: by days above 12, else by the separator, since only Americans write the month first and
 * they write it with slashes. Where nothing decides, the day is first.
 */
export function dateOrderOf(texts: Iterable<string>): DateOrder {
  let monthFirst = 0;
  for (const text of texts) {
    const [, first, separator, second] = PARTS.exec(text.trim()) ?? [];
    if (separator === '.' || Number(first) > 12) return 'dmy';
    if (Number(second) > 12) monthFirst += 1;
  }
  return monthFirst > 0 ? 'mdy' : 'dmy';
}

/** A date of a cell as YYYY-MM-DD, or null for what is no day of the calendar. */
export function parseDate(text: string, order: DateOrder): string | null {
  const given = text.trim();
  const iso = ISO.exec(given) ?? COMPACT.exec(given);
  if (iso) return day(iso[1], iso[2], iso[3]);
  const parts = PARTS.exec(given);
  if (parts) {
    const [, first, , second, year] = parts;
    return order === 'dmy' ? day(year, second, first) : day(year, first, second);
  }
  const named = NAMED.exec(given);
  if (named) return day(named[3], monthOf(named[2]), named[1]);
  const nameFirst = NAME_FIRST.exec(given);
  return nameFirst ? day(nameFirst[3], monthOf(nameFirst[1]), nameFirst[2]) : null;
}

function monthOf(name = ''): number {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return MONTHS.findIndex((beginnings) => beginnings.some((beginning) => plain.startsWith(beginning))) + 1;
}

function day(
  year: string | undefined,
  month: string | number | undefined,
  dayOfMonth: string | undefined,
): string | null {
  const full = year?.length === 2 ? `20${year}` : year;
  const text = `${full}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`;
  const at = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text ? null : text;
}
