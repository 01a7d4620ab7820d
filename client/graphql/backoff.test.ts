import { afterEach, expect, it, vi } from 'vitest';
import { backoffMs, waitForTry } from './backoff.ts';

afterEach(() => {
  vi.useRealTimers();
});

it.each([
  [0, 0, 500],
  [0, 1, 1000],
  [1, 1, 2000],
  [3, 0, 4000],
  [5, 1, 30_000],
  [1_000_000, 1, 30_000],
])('after %i tries, with chance %d, waits %d ms', (tries, random, expected) => {
  expect(backoffMs(tries, random)).toBe(expected);
});

it('a device that has a line again tries at once, others when it is time', async () => {
  vi.useFakeTimers();
  const device = new EventTarget();
  const over: string[] = [];
  const first = waitForTry(30_000, device).then(() => over.push('first'));
  device.dispatchEvent(new Event('online'));
  await first;
  expect(vi.getTimerCount()).toBe(0);
  const second = waitForTry(30_000, device).then(() => over.push('second'));
  await vi.advanceTimersByTimeAsync(29_999);
  expect(over).toEqual(['first']);
  await vi.advanceTimersByTimeAsync(1);
  await second;
});
