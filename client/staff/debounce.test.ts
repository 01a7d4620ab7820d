import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { debounce } from './debounce.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs once when a burst pauses', () => {
  const run = vi.fn<() => void>();
  const { call } = debounce(run, 400, 2000);
  call();
  vi.advanceTimersByTime(300);
  call();
  vi.advanceTimersByTime(399);
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(10_000);
  expect(run).toHaveBeenCalledTimes(1);
});

it('does not wait for the end of a long burst', () => {
  const run = vi.fn<() => void>();
  const { call } = debounce(run, 400, 2000);
  for (let at = 0; at < 4000; at += 100) {
    call();
    vi.advanceTimersByTime(100);
  }
  expect(run).toHaveBeenCalledTimes(2);
});

it('cancels a pending run', () => {
  const run = vi.fn<() => void>();
  const { call, stop } = debounce(run, 400, 2000);
  call();
  stop();
  vi.advanceTimersByTime(10_000);
  expect(run).not.toHaveBeenCalled();
});
