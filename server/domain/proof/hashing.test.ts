import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { canonicalText, commitment, contentTextHash, fromHex, toHex } from './hashing.ts';

const salt = new Uint8Array(32).fill(7);

describe('hashing', () => {
  it('sorts keys and leaves nothing that JSON does not need (RFC 8785)', () => {
    expect(canonicalText({ b: [1, 'é', null], a: { d: 1e21, c: -0 } })).toBe(
      '{"a":{"c":0,"d":1e+21},"b":[1,"é",null]}',
    );
    expect(() => canonicalText(undefined)).toThrow(TypeError);
  });

  it('prefixes a content with 0x00', async () => {
    const expected = createHash('sha256')
      .update(Buffer.from([0]))
      .update('{"é":1}')
      .digest('hex');
    expect(await contentTextHash('{"é":1}')).toBe(expected);
  });

  it('commits to field and value under a salt, prefixed with 0x01', async () => {
    const expected = createHash('sha256')
      .update(Buffer.from([1]))
      .update(salt)
      .update('["place",[-9443100,147180300]]')
      .digest('hex');
    expect(await commitment('place', [-9_443_100, 147_180_300], salt)).toBe(expected);
    expect(await commitment('place2', [-9_443_100, 147_180_300], salt)).not.toBe(expected);
    await expect(commitment('place', null, new Uint8Array(31))).rejects.toThrow(RangeError);
  });

  it('reads and writes hex', () => {
    expect(toHex(fromHex('00ff10'))).toBe('00ff10');
    for (const bad of ['0', '0g', ' 0']) expect(() => fromHex(bad)).toThrow(RangeError);
  });
});
