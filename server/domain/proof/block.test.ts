import { describe, expect, it } from 'vitest';
import { headerBytes, headerHash } from './block.ts';
import { fromHex, sha256, toHex } from './hashing.ts';

const header = { number: 300, previousHash: '11'.repeat(32), dataHash: '22'.repeat(32) };

describe('block header', () => {
  it("is Fabric's SEQUENCE of number, previous hash and data hash", () => {
    expect(toHex(headerBytes(header))).toBe(`30480202012c0420${'11'.repeat(32)}0420${'22'.repeat(32)}`);
  });

  it('has an empty previous hash in the first block', () => {
    const first = { number: 0, previousHash: '', dataHash: '22'.repeat(32) };
    expect(toHex(headerBytes(first))).toBe(`302702010004000420${'22'.repeat(32)}`);
  });

  it('is hashed with SHA-256', async () => {
    const bytes = fromHex(`30480202012c0420${'11'.repeat(32)}0420${'22'.repeat(32)}`);
    expect(await headerHash(header)).toBe(toHex(await sha256(bytes)));
  });
});
