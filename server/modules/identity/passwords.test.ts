import { verify } from '@node-rs/argon2';
import { describe, expect, it, vi } from 'vitest';
import { DUMMY_HASH, hashPassword, verifyPassword } from './passwords.ts';

// The real one as a spy: its calls show the cost of a check without a clock.
vi.mock('@node-rs/argon2', { spy: true });
const checked = vi.mocked(verify);

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

  it('never match where there is no user, after the work of checking a real hash', async () => {
    const real = await hashPassword('cacao-farmer');
    const parametersOf = (stored: string): string[] => stored.split('$').slice(1, 4);
    expect(parametersOf(DUMMY_HASH)).toEqual(parametersOf(real));
    expect(DUMMY_HASH).toHaveLength(real.length);
    expect(await verifyPassword(null, 'cacao-farmer')).toBe(false);
    expect(checked).toHaveBeenLastCalledWith(DUMMY_HASH, 'cacao-farmer');
  });
});
