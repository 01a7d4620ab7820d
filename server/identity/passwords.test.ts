import { describe, expect, it } from 'vitest';
import { DUMMY_HASH, hashPassword, verifyPassword } from './passwords.ts';

const FORM = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

describe('passwords', () => {
  it('are hashed by argon2id with the documented parameters and a salt of their own', async () => {
    const [first, second] = await Promise.all([hashPassword('cacao-farmer'), hashPassword('cacao-farmer')]);
    expect(first).toMatch(FORM);
    expect(first).not.toBe(second);
  });

  it('are verified', async () => {
    const stored = await hashPassword('cacao-farmer');
    expect(await verifyPassword(stored, 'cacao-farmer')).toBe(true);
    expect(await verifyPassword(stored, 'cacao-Farmer')).toBe(false);
  });

  it('match however a keyboard composes a letter', async () => {
    expect(await verifyPassword(await hashPassword('caf\u00e9-criollo'), 'cafe\u0301-criollo')).toBe(true);
  });

  it('never match where there is no user, at the cost of a real check', async () => {
    expect(DUMMY_HASH).toMatch(FORM);
    expect(DUMMY_HASH).toHaveLength((await hashPassword('cacao-farmer')).length);
    expect(await verifyPassword(null, 'cacao-farmer')).toBe(false);
  });

  it('takes the time of a real hash where there is no such user', async () => {
    const stored = await hashPassword('cacao-farmer');
    // The least of several runs: a busy machine makes some slower, and none faster.
    const leastMs = async (hash: string | null): Promise<number> => {
      const times: number[] = [];
      for (let run = 0; run < 6; run += 1) {
        const began = performance.now();
        expect(await verifyPassword(hash, 'wrong-password')).toBe(false);
        times.push(performance.now() - began);
      }
      return Math.min(...times);
    };
    const ratio = (await leastMs(null)) / (await leastMs(stored));
    expect(ratio).toBeGreaterThan(0.4);
    expect(ratio).toBeLessThan(2.5);
  });
});
