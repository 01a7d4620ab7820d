/** How the bytes of a text file are read; the names are those of `TextDecoder`. */
export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type TextEncoding = (typeof ENCODINGS)[number];

/** What stands between the cells of a line. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** Lines that are compared to find the separator. */
const LINES = 20;
/** Excel's own line that names the separator. */
const NAMED = /^sep=([,;\t|])\s*(?:\n|$)/i;

/**
 * The encoding of a text file: by its byte order mark, else by the zeros that UTF-16 has at every other byte, else UTF-8
 * if all of it is, and else what Windows writes in Western Europe.
 * @param start the first bytes
 * @param isUtf8 whether the whole file can be read as UTF-8
 */
export function encodingOf(start: Uint8Array, isUtf8: boolean): TextEncoding {
  const [first, second] = start;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  start.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  // Latin letters in UTF-16 are every other byte; a stray zero in a text is an error of that text.
  if (odd > start.length / 4 && even === 0) return 'utf-16le';
  if (even > start.length / 4 && odd === 0) return 'utf-16be';
  return isUtf8 ? 'utf-8' : 'windows-1252';
}

/** Length of a first line that only names the separator, and that separator. */
export function namedDelimiter(text: string): { delimiter: Delimiter; length: number } | null {
  const found = NAMED.exec(text);
  const delimiter = DELIMITERS.find((one) => one === found?.[1]);
  return found === null || delimiter === undefined ? null : { delimiter, length: found[0].length };
}

/**
 * The separator of a text: the one that most of the first lines have as often as the first line that has it; with equal
 * lines the one that is there more often. Separators in quotes do not count.
 * @param text the beginning, with line feeds
 */
export function delimiterOf(text: string): Delimiter {
  const lines = countsOfLines(text);
  let best: { delimiter: Delimiter; lines: number; cells: number } = { delimiter: ',', lines: 0, cells: 0 };
  for (const delimiter of DELIMITERS) {
    const counts = lines.map((line) => line.get(delimiter) ?? 0);
    const cells = counts.find((count) => count > 0) ?? 0;
    const alike = cells === 0 ? 0 : counts.filter((count) => count === cells).length;
    if (alike > best.lines || (alike === best.lines && cells > best.cells)) best = { delimiter, lines: alike, cells };
  }
  return best.delimiter;
}

/** How often each separator is in the first lines, outside of quotes. */
function countsOfLines(text: string): Map<string, number>[] {
  const lines: Map<string, number>[] = [];
  let line = new Map<string, number>();
  let quoted = false;
  for (const character of text) {
    if (character === '"') quoted = !quoted;
    else if (character === '\n' && !quoted) {
      if (line.size > 0 && lines.push(line) === LINES) return lines;
      line = new Map();
    } else if (!quoted) line.set(character, (line.get(character) ?? 0) + 1);
  }
  if (line.size > 0) lines.push(line);
  return lines;
}
