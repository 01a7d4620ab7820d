import { describe, expect, it } from 'vitest';
import { timeLeft, windowStage } from './changeWindow.ts';

const END = '2026-11-29T14:05:00.000Z';
const before = (ms: number): number => Date.parse(END) - ms;
const HOUR = 3_600_000;

describe('the time in which a statement may be changed', () => {
  it('is told in days, hours and minutes, and is over after its last moment', () => {
    expect(timeLeft(END, before(72 * HOUR))).toEqual({ days: 3, hours: 0, minutes: 0 });
    expect(timeLeft(END, before(21 * HOUR + 12 * 60_000 + 59_999))).toEqual({ days: 0, hours: 21, minutes: 12 });
    expect(timeLeft(END, before(0))).toEqual({ days: 0, hours: 0, minutes: 0 });
    expect(timeLeft(END, before(-1))).toBeNull();
    expect(timeLeft('no time', 0)).toBeNull();
  });

  it.each([
    [24 * HOUR, 'days'],
    [24 * HOUR - 1, 'day'],
    [6 * HOUR, 'day'],
    [6 * HOUR - 1, 'hours'],
    [HOUR, 'hours'],
    [HOUR - 1, 'hour'],
    [-1, 'over'],
  ])('%i ms before its end it is of stage %s', (ms, stage) => {
    expect(windowStage(timeLeft(END, before(ms)))).toBe(stage);
  });
});
