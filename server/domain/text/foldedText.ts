/** First and last code point. */
type Range = readonly [first: number, last: number];

/** Invisible characters: Default_Ignorable_Code_Point and the general category Cf of Unicode 17. */
export const FORMAT_CHARACTERS: readonly Range[] = [
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x600, 0x605],
  [0x61c, 0x61c],
  [0x6dd, 0x6dd],
  [0x70f, 0x70f],
  [0x890, 0x891],
  [0x8e2, 0x8e2],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0x110bd, 0x110bd],
  [0x110cd, 0x110cd],
  [0x13430, 0x1343f],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
];
/** Marks of Latin, Greek and Cyrillic letters; those of other scripts are vowels. */
export const ACCENTS: readonly Range[] = [
  [0x300, 0x36f],
  [0x1ab0, 0x1aff],
  [0x1dc0, 0x1dff],
  [0xfe20, 0xfe2f],
];
/** Separators of words: white space, hyphens and dashes. */
export const BETWEEN_WORDS: readonly Range[] = [
  [0x9, 0xd],
  [0x20, 0x20],
  [0x2d, 0x2d],
  [0x85, 0x85],
  [0xa0, 0xa0],
  [0x58a, 0x58a],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2010, 0x2015],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x2212, 0x2212],
  [0x3000, 0x3000],
  [0x301c, 0x301c],
  [0x30a0, 0x30a0],
  [0xfe58, 0xfe58],
];
/** Characters used as an apostrophe. */
export const APOSTROPHES = '\u0060\u00b4\u02b9\u02bb\u02bc\u2018\u2019\u201b\u2032';
/** Letters that lower-casing does not unify, each with its replacement. */
export const LETTERS = { '\u00df': 'ss', '\u0131': 'i', '\u03c2': '\u03c3' } as const;

const BLANK = classOf(BETWEEN_WORDS, '+');
const FORMAT = classOf(FORMAT_CHARACTERS);
const ACCENT = classOf(ACCENTS);
const APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, 'g');

function classOf(ranges: readonly Range[], times = ''): RegExp {
  const parts = ranges.map((range) => range.map((code) => `\\u{${code.toString(16)}}`).join('-'));
  return new RegExp(`[${parts.join('')}]${times}`, 'gu');
}

export const withoutFormat = (text: string): string => text.replace(FORMAT, '');

/** The text in NFKC, without format characters, with one space between its words. */
export function spaced(text: string): string {
  return withoutFormat(text.replace(APOSTROPHE, "'").normalize('NFKC')).replace(BLANK, ' ').trim();
}

/**
 * A text without differences that do not distinguish names: case, accents, format characters, hyphens, and
 * compatibility forms such as full-width letters, ligatures and the long s. `foldedColumn` does the same in the
 * database.
 */
export function folded(text: string): string {
  const bare = spaced(text).normalize('NFKD').replace(ACCENT, '').normalize('NFKC').toLowerCase();
  return Object.entries(LETTERS).reduce((left, [letter, as]) => left.replaceAll(letter, as), bare);
}
