import { expect, it } from 'vitest';
import { hidesCharacters } from './hiddenCharacters.ts';

it.each([
  ['a zero-width space', 'Jo\u200bsé'],
  ['a joiner between Latin letters', 'Jo\u200dsé'],
  ['a non-joiner at the end', 'José\u200c'],
  ['a word joiner', 'Jo\u2060sé'],
  ['a byte order mark', '\ufeffJosé'],
  ['a soft hyphen', 'Jo\u00adsé'],
  ['a variation selector behind a letter', 'Jose\ufe0f'],
  ['a mark of direction', 'José\u200e'],
  ['an override of direction', '\u202eésoJ'],
  ['a Hangul filler', 'José\u3164'],
  ['a tag', 'José\u{e0061}'],
])('finds %s', (_name, text) => expect(hidesCharacters(text)).toBe(true));

it.each([
  ['Latin letters with accents', 'José Pérez', 'Jose\u0301'],
  ['a non-joiner of Persian', 'نامه\u200cها'],
  ['a joiner of Devanagari', 'क्\u200dष'],
  ['an emoji of several', 'Block 👩🏾\u200d🌾', 'Kakao ❤\ufe0f'],
  ['a variant of an ideograph', '葛\u{e0100}城'],
  ['a no-break space', 'José\u00a0Pérez'],
])('takes %s', (_name, ...texts) => {
  for (const text of texts) expect(hidesCharacters(text)).toBe(false);
});
