import { describe, expect, it } from 'vitest';
import { newRefreshToken, openSuccessor, refreshTokenHash, signSuccessor } from './refreshTokens.ts';

describe('refresh tokens', () => {
  it('are 32 random bytes, base64url', () => {
    const token = newRefreshToken();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(newRefreshToken()).not.toBe(token);
  });

  it('are stored as SHA-256', () => {
    expect(refreshTokenHash('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});

describe('a sealed successor', () => {
  const [old, next] = [newRefreshToken(), newRefreshToken()];

  it('opens with the token that it follows', () => {
    expect(openSuccessor(old, signSuccessor(old, next))).toBe(next);
  });

  it('opens neither with another token nor with what is stored of the right one', () => {
    const sealed = signSuccessor(old, next);
    expect(() => openSuccessor(newRefreshToken(), sealed)).toThrow();
    expect(() => openSuccessor(refreshTokenHash(old).toString('base64url'), sealed)).toThrow();
  });

  it('does not open once a byte was changed', () => {
    const sealed = signSuccessor(old, next);
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
    expect(() => openSuccessor(old, sealed)).toThrow();
  });

  it('does not show the successor', () => {
    expect(signSuccessor(old, next).toString('latin1')).not.toContain(next);
  });
});
