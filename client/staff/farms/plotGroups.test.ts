import { describe, expect, it } from 'vitest';
import { certificateState } from './farmForm.ts';
import { farFromOthers, plotGroups } from './plotGroups.ts';

const at = (name: string, latitude: number | null, longitude: number | null) => ({ name, latitude, longitude });

describe('groups of plots', () => {
  const names = (plots: ReturnType<typeof at>[]) => plotGroups(plots).map((group) => group.map(({ name }) => name));

  it.each([
    ['none', [], []],
    ['without a place', [at('Erased', null, null)], []],
    ['near each other', [at('A', -5.2, 145.7), at('B', -5.21, 145.7)], [['A', 'B']]],
    ['far apart', [at('A', -5.2, 145.7), at('B', -6.4, 145.7), at('C', -6.41, 145.7)], [['B', 'C'], ['A']]],
    // A and B are 16 km apart, and C lies between them.
    ['joined by a third one', [at('A', -5.2, 145.7), at('B', -5.35, 145.7), at('C', -5.275, 145.7)], [['A', 'B', 'C']]],
  ])('%s', (_, plots, groups) => {
    expect(names(plots)).toEqual(groups);
  });
});

it.each([
  ['the only plot', [], null],
  ['47 km away', [at('Near', -5.62, 145.7)], null],
  ['111 km away', [at('Far', -6.2, 145.7), at('Farther', -7.2, 145.7)], { km: 111, name: 'Far' }],
])('a plot far from the others is told: %s', (_, others, told) => {
  expect(farFromOthers({ latitude: -5.2, longitude: 145.7 }, others)).toEqual(told);
});

it.each([
  ['2026-11-27', 'expired'],
  ['2026-11-28', 'soon'],
  ['2027-01-27', 'soon'],
  ['2027-01-28', 'valid'],
] as const)('a certificate that expires on %s is %s on 2026-11-28', (day, state) => {
  expect(certificateState(day, '2026-11-28')).toBe(state);
});
