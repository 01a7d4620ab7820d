import { generateKeyPairSync, sign, verify } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { derInteger, derOctetString, derSequence, readElements, signatureFromDer, signatureToDer } from './der.ts';
import { fromHex, toHex } from './hashing.ts';

const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const raw = (r: bigint, s: bigint): Uint8Array =>
  fromHex(r.toString(16).padStart(64, '0') + s.toString(16).padStart(64, '0'));

describe('DER', () => {
  it.each([
    [0, '020100'],
    [1, '020101'],
    [127, '02017f'],
    [128, '02020080'],
    [256, '02020100'],
    [65_535, '020300ffff'],
    [4_294_967_296, '02050100000000'],
    [Number.MAX_SAFE_INTEGER, '02071fffffffffffff'],
  ])('writes the integer %i', (value, hex) => {
    expect(toHex(derInteger(value))).toBe(hex);
  });

  it('writes no integer that is negative or not whole', () => {
    for (const value of [-1, 0.5, Number.NaN, 2 ** 53]) expect(() => derInteger(value)).toThrow(RangeError);
  });

  it.each([
    [0, '0400'],
    [127, '047f'],
    [128, '048180'],
    [256, '04820100'],
  ])('writes the length of %i bytes', (length, prefix) => {
    expect(toHex(derOctetString(new Uint8Array(length)))).toBe(prefix + '00'.repeat(length));
  });
});

describe('elements of DER', () => {
  it.each([0, 127, 128, 255, 256, 65_000])('are read as they were written, %i bytes long', (length) => {
    const [first, second] = [derOctetString(new Uint8Array(length).fill(7)), derInteger(length)];
    const read = readElements(new Uint8Array([...first, ...second]));
    expect(read.map(({ tag, whole }) => [tag, toHex(whole)])).toEqual([
      [0x04, toHex(first)],
      [0x02, toHex(second)],
    ]);
    expect(read[0]?.content.length).toBe(length);
    expect(readElements(derSequence(first, second)).map(({ tag }) => tag)).toEqual([0x30]);
  });

  it.each([
    ['a length alone missing', '04'],
    ['less than its length', '0403ffff'],
    ['a length of more bytes than it needs', '04817f' + '00'.repeat(127)],
    ['a length with a zero before it', '048200ff' + '00'.repeat(255)],
    ['a length without an end', '0480ff0000'],
    ['a length of three bytes', '0483010000' + '00'.repeat(65_536)],
    ['a tag of several bytes', '1f810100'],
  ])('are none with %s', (_what, hex) => {
    expect(() => readElements(fromHex(hex))).toThrow(RangeError);
  });
});

describe('signatures in DER', () => {
  it('are short where the numbers are small, and padded where the first bit is set', () => {
    expect(toHex(signatureToDer(raw(1n, 2n)))).toBe('3006020101020102');
    const half = ORDER >> 1n;
    expect(toHex(signatureToDer(raw(1n << 255n, half)))).toBe(
      `3045022100${'8'.padEnd(64, '0')}0220${half.toString(16).padStart(64, '0')}`,
    );
  });

  it('have the lower of the two possible s', () => {
    expect(toHex(signatureToDer(raw(5n, ORDER - 2n)))).toBe('3006020105020102');
    expect(toHex(signatureToDer(raw(5n, (ORDER >> 1n) + 1n)))).toBe(toHex(signatureToDer(raw(5n, ORDER >> 1n))));
  });

  it('come back as they were written, and no change of form is taken', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, ORDER - 1n), fc.bigInt(1n, ORDER >> 1n), fc.nat(), (r, s, choice) => {
        const bytes = raw(r, s);
        const der = signatureToDer(bytes);
        expect(signatureFromDer(der)).toEqual(bytes);
        expect(signatureFromDer(Uint8Array.of(...der, 0))).toBeNull();
        expect(signatureFromDer(der.subarray(0, -1))).toBeNull();
        const changed = der.slice();
        const at = choice % der.length;
        changed[at] = (changed[at] ?? 0) ^ 1;
        expect(signatureFromDer(changed)).not.toEqual(bytes);
      }),
    );
  });

  it.each([
    '',
    '30',
    '3000',
    '3006020101',
    '300702020001020102',
    '3006020101020181',
    '3006030101020102',
    '020101020102',
  ])('take no %s', (hex) => {
    expect(signatureFromDer(fromHex(hex))).toBeNull();
  });

  it('take no high s, which OpenSSL takes', () => {
    const high = fromHex('3026020105022100' + (ORDER - 2n).toString(16));
    expect(signatureFromDer(high)).toBeNull();
  });

  it('are valid for OpenSSL', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    for (let i = 0; i < 20; i += 1) {
      const message = Buffer.from([i]);
      const der = signatureToDer(sign('sha256', message, { key: privateKey, dsaEncoding: 'ieee-p1363' }));
      expect(verify('sha256', message, publicKey, der)).toBe(true);
    }
  });
});
