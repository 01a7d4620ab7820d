import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pause } from './pause.ts';

const PORTIONS = 4;
/** Longer and shorter than work may keep the thread. */
const [LONG_MS, SHORT_MS] = [6, 0.5];

let now = 0;
beforeEach(() => {
  now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.restoreAllMocks();
});

test('of several long works one has its turn of the event loop at a time, in their order', async () => {
  let turns = 0;
  const log: [work: string, turn: number][] = [];
  const works = ['a', 'b', 'c'];
  const ended: string[] = [];
  now += LONG_MS;
  const all = works.map(async (work) => {
    for (let portion = 0; portion < PORTIONS; portion += 1) {
      await pause();
      log.push([work, turns]);
      now += LONG_MS;
    }
    ended.push(work);
  });
  while (ended.length < works.length) {
    await setImmediate();
    turns += 1;
  }
  await Promise.all(all);
  expect(log.map(([work]) => work).join('')).toBe('abc'.repeat(PORTIONS));
  expect(new Set(log.map(([, turn]) => turn)).size).toBe(log.length);
});

test('short work goes on without letting go of the thread', async () => {
  now += LONG_MS;
  await pause();
  let others = 0;
  const other = setImmediate().then(() => (others += 1));
  for (let portion = 0; portion < PORTIONS; portion += 1) {
    await pause();
    now += SHORT_MS;
  }
  expect(others).toBe(0);
  await other;
});
