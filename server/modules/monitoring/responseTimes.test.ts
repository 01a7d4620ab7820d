import { describe, expect, it } from 'vitest';
import { BUCKET_ENDS_MS, bucketOf, percentileMs } from './responseTimes.ts';

const counts = (...given: [ms: number, searches: number][]): number[] => {
  const empty = Array.from({ length: BUCKET_ENDS_MS.length + 1 }, () => 0);
  for (const [ms, searches] of given) empty[bucketOf(ms)] = searches;
  return empty;
};

describe('bucketOf', () => {
  it('takes both sides of an end apart', () => {
    expect([bucketOf(0), bucketOf(25), bucketOf(26), bucketOf(12_800), bucketOf(12_801)]).toEqual([0, 0, 1, 9, 10]);
  });
});

describe('percentileMs', () => {
  it('is not known without searches', () => expect(percentileMs(counts(), 0.95)).toBeNull());

  it('lies in the bucket where the share is reached', () => {
    expect(percentileMs(counts([10, 94], [300, 6]), 0.95)).toBe(233);
    expect(percentileMs(counts([10, 96], [300, 4]), 0.95)).toBe(25);
  });

  it('says no more than it knows of the slowest', () => {
    expect(percentileMs(counts([60_000, 5]), 0.95)).toBe(12_800);
  });
});
