import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { lockKey, unlockKey } from './lockedKey.ts';

const SECRET = 'a-secret-for-tests-that-is-long-enough';

describe('a locked key', () => {
  const key = randomBytes(32);
  const locked = lockKey(key, SECRET, 'seal-key', 'ab12');
  const changed = Buffer.from(locked);
  changed[50] = (changed[50] ?? 0) ^ 1;

  it('opens for its owner, purpose and secret alone', () => {
    expect(unlockKey(locked, SECRET, 'seal-key', 'ab12')).toEqual(key);
  });

  it.each([
    ['another secret', locked, `${SECRET}!`, 'seal-key', 'ab12'],
    ['another purpose', locked, SECRET, 'ledger-key', 'ab12'],
    ['another owner', locked, SECRET, 'seal-key', 'ab13'],
    ['a changed byte', changed, SECRET, 'seal-key', 'ab12'],
    ['too few bytes', locked.subarray(0, 20), SECRET, 'seal-key', 'ab12'],
  ] as const)('stays closed to %s', (_, bytes, secret, purpose, owner) => {
    expect(unlockKey(bytes, secret, purpose, owner)).toBeNull();
  });
});
