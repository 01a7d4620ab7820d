import { describe, expect, it } from 'vitest';
import { backlogEnds, classPosition, nextRecheck, recheckClass, RECHECK_CLASSES } from './recheck.ts';
import { STAGES } from '../lot/stages.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = new Date('2026-05-01T08:00:00.000Z');
const uuid = (last32bits: number): string => `8c1f2c1e-6d3b-4c59-9a64-1c2d${last32bits.toString(16).padStart(8, '0')}`;

describe('which lots are checked again first', () => {
  const quiet = { openAlert: false, country: 'PG', stage: 'drying' } as const;

  it.each([
    ['an open alert before all else', { openAlert: true, country: 'MM', stage: 'processed' }, 'open_alert'],
    ['high risk before shipping', { ...quiet, country: 'MM', stage: 'processed' }, 'high_risk'],
    ['shipping next', { ...quiet, stage: 'processed' }, 'to_be_shipped'],
    ['all others', quiet, 'other'],
    ['a place in no country', { ...quiet, country: null }, 'other'],
  ] as const)('%s', (_, lot, expected) => {
    expect(recheckClass(lot)).toBe(expected);
  });

  it.each([
    ['BY', 'high_risk'],
    ['KP', 'high_risk'],
    ['MM', 'high_risk'],
    ['RU', 'high_risk'],
    // low by the same list
    ['GH', 'other'],
    ['PG', 'other'],
    // standard
    ['CI', 'other'],
    ['CM', 'other'],
    ['EC', 'other'],
    ['PE', 'other'],
  ])('country %s is %s', (country, expected) => {
    expect(recheckClass({ ...quiet, country })).toBe(expected);
  });

  it('is about to be shipped in one stage alone', () => {
    const hurried = STAGES.filter((stage) => recheckClass({ ...quiet, stage }) === 'to_be_shipped');
    expect(hurried).toEqual(['processed']);
  });

  it('is stored in that order', () => {
    expect(RECHECK_CLASSES.map(classPosition)).toEqual([0, 1, 2, 3]);
  });
});

describe('the next check of a lot', () => {
  const waits = (id: string, checkedAt = at): number => nextRecheck(id, checkedAt).getTime() - checkedAt.getTime();
  const many = Array.from({ length: 3_000 }, (_, i) => uuid(Math.floor((i * 2 ** 32) / 3_000)));

  it('comes within 30 days, never within one, and at the same moment for the same lot', () => {
    for (const id of many) {
      expect(waits(id)).toBeGreaterThanOrEqual(DAY);
      expect(waits(id)).toBeLessThanOrEqual(30 * DAY);
      expect(nextRecheck(id, at)).toEqual(nextRecheck(id, at));
    }
  });

  it('of lots that were checked in one hour is spread over the month', () => {
    const perDay = Array<number>(30).fill(0);
    for (const id of many) perDay[Math.ceil(waits(id) / DAY) - 1]! += 1;
    expect(perDay[0]).toBe(0);
    // Those of the first day are put to the last one.
    expect(perDay.slice(1, 29).every((lots) => lots >= 98 && lots <= 102)).toBe(true);
    expect(perDay[29]).toBeGreaterThanOrEqual(198);
  });

  it('comes every 30 days, however late the checks are made', () => {
    for (const id of many.slice(0, 300)) {
      let checked = at;
      const due: number[] = [];
      for (let month = 0; month < 5; month += 1) {
        const next = nextRecheck(id, checked);
        due.push(next.getTime());
        checked = new Date(next.getTime() + 5 * 60_000);
      }
      const gaps = due.slice(2).map((time, i) => time - (due[i + 1] ?? 0));
      expect(gaps).toEqual([30 * DAY, 30 * DAY, 30 * DAY]);
    }
  });

  it('of damaged files comes the next day', () => {
    expect(nextRecheck(uuid(7), at, true)).toEqual(new Date(at.getTime() + DAY));
  });
});

describe('when the backlog is worked off', () => {
  const backlog = { now: at, due: 600, checks: 300, since: new Date(at.getTime() - HOUR), away: false };
  const hours = (end: Date | null): number | null => end && (end.getTime() - at.getTime()) / HOUR;

  it.each([
    ['at the pace of the hour', {}, 2],
    ['at the pace since the first check of that hour', { since: new Date(at.getTime() - HOUR / 2) }, 1],
    ['by a pace of a minute at least', { since: at, checks: 10, due: 60 }, 0.1],
    ['is not known where nothing was checked', { checks: 0, since: null }, null],
    ['is not known while the source is away', { away: true }, null],
    ['is over where nothing waits', { due: 0 }, null],
  ] as const)('%s', (_, changes, expected) => {
    expect(hours(backlogEnds({ ...backlog, ...changes }))).toBe(expected);
  });
});
