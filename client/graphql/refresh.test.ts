import { describe, expect, it } from 'vitest';
import { createRefresher, RETRY_WAITS, type RefreshAnswer } from './refresh.ts';
import type { DeviceStorage } from '../deviceStorage.ts';
import { ACCESS_TOKEN_KEY } from '../sessionKeys.ts';
import { createTokenStore } from './tokens.ts';

function memoryStorage(): DeviceStorage {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

/** Several tabs that share one storage, one lock and one server that issues a2/r2, a3/r3, ... */
function browser(answer: (call: number) => RefreshAnswer | Error = () => refreshed(1), locks = true) {
  const storage = memoryStorage();
  const sent: { refreshToken: string; attemptId: string }[] = [];
  const waits: number[] = [];
  let line: Promise<unknown> = Promise.resolve();
  let attempt = 0;
  let current: string | null = null;

  const tab = () => {
    const tokens = createTokenStore(storage);
    const refresh = createRefresher({
      tokens,
      exclusively: (task) => {
        if (!locks) return task();
        const turn = line.then(task);
        line = turn.catch(() => undefined);
        return turn;
      },
      send: async (refreshToken, attemptId) => {
        sent.push({ refreshToken, attemptId });
        const said = answer(sent.length);
        if (said instanceof Error) throw said;
        return said;
      },
      attempts: {
        current: () => (current ??= `attempt ${++attempt}`),
        done: () => {
          current = null;
        },
      },
      wait: async (ms) => void waits.push(ms),
    });
    return { tokens, refresh };
  };
  tab().tokens.write({ accessToken: 'a1', refreshToken: 'r1' });
  return { tab, sent, waits, storage };
}

function refreshed(n: number): RefreshAnswer {
  return { kind: 'refreshed', tokens: { accessToken: `a${n + 1}`, refreshToken: `r${n + 1}` } };
}

describe('a refresh', () => {
  const tokenOf = (person: string, n: number) => `x.${btoa(JSON.stringify({ exp: n, sub: person }))}.y`;

  it('gives nobody the session of another, who signed in meanwhile', async () => {
    const { tab, sent } = browser();
    const { tokens, refresh } = tab();
    tokens.write({ accessToken: tokenOf('maria', 2), refreshToken: 'r2' });
    expect(await refresh(tokenOf('maria', 1))).toBe('refreshed');
    expect(await refresh(tokenOf('peter', 1))).toBe('another');
    expect(tokens.read()?.refreshToken).toBe('r2');
    expect(sent).toEqual([]);
  });
});

describe('one refresh', () => {
  it('serves every request of a tab that was refused', async () => {
    const { tab, sent } = browser();
    const { tokens, refresh } = tab();
    const results = await Promise.all([refresh('a1'), refresh('a1'), refresh('a1')]);
    expect(results).toEqual(['refreshed', 'refreshed', 'refreshed']);
    expect(sent).toHaveLength(1);
    expect(tokens.read()).toEqual({ accessToken: 'a2', refreshToken: 'r2' });
  });

  it('serves every request of a tab in a browser without locks', async () => {
    const { tab, sent } = browser(undefined, false);
    const { refresh } = tab();
    await Promise.all([refresh('a1'), refresh('a1')]);
    expect(sent).toHaveLength(1);
  });

  it('serves every tab: who waited for the lock finds the new token', async () => {
    const { tab, sent } = browser();
    const [one, other] = [tab(), tab()];
    expect(await Promise.all([one.refresh('a1'), other.refresh('a1')])).toEqual(['refreshed', 'refreshed']);
    expect(sent).toHaveLength(1);
  });

  it('is made again for the next token', async () => {
    const { tab, sent } = browser((call) => refreshed(call));
    const { refresh, tokens } = tab();
    await refresh('a1');
    await refresh('a2');
    expect(sent.map(({ refreshToken }) => refreshToken)).toEqual(['r1', 'r2']);
    expect(sent[0]?.attemptId).not.toBe(sent[1]?.attemptId);
    expect(tokens.read()?.accessToken).toBe('a3');
  });
});

describe('on a bad line', () => {
  it('asks again under the same attempt id, after growing waits', async () => {
    const { tab, sent, waits } = browser((call) => (call < 3 ? new TypeError('Failed to fetch') : refreshed(1)));
    expect(await tab().refresh('a1')).toBe('refreshed');
    expect(new Set(sent.map(({ attemptId }) => attemptId)).size).toBe(1);
    expect(waits).toEqual([...RETRY_WAITS]);
  });

  it('gives up without logging anyone out, and keeps the attempt for the next time', async () => {
    let down = true;
    const { tab, sent } = browser(() => (down ? new TypeError('Failed to fetch') : refreshed(1)));
    const { refresh, tokens } = tab();
    await expect(refresh('a1')).rejects.toThrow('Failed to fetch');
    expect(tokens.read()).toEqual({ accessToken: 'a1', refreshToken: 'r1' });
    down = false;
    expect(await refresh('a1')).toBe('refreshed');
    expect(new Set(sent.map(({ attemptId }) => attemptId)).size).toBe(1);
  });
});

describe('a session that ended', () => {
  it('is cleared', async () => {
    const { tab } = browser(() => ({ kind: 'ended' }));
    const { refresh, tokens } = tab();
    expect(await refresh('a1')).toBe('ended');
    expect(tokens.read()).toBeNull();
  });

  it('asks nothing when there is no refresh token', async () => {
    const { tab, sent } = browser();
    const { refresh, tokens } = tab();
    tokens.clear();
    expect(await refresh(null)).toBe('ended');
    expect(sent).toHaveLength(0);
  });

  it('stays ended when the person logged out while the answer was under way', async () => {
    const store: { clear?: () => void } = {};
    const { tab } = browser(() => {
      store.clear?.();
      return refreshed(1);
    });
    const { refresh, tokens } = tab();
    store.clear = () => tokens.clear();
    expect(await refresh('a1')).toBe('ended');
    expect(tokens.read()).toBeNull();
  });
});

it('has no session while one of the two tokens is missing', () => {
  const { tab, storage } = browser();
  storage.removeItem(ACCESS_TOKEN_KEY);
  expect(tab().tokens.read()).toBeNull();
});
