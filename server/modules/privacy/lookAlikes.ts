/**
 * Letters that look like a letter of ASCII, by that letter: those of Latin, Greek, Cyrillic and Armenian in `security/confusables.txt` of
 * UTS 39, as of January 2024, except those that NFKC and the removal of accents turn into ASCII.
 * Data: copyright Unicode, Inc., under the Unicode License v3 (https://www.unicode.org/license.txt).
 */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  A: '\u0391\u0410',
  B: '\u0392\u0412\ua7b4',
  C: '\u03f9\u0421',
  E: '\u0395\u0415',
  F: '\u03dc\ua798',
  G: '\u050c',
  H: '\u0397\u041d',
  J: '\u037f\u0408\ua7b2',
  K: '\u039a\u041a',
  M: '\u039c\u03fa\u041c',
  N: '\u039d',
  O: '\u039f\u041e\u0555',
  P: '\u03a1\u0420',
  R: '\u01a6',
  S: '\u0405\u054f',
  T: '\u03a4\u0422',
  U: '\u054d',
  V: '\u0474',
  W: '\u051c',
  X: '\u03a7\u0425\ua7b3',
  Y: '\u03a5\u03d2\u0423\u04ae',
  Z: '\u0396',
  a: '\u0251\u03b1\u0430',
  b: '\u0184\u042c',
  c: '\u03f2\u0441\u1d04',
  d: '\u0501',
  e: '\u0435\u04bd\uab32',
  f: '\u0584\u1e9d\ua799\uab35',
  g: '\u018d\u0261\u0581\u1d83',
  h: '\u04bb\u0570',
  i: '\u0131\u0269\u026a\u03b9\u0456\u04cf\u1fbe\ua647',
  j: '\u03f3\u0458',
  l: '\u0196\u01c0\u0399\u0406\u04c0',
  n: '\u0578\u057c',
  o: '\u03bf\u03c3\u043e\u0585\u1d0f\u1d11\uab3d',
  p: '\u03c1\u03f1\u0440',
  q: '\u051b\u0563\u0566',
  r: '\u0433\u1d26\uab47\uab48',
  s: '\u01bd\u0455\ua731',
  u: '\u028b\u03c5\u057d\u1d1c\ua79f\uab4e\uab52',
  v: '\u03bd\u0475\u1d20',
  w: '\u026f\u0461\u051d\u0561\u1d21',
  x: '\u0445',
  y: '\u0263\u028f\u03b3\u0443\u04af\u1d8c\u1eff\uab5a',
  z: '\u1d22',
};

const LETTER_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
);

/** Letters, digits and pairs of them that look alike in lower case. */
const ALIKE: readonly [RegExp, string][] = [
  [/[1i|]/g, 'l'],
  [/0/g, 'o'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
];

/** The letters that a text looks like; a small letter that is in no table looks like the small form of what its capital looks like. */
export function asItLooks(text: string): string {
  return [...text]
    .map((char) => LETTER_OF.get(char) ?? LETTER_OF.get(char.toUpperCase())?.toLowerCase() ?? char)
    .join('');
}

/** A folded text in which letters that look alike are unified. */
export function withoutLookAlikes(folded: string): string {
  return ALIKE.reduce((text, [letters, one]) => text.replace(letters, one), folded);
}
