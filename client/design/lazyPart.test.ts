import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadPart, PART_TIMEOUT_MS, PartNotLoaded } from './lazyPart.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('waits two minutes for a script, and then says that it did not come', async () => {
  const outcome = loadPart(() => new Promise<never>(() => undefined)).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(PART_TIMEOUT_MS - 1);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toBeInstanceOf(PartNotLoaded);
  expect(PART_TIMEOUT_MS).toBe(120_000);
});

it('tells a script that does not come from a part that breaks', async () => {
  const failed = await loadPart(() => Promise.reject(new TypeError('Failed to fetch'))).catch(
    (error: unknown) => error,
  );
  expect(failed).toBeInstanceOf(PartNotLoaded);
  await expect(loadPart(() => Promise.resolve('part'))).resolves.toBe('part');
  expect(vi.getTimerCount()).toBe(0);
});
