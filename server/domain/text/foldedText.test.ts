import { describe, expect, it } from 'vitest';
import { SPELLINGS } from '../../../tests/support/nameSpellings.ts';
import { folded } from './foldedText.ts';

describe('a folded name', () => {
  it.each([...SPELLINGS, '  José Pérez\t'])('is the same for %j', (name) => expect(folded(name)).toBe('jose perez'));

  it.each([
    ['STRASSE', 'Straße'],
    ['IŞIK', 'Işık'],
    ['ΟΔΥΣΣΕΥΣ', 'Οδυσσεύς'],
    ["D'Souza", 'D\u2019Souza'],
    ['ﬁona', 'Fiona'],
  ])('is the same for %j and %j', (a, b) => expect(folded(a)).toBe(folded(b)));

  it('keeps marks that are vowels', () => {
    expect(folded('\u0930\u093e\u092e')).not.toBe(folded('\u0930\u092e'));
  });
});

it('format characters are those that Unicode names so', () => {
  const named = /^[\p{Default_Ignorable_Code_Point}\p{Cf}]$/u;
  const codes = Array.from({ length: 0x110000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff);
  const left = codes.filter(
    (code) => named.test(String.fromCodePoint(code)) && folded(String.fromCodePoint(code)) !== '',
  );
  expect(left.map((code) => code.toString(16))).toEqual([]);
});
