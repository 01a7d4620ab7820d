/** The character before the decimals of a number. */
export const DECIMALS = ['.', ','] as const;
export type Decimal = (typeof DECIMALS)[number];

/** Blanks and apostrophes that group thousands: French and Swiss files have narrow and non-breaking ones. */
const GROUPS = /[\s'’ʼ]/gu;
const UNIT = /(?:kg|kgs|°?\s?[cC]|%|°|pts?\.?|punkte|points|puntos)$/u;
const PLAIN = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;
const FIGURE = /^[+-]?[\d.,]+$/;

/** The number without unit, blanks between thousands, and with a hyphen for each kind of minus. */
function bare(text: string): string {
  return text.trim().replace(UNIT, '').replace(GROUPS, '').replace(/^[−–]/u, '-');
}

/**
 * The decimal mark that one number shows beyond doubt, or null: 1.250 may be a thousand, 12.5, 0.125 and 1.250,5 may not.
 */
function shownDecimal(text: string): Decimal | null {
  const figure = bare(text);
  if (!FIGURE.test(figure)) return null;
  const digits = figure.replace(/^[+-]/, '');
  const [point, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')];
  if (point >= 0 && comma >= 0) return point > comma ? '.' : ',';
  const mark: Decimal = point >= 0 ? '.' : ',';
  const parts = digits.split(mark);
  const [whole = '', decimals = ''] = parts;
  if (parts.length !== 2) return null;
  return decimals.length !== 3 || whole.length > 3 || whole === '' || whole.startsWith('0') ? mark : null;
}

/**
 * The decimal mark of a file, by the numbers that leave no doubt; where none does, the one that is usual with its
 * separator.
 */
export function decimalOf(texts: Iterable<string>, usual: Decimal): Decimal {
  const votes = { '.': 0, ',': 0 };
  for (const text of texts) {
    const shown = shownDecimal(text);
    if (shown !== null) votes[shown] += 1;
  }
  if (votes['.'] === votes[',']) return usual;
  return votes[','] > votes['.'] ? ',' : '.';
}

/**
 * The number in a cell, or null. Thousands are grouped in threes; a point that cannot group thousands (-5.258413) is a
 * decimal point in a file of decimal commas too, as positions are copied from maps.
 */
export function parseNumber(text: string, decimal: Decimal): number | null {
  const figure = bare(text);
  if (!FIGURE.test(figure)) return PLAIN.test(figure) ? Number(figure) : null;
  const mark = shownDecimal(figure) ?? decimal;
  const group = mark === '.' ? ',' : '.';
  const [whole = '', ...rest] = figure.split(mark);
  if (rest.length > 1) return grouped(figure, mark);
  if (rest.some((decimals) => decimals.includes(group))) return null;
  const ungrouped = whole.includes(group) ? withoutGroups(whole, group) : whole;
  const plain = ungrouped === null ? '' : [ungrouped, ...rest].join('.');
  return PLAIN.test(plain) ? Number(plain) : null;
}

/** A number that has one mark several times: it groups thousands. */
function grouped(figure: string, mark: Decimal): number | null {
  const digits = withoutGroups(figure, mark);
  return digits === null ? null : Number(digits);
}

function withoutGroups(whole: string, group: Decimal): string | null {
  const [first = '', ...others] = whole.replace(/^[+-]/, '').split(group);
  if (!/^\d{1,3}$/.test(first) || !others.every((part) => /^\d{3}$/.test(part))) return null;
  return `${whole.startsWith('-') ? '-' : ''}${first}${others.join('')}`;
}
