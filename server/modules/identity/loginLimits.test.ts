import { describe, expect, it } from 'vitest';
import { secondsToWait, type CountedFailure } from './loginLimits.ts';

const NOW = Date.parse('2026-03-14T12:00:00Z');
const minutesAgo = (minutes: number, sameAccount = true): CountedFailure => ({
  at: NOW - minutes * 60_000,
  sameAccount,
});
const failures = (count: number, minutes: number, sameAccount = true) =>
  Array.from({ length: count }, () => minutesAgo(minutes, sameAccount));

describe('secondsToWait', () => {
  it('lets the tenth attempt of an account through, and no eleventh', () => {
    expect(secondsToWait(failures(9, 1), NOW)).toBeNull();
    expect(secondsToWait(failures(10, 1), NOW)).toBe(14 * 60);
  });

  it('lets the hundredth attempt of an address through, and no next one', () => {
    expect(secondsToWait(failures(99, 1, false), NOW)).toBeNull();
    expect(secondsToWait(failures(100, 1, false), NOW)).toBe(14 * 60);
  });

  it('waits for the failure that fills the limit, not for the newest or oldest', () => {
    const newestFirst = [minutesAgo(0), ...failures(8, 2), minutesAgo(5), minutesAgo(9)];
    expect(secondsToWait(newestFirst, NOW)).toBe(10 * 60);
  });

  it('waits for the longer one of both limits', () => {
    expect(secondsToWait([...failures(99, 1, false), ...failures(10, 12)], NOW)).toBe(3 * 60);
    expect(secondsToWait([...failures(10, 1), ...failures(90, 12, false)], NOW)).toBe(14 * 60);
  });

  it('is free when the window has passed', () => {
    expect(secondsToWait(failures(10, 15), NOW)).toBeNull();
    expect(secondsToWait(failures(10, 14.999), NOW)).toBe(1);
  });
});
