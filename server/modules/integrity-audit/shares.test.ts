import { describe, expect, it } from 'vitest';
import { ALL_KEYS, COVERED_WITHIN_DAYS, isWithin, keysOfShare, SHARES, sharesDue } from './shares.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 25, 1, 7);

describe('the shares of a night', () => {
  it.each([
    ['none was checked yet', [null, null, null], [0, 1, 2]],
    ['all were checked last night', [1, 1, 1], [0]],
    ['each in its night', [1, 3, 2], [1]],
    ['one was never checked', [1, null, 1], [1]],
    ['two are due tonight', [30, 1, 29], [0, 2]],
    ['the later of two is overdue', [30, 1, 31], [2, 0]],
    ['two are left for two nights', [28, 28, 1], [0]],
    ['three are left for two nights', [28, 28, 28], [0, 1]],
  ])('are, where %s', (_, daysAgo, due) => {
    const checkedAt = daysAgo.map((days) => (days === null ? null : NOW - days * DAY));
    expect(sharesDue(checkedAt, NOW)).toEqual(due);
  });

  it.each([
    ['every night', () => true, 1],
    ['every other night', (night: number) => night % 2 === 0, 2],
    ['without the nights of ten days', (night: number) => night < 10 || night > 20, 3],
  ])('are all checked within 30 days, with a run %s', (_, runs, most) => {
    const checkedAt = Array.from({ length: SHARES }, () => NOW);
    for (let night = 1; night < 200; night += 1) {
      if (!runs(night)) continue;
      const now = NOW + night * DAY;
      const due = sharesDue(checkedAt, now);
      expect(due.length).toBeGreaterThan(0);
      expect(due.length).toBeLessThanOrEqual(most);
      expect(Math.max(...checkedAt.map((at) => now - at))).toBeLessThanOrEqual(COVERED_WITHIN_DAYS * DAY);
      for (const share of due) checkedAt[share] = now;
    }
  });

  it('hold every key once', () => {
    const ranges = Array.from({ length: SHARES }, (_, share) => keysOfShare(share, SHARES));
    const keys = [
      '',
      '0',
      'f'.repeat(32),
      'g',
      ...ranges.map(({ from }) => from),
      ...ranges.map(({ from }) => `${from}7`),
    ];
    for (const key of keys) {
      expect(ranges.filter((range) => isWithin(key, [range]))).toHaveLength(1);
      expect(isWithin(key, [ALL_KEYS])).toBe(true);
    }
  });
});
