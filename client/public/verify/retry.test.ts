import { describe, expect, it, vi } from 'vitest';
import { waitFor, withRetry } from './retry.ts';

function failing(times: number) {
  let calls = 0;
  return {
    calls: () => calls,
    attempt: async () => {
      calls += 1;
      if (calls <= times) throw new Error(`failure ${calls}`);
      return 'answer';
    },
  };
}

function clock() {
  const waits: number[] = [];
  return { waits, wait: async (milliseconds: number) => void waits.push(milliseconds) };
}

describe('withRetry', () => {
  it('does not wait when the first attempt succeeds', async () => {
    const { waits, wait } = clock();
    await expect(withRetry(failing(0).attempt, { mayPass: () => true, wait })).resolves.toBe('answer');
    expect(waits).toEqual([]);
  });

  it('tries three times more, after 1, 2 and 4 seconds', async () => {
    const { waits, wait } = clock();
    await expect(withRetry(failing(3).attempt, { mayPass: () => true, wait })).resolves.toBe('answer');
    expect(waits).toEqual([1000, 2000, 4000]);
  });

  it('gives up after the third retry with the last failure', async () => {
    const { wait } = clock();
    const job = failing(9);
    await expect(withRetry(job.attempt, { mayPass: () => true, wait })).rejects.toThrow('failure 4');
    expect(job.calls()).toBe(4);
  });

  it('does not retry what will not pass', async () => {
    const { waits, wait } = clock();
    const job = failing(9);
    await expect(withRetry(job.attempt, { mayPass: () => false, wait })).rejects.toThrow('failure 1');
    expect(job.calls()).toBe(1);
    expect(waits).toEqual([]);
  });
});

describe('waitFor', () => {
  it('ends at once when the caller goes', async () => {
    const caller = new AbortController();
    const waiting = waitFor(60_000, caller.signal);
    caller.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
  });

  it('waits as long as asked', async () => {
    vi.useFakeTimers();
    try {
      let over = false;
      const waiting = waitFor(1000, new AbortController().signal).then(() => (over = true));
      await vi.advanceTimersByTimeAsync(999);
      expect(over).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      await waiting;
      expect(over).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });
});
