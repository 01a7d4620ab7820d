const PLAIN = /^[\x20-\x7e]*$/;
const CONTROL = /\p{Cc}/u;

/** Replacements for characters that the font lacks. */
const IN_OTHER_WORDS: Record<string, string> = { '≥': '>=', '≤': '<=', '→': '->', '‐': '-', '‑': '-' };

/**
 * A text as a font can write it: composed (NFC), white space as spaces except line breaks, and some characters replaced
 * by plain ones. A letter that the font lacks loses its diacritics if the font has the base letter; everything else
 * becomes '?'.
 * @param letters code points that the font has
 * @returns exact: every letter was written unchanged
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
