import { describe, expect, it } from 'vitest';
import { cellText, csvCell, csvLine } from './csv.ts';

describe('a cell', () => {
  it.each([
    ['=HYPERLINK(1)', `'=HYPERLINK(1)`],
    ['+675 1', `'+675 1`],
    ['-2+3', `'-2+3`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['＝1', `'＝1`],
    ['\t=1', `"'\t=1"`],
    ['\r=1', `"'\r=1"`],
    [`'=1`, `''=1`],
    ['=1,"a"', `"'=1,""a"""`],
  ])('is neutralised: %j', (text, cell) => {
    expect(csvCell(text)).toBe(cell);
  });

  it.each([
    [-5.258413, '-5.258413'],
    [0, '0'],
    [true, 'true'],
    [null, ''],
    ['Maria Kaupa', 'Maria Kaupa'],
    ["O'Brien", "O'Brien"],
    ["'quoted'", "'quoted'"],
    ['a,b', '"a,b"'],
    ['a;b', '"a;b"'],
    ['line\nbreak', '"line\nbreak"'],
    ['say "so"', '"say ""so"""'],
  ])('stays what it is: %j', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });

  it.each(['=1', `'=1`, `''=1`, "O'Brien", "'quoted'", '-', 'plain', ''])('is read back as it was: %j', (text) => {
    expect(cellText(csvCell(text))).toBe(text);
  });
});

it('ends a line as RFC 4180 says', () => {
  expect(csvLine(['a', -1, null, '=b'])).toBe("a,-1,,'=b\r\n");
});
