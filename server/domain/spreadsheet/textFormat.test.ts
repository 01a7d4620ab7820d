import { describe, expect, it } from 'vitest';
import { delimiterOf, encodingOf, namedDelimiter } from './textFormat.ts';

const bytes = (text: string, encoding: BufferEncoding) => new Uint8Array(Buffer.from(text, encoding));

describe('the encoding', () => {
  it.each([
    ['utf-8', bytes('Länge', 'utf8'), true, 'utf-8'],
    ['Windows', bytes('Länge', 'latin1'), false, 'windows-1252'],
    ['UTF-16 with its mark', new Uint8Array([0xff, 0xfe, ...bytes('Länge', 'utf16le')]), false, 'utf-16le'],
    ['the other UTF-16', new Uint8Array([0xfe, 0xff, 0, 0x4c]), false, 'utf-16be'],
    ['UTF-16 without a mark', bytes('farmId\tweight', 'utf16le'), true, 'utf-16le'],
    ['the other UTF-16 without a mark', new Uint8Array([0, 0x66, 0, 0x61, 0, 0x72]), true, 'utf-16be'],
    ['UTF-8 with a stray zero', bytes('LOT\u0000,FARM001', 'utf8'), true, 'utf-8'],
    ['nothing', new Uint8Array(), true, 'utf-8'],
  ])('of %s', (_, start, isUtf8, encoding) => {
    expect(encodingOf(start, isUtf8)).toBe(encoding);
  });
});

describe('the separator', () => {
  it.each([
    ['a,b,c\n1,2,3\n', ','],
    ['a;b;c\n1,5;2,5;3,5\n', ';'],
    ['Name;Certified\nKaupa, Maria;Organic, UTZ\nKila, Grace;UTZ\n', ';'],
    ['a\tb\n1\t2\n', '\t'],
    ['a|b|c\n1;5|2|3\n', '|'],
    ['"a;b;c;d",b\n"e",f\n', ','],
    ['Harvest of March\n\na;b\n1;2\n', ';'],
    ['one column\n1\n', ','],
    ['', ','],
  ])('of %j is %j', (text, delimiter) => {
    expect(delimiterOf(text)).toBe(delimiter);
  });

  it.each([
    ['sep=;\na;b', { delimiter: ';', length: 6 }],
    ['SEP=|', { delimiter: '|', length: 5 }],
    ['sep=x\n', null],
    ['separate;b\n', null],
  ])('may be named: %j', (text, named) => {
    expect(namedDelimiter(text)).toEqual(named);
  });
});
