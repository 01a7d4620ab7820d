import { expect, it } from 'vitest';
import { relativeAge } from './relativeAge.ts';

const NOW = Date.parse('2026-11-28T12:00:00Z');

it.each([
  ['2026-11-28T12:00:30Z', 'now', 0],
  ['2026-11-28T11:59:01Z', 'now', 0],
  ['2026-11-28T11:59:00Z', 'minutes', 1],
  ['2026-11-28T11:00:01Z', 'minutes', 59],
  ['2026-11-28T11:00:00Z', 'hours', 1],
  ['2026-11-27T12:00:01Z', 'hours', 23],
  ['2026-11-27T12:00:00Z', 'days', 1],
  ['2026-11-21T12:00:01Z', 'days', 6],
  ['2026-11-21T12:00:00Z', 'date', 0],
  ['2026-11-28T12:01:01Z', 'date', 0],
  ['no time', 'date', 0],
])('%s is %s %i', (iso, unit, count) => {
  expect(relativeAge(iso, NOW)).toEqual({ unit, count });
});
