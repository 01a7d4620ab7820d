import { describe, expect, it } from 'vitest';
import type { UserCaller } from '../../platform/access/caller.ts';
import { CallerCache } from './callerCache.ts';

const FARMER: UserCaller = {
  kind: 'user',
  userId: 'user-1',
  username: 'farmer',
  name: 'Maria Kila',
  role: 'farmer',
  email: '',
  farmId: 'FARM001',
  via: { kind: 'session', sessionId: 'session-1' },
};

function cache() {
  const state = { now: Date.parse('2026-03-14T12:00:00Z'), reads: 0 };
  const callers = new CallerCache(() => new Date(state.now));
  const get = (sessionId = 'session-1', userId = 'user-1') =>
    callers.get(sessionId, userId, async () => {
      state.reads += 1;
      return FARMER;
    });
  return { state, callers, get };
}

describe('CallerCache', () => {
  it('reads a session once for many requests', async () => {
    const { state, get } = cache();
    expect(await Promise.all([get(), get(), get()])).toEqual([FARMER, FARMER, FARMER]);
    expect(state.reads).toBe(1);
  });

  it('reads it again after two seconds, and after the clock was set back', async () => {
    const { state, get } = cache();
    await get();
    state.now += 1_999;
    await get();
    expect(state.reads).toBe(1);
    state.now += 1;
    await get();
    expect(state.reads).toBe(2);
    state.now -= 60_000;
    await get();
    expect(state.reads).toBe(3);
  });

  it('forgets one user alone', async () => {
    const { state, callers, get } = cache();
    await get('session-1', 'user-1');
    await get('session-2', 'user-2');
    callers.forget('user-1');
    await get('session-2', 'user-2');
    expect(state.reads).toBe(2);
    await get('session-1', 'user-1');
    expect(state.reads).toBe(3);
  });

  it('does not keep a failed read', async () => {
    const { state, callers, get } = cache();
    await expect(callers.get('session-1', 'user-1', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await get()).toBe(FARMER);
    expect(state.reads).toBe(1);
  });
});
