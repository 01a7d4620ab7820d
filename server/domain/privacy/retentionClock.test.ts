import { describe, expect, it } from 'vitest';
import { clockDoubt, type ClockEvidence } from './retentionClock.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 25, 3, 41);

describe('what is kept is deleted by a clock that', () => {
  it.each<[string, Partial<ClockEvidence>, ReturnType<typeof clockDoubt>]>([
    ['agrees with all others', {}, null],
    ['differs from the database by an hour', { database: NOW - HOUR }, null],
    ['is more than an hour before the database', { database: NOW + HOUR + 1 }, 'apart'],
    ['is more than an hour behind the database', { database: NOW - HOUR - 1 }, 'apart'],
    ['is years ahead of the database', { process: NOW + 3_650 * DAY }, 'apart'],
    ['is an hour behind the ledger', { ledger: NOW + HOUR }, null],
    ['is more than an hour behind the ledger', { ledger: NOW + HOUR + 1 }, 'behind-ledger'],
    ['is far ahead of a ledger that rests', { ledger: NOW - 400 * DAY }, null],
    ['knows an empty ledger', { ledger: null }, null],
    ['is more than an hour behind the last run', { lastRun: NOW + HOUR + 1 }, 'behind-last-run'],
    ['is two weeks after the last run', { lastRun: NOW - 14 * DAY }, null],
    ['is more than two weeks after the last run', { lastRun: NOW - 14 * DAY - 1 }, 'jump'],
    ['is years ahead, as is the database', { process: NOW + 3_650 * DAY, database: NOW + 3_650 * DAY }, 'jump'],
    [
      'is years ahead, as are the database and the ledger',
      { process: NOW + 3_650 * DAY, database: NOW + 3_650 * DAY, ledger: NOW + 3_650 * DAY },
      'jump',
    ],
    ['was confirmed after a month without a run', { lastRun: NOW - 30 * DAY, confirmed: NOW - DAY }, null],
    ['was confirmed too long ago', { lastRun: NOW - 30 * DAY, confirmed: NOW - 15 * DAY }, 'jump'],
    ['was confirmed for a day to come', { lastRun: NOW - 30 * DAY, confirmed: NOW + DAY }, 'jump'],
    ['was confirmed, and differs from the database', { database: NOW - DAY, confirmed: NOW }, 'apart'],
    ['knows no run before, on a new ledger', { lastRun: null, ledger: NOW - HOUR }, null],
    ['knows no run before, on an old ledger', { lastRun: null, ledger: NOW - 15 * DAY }, 'jump'],
    ['knows nothing', { lastRun: null, ledger: null }, null],
  ])('%s', (_, changed, doubt) => {
    const evidence = { process: NOW, database: NOW, ledger: NOW - HOUR, lastRun: NOW - DAY, confirmed: null };
    expect(clockDoubt({ ...evidence, ...changed })).toBe(doubt);
  });
});
