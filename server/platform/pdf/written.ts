const PLAIN = /^[\x20-\x7e]*$/;
const CONTROL = /\p{Cc}/u;

/** Signs that the font lacks, in plain characters. */
const IN_OTHER_WORDS: Record<string, string> = { '≥': '>=', '≤': '<=', '→': '->', '‐': '-', '‑': '-' };

/**
 * A text as a font can write it: composed (NFC), white space as spaces but for line breaks, and a few signs in plain characters. A letter that the font lacks
 * loses its marks where it has the bare one; what it cannot write at all becomes '?'.
 * @param letters code points that the font has
 * @returns exact: every letter was written as it is
 */
export function written(text: string, letters: ReadonlySet<number>): { text: string; exact: boolean } {
  if (PLAIN.test(text)) return { text, exact: true };
  const has = (char: string): boolean => letters.has(char.codePointAt(0) ?? 0) && !CONTROL.test(char);
  let exact = true;
  const chars = [...text.normalize('NFC')].map((char) => {
    if (/\s/.test(char)) return char === '\n' ? '\n' : ' ';
    if (has(char)) return char;
    const said = IN_OTHER_WORDS[char];
    if (said !== undefined) return said;
    exact = false;
    const bare = [...char.normalize('NFD').replace(/\p{M}/gu, '')];
    return bare.length > 0 && bare.every(has) ? bare.join('') : '?';
  });
  return { text: chars.join(''), exact };
}
