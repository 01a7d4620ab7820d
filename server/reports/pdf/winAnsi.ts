/** Characters of Windows-1252 outside Latin-1, which the PDF's built-in fonts have. */
const EXTRA = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/** Letters without a decomposition, and signs, by what comes nearest. */
const NEAREST: Record<string, string> = {
  ı: 'i',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ħ: 'h',
  Ħ: 'H',
  ŋ: 'n',
  Ŋ: 'N',
  ɛ: 'e',
  Ɛ: 'E',
  ɔ: 'o',
  Ɔ: 'O',
  ɖ: 'd',
  Ɖ: 'D',
  ƒ: 'f',
  Ƒ: 'F',
  ɣ: 'g',
  Ɣ: 'G',
  ʋ: 'v',
  Ʋ: 'V',
  '−': '-',
  '‐': '-',
  '‑': '-',
  '≥': '>=',
  '≤': '<=',
  '→': '->',
};

/**
 * A text as the PDF's built-in fonts can write it (Windows-1252: the alphabets of Western Europe, with Spanish,
 * Portuguese and French). Another letter loses its mark or becomes its nearest Latin one; what has none becomes '?'.
 * @returns exact: every character was written as it is
 */
export function toWinAnsi(text: string): { text: string; exact: boolean } {
  let exact = true;
  const written = [...text.normalize('NFC')].map((char) => {
    if (/\s/.test(char)) return char === '\n' ? '\n' : ' ';
    if (fits(char)) return char;
    exact = false;
    const bare = char.normalize('NFD').replace(/\p{M}/gu, '');
    return NEAREST[char] ?? ([...bare].every(fits) ? bare : '?');
  });
  return { text: written.join(''), exact };
}

function fits(char: string): boolean {
  const code = char.codePointAt(0) ?? 0;
  return (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) || EXTRA.has(char);
}
