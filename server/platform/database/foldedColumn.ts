import { ACCENTS, APOSTROPHES, BETWEEN_WORDS, FORMAT_CHARACTERS, LETTERS } from '../../domain/text/foldedText.ts';

/**
 * SQL for a text as `folded` makes it, to search for a word that was folded the same way. The database decides which
 * letters have another case, for both. @param text an SQL expression
 */
export function foldedColumn(text: string): string {
  const plain = `translate(${text}, '${APOSTROPHES}', repeat('''', ${APOSTROPHES.length}))`;
  const words = replaced(replaced(`normalize(${plain}, NFKC)`, FORMAT_CHARACTERS, ''), BETWEEN_WORDS, ' ', '+');
  const bare = `lower(normalize(${replaced(`normalize(btrim(${words}), NFKD)`, ACCENTS, '')}, NFKC))`;
  return Object.entries(LETTERS).reduce((left, [letter, as]) => `replace(${left}, '${letter}', '${as}')`, bare);
}

type Ranges = typeof ACCENTS;

function replaced(text: string, ranges: Ranges, by: string, times = ''): string {
  const parts = ranges.map((range) => range.map((code) => `\\U${code.toString(16).padStart(8, '0')}`).join('-'));
  return `regexp_replace(${text}, '[${parts.join('')}]${times}', '${by}', 'g')`;
}
