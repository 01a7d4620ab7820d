import { beforeEach, describe, expect, it } from 'vitest';
import { Refused } from '../errors/refusal.ts';
import { Rate } from './rate.ts';

const NAME = 'the hash of A';
let now: number;
let rate: Rate;

beforeEach(() => {
  now = 1_000_000;
  rate = new Rate(
    { calls: 20, windowMs: 60_000 },
    (key) => `the hash of ${key}`,
    () => now,
  );
});

/** How many of so many calls are let through. */
function letThrough(calls: number): number {
  let through = 0;
  for (let call = 0; call < calls; call += 1) if (wait() === null) through += 1;
  return through;
}

/** The seconds that a call must wait; null if it is allowed. */
function wait(): number | null {
  try {
    rate.count('A');
    return null;
  } catch (error) {
    if (error instanceof Refused && error.refusal.kind === 'too-many-requests') return error.refusal.retryAfterSeconds;
    throw error;
  }
}

describe('a rate in one process', () => {
  it('lets its calls through in a window, and says when the next one begins', () => {
    now += 1;
    expect(letThrough(30)).toBe(20);
    now += 59_000;
    expect(wait()).toBe(1);
    now += 1_000;
    expect(letThrough(30)).toBe(20);
  });

  it('counts what calls cost beyond themselves, and not what is given back', () => {
    rate.charge('A', 15);
    expect(letThrough(30)).toBe(5);
    rate.giveBack('A');
    expect(letThrough(30)).toBe(1);
    rate.count('B');
  });

  it('of a day is in use once a tenth of it is spent', () => {
    const day = new Rate({ calls: 20, windowMs: 86_400_000 }, (key) => key);
    day.count('A');
    expect(day.inUse).toBe(false);
    day.count('A');
    expect(day.inUse).toBe(true);
  });

  it('forgets windows that are over', () => {
    rate.count('A');
    expect(rate.inUse).toBe(true);
    now += 120_000;
    expect(rate.inUse).toBe(false);
  });
});

describe('a rate in several processes', () => {
  it('tells of callers that have spent a tenth', () => {
    rate.count('A');
    expect(rate.much()).toEqual([]);
    rate.count('A');
    now += 10_000;
    expect(rate.much()).toEqual([{ name: NAME, spent: 2, leftMs: 50_000 }]);
    now += 50_000;
    expect(rate.much()).toEqual([]);
  });

  it('counts what the others tell, as long as it is theirs to tell', () => {
    rate.hear([{ name: NAME, spent: 18, leftMs: 5_000 }]);
    expect(letThrough(30)).toBe(2);
    expect(wait()).toBe(5);
    now += 5_000;
    expect(letThrough(30)).toBe(18);
    rate.hear([]);
    expect(wait()).toBe(55);
  });

  it('waits for a window that is full whatever the others do', () => {
    expect(letThrough(20)).toBe(20);
    rate.hear([{ name: NAME, spent: 3, leftMs: 5_000 }]);
    expect(wait()).toBe(60);
  });
});
