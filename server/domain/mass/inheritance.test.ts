import { describe, expect, it } from 'vitest';
import type { DeforestationStatus } from '../forest/deforestation.ts';
import { inheritedValues, originShares, varietyShares, worstStatus, type InheritedFrom } from './inheritance.ts';

const EARLY = new Date('2026-03-01T08:00:00Z');
const LATE = new Date('2026-03-20T08:00:00Z');
const ORIGIN: InheritedFrom = {
  variety: 'Criollo',
  harvestDate: '2026-03-05',
  harvestUntil: null,
  certifications: ['UTZ', 'Organic'],
  isAnonymized: false,
  deforestationStatus: 'No Deforestation',
  satelliteAt: LATE,
};

describe('the worst status', () => {
  it.each<[DeforestationStatus[], DeforestationStatus]>([
    [['No Deforestation'], 'No Deforestation'],
    [['No Deforestation', 'Pending Review'], 'Pending Review'],
    [['Pending Review', 'Under Investigation', 'No Deforestation'], 'Under Investigation'],
    [['Under Investigation', 'Deforestation Detected', 'Pending Review'], 'Deforestation Detected'],
  ])('of %j is %s', (statuses, worst) => {
    expect(worstStatus(statuses)).toBe(worst);
    expect(worstStatus(statuses.toReversed())).toBe(worst);
  });

  it('of none is an error', () => expect(() => worstStatus([])).toThrow(RangeError));
});

describe('inherited values', () => {
  it('of one origin are its own', () => {
    expect(inheritedValues([ORIGIN])).toEqual({
      variety: 'Criollo',
      harvestDate: '2026-03-05',
      harvestUntil: '2026-03-05',
      certifications: ['Organic', 'UTZ'],
      isAnonymized: false,
      deforestationStatus: 'No Deforestation',
      satelliteAt: LATE,
    });
  });

  it.each<[string, Partial<InheritedFrom>, Partial<ReturnType<typeof inheritedValues>>]>([
    ['the same variety', { variety: 'Criollo' }, { variety: 'Criollo' }],
    ['another variety', { variety: 'Nacional' }, { variety: 'Other' }],
    ['an earlier harvest', { harvestDate: '2026-02-28' }, { harvestDate: '2026-02-28', harvestUntil: '2026-03-05' }],
    ['a later harvest', { harvestDate: '2026-04-01' }, { harvestDate: '2026-03-05', harvestUntil: '2026-04-01' }],
    [
      'a harvest of several days',
      { harvestDate: '2026-03-01', harvestUntil: '2026-03-09' },
      { harvestDate: '2026-03-01', harvestUntil: '2026-03-09' },
    ],
    ['one common certification', { certifications: ['Organic', 'Fair Trade'] }, { certifications: ['Organic'] }],
    ['no certification', { certifications: [] }, { certifications: [] }],
    ['anonymised', { isAnonymized: true }, { isAnonymized: true }],
    ['a worse status', { deforestationStatus: 'Pending Review' }, { deforestationStatus: 'Pending Review' }],
    ['an older check', { satelliteAt: EARLY }, { satelliteAt: EARLY }],
    ['no check', { satelliteAt: null }, { satelliteAt: null }],
  ])('with an origin that has %s', (_which, change, expected) => {
    const origins = [ORIGIN, { ...ORIGIN, ...change }, ORIGIN];
    expect(inheritedValues(origins)).toMatchObject(expected);
    expect(inheritedValues(origins.toReversed())).toEqual(inheritedValues(origins));
  });

  it('list certifications as the forms do, others by the alphabet behind them', () => {
    const certifications = ['Zeta', 'UTZ', 'Alpha', 'Organic', 'UTZ', 'Fair Trade'];
    const inherited = inheritedValues([
      { ...ORIGIN, certifications },
      { ...ORIGIN, certifications: certifications.toReversed() },
    ]);
    expect(inherited.certifications).toEqual(['Organic', 'Fair Trade', 'UTZ', 'Alpha', 'Zeta']);
  });

  it('of no origin are an error', () => expect(() => inheritedValues([])).toThrow(RangeError));
});

it('shares of varieties are added up, the largest first', () => {
  const origins = [
    { variety: 'Nacional', share: 0.25 },
    { variety: 'Unlisted', share: 0.125 },
    { variety: 'Criollo', share: 0.25 },
    { variety: 'Trinitario', share: 0.125 },
    { variety: 'Nacional', share: 0.25 },
  ];
  const expected = [
    { variety: 'Nacional', share: 0.5 },
    { variety: 'Criollo', share: 0.25 },
    { variety: 'Trinitario', share: 0.125 },
    { variety: 'Unlisted', share: 0.125 },
  ];
  expect(varietyShares(origins)).toEqual(expected);
  expect(varietyShares(origins.toReversed())).toEqual(expected);
});

describe('shares of origins', () => {
  const own = (originId: string, grams: number) => ({ grams, origins: [{ originId, share: 1 }] });

  it('of origin lots are their shares of the grams, by their ids', () => {
    expect(originShares([own('b', 300), own('a', 100)])).toEqual([
      { originId: 'a', share: 0.25 },
      { originId: 'b', share: 0.75 },
    ]);
  });

  it('of derived lots lead back to their origins, and one that comes in twice counts once', () => {
    const derived = { grams: 200, origins: originShares([own('a', 300), own('b', 100)]) };
    expect(originShares([derived, own('b', 200)])).toEqual([
      { originId: 'a', share: 0.375 },
      { originId: 'b', share: 0.625 },
    ]);
  });

  it('sum to 1 over 50 generations', () => {
    let origins = originShares(Array.from({ length: 97 }, (_, at) => own(`lot${at}`, 7 * at + 1)));
    for (let generation = 0; generation < 50; generation += 1) {
      origins = originShares([{ grams: 333, origins }, own(`new${generation}`, 100 / 3)]);
    }
    expect(origins.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
    expect(origins).toHaveLength(147);
  });

  it('of nothing are none', () => expect(originShares([])).toEqual([]));
});
