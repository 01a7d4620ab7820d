import { describe, expect, it } from 'vitest';
import type { EventContent } from './content.ts';
import { massAfter, type LotMass } from './lotMass.ts';

const KEY = 'c'.repeat(32);
const chained = {
  v: 2 as const,
  eventId: '1'.repeat(32),
  lotKey: '2'.repeat(32),
  seq: 2,
  prev: 'a'.repeat(64),
  org: 'ManamCoopMSP',
  salt: '3'.repeat(64),
  at: '2026-11-27T08:00:00.000Z',
  actorRole: 'processor' as const,
  commit: {},
};
const used = (grams: number, consignment: string | null): EventContent => ({
  ...chained,
  type: 'used',
  transfer: '4'.repeat(32),
  grams,
  consignment,
  set: {},
});
const returned = (grams: number): EventContent =>
  ({ ...chained, ...used(grams, KEY), type: 'returned' }) as EventContent;
const states = (type: 'weighed' | 'edited' | 'stage', set: EventContent['set']): EventContent =>
  ({ ...chained, type, set }) as EventContent;
const wet: LotMass = { weight: 100_000, used: 0, moisture: 6_000, derived: false, draws: {} };

describe('the grams of a lot', () => {
  it('are those of its first event', () => {
    const first = { ...states('edited', { weightGrams: 5, moistureHundredths: 700 }), type: 'created' } as EventContent;
    expect(massAfter(null, first)).toEqual({ weight: 5, used: 0, moisture: 700, derived: false, draws: {} });
  });

  it.each([
    [
      'a weighing states weight and moisture',
      states('weighed', { weightGrams: 40_000, moistureHundredths: 700 }),
      40_000,
      700,
    ],
    ['a weighing without moisture keeps it', states('weighed', { weightGrams: 99_000 }), 99_000, 6_000],
    [
      'a reading at a stage states nothing',
      states('stage', { stage: 'drying', moistureHundredths: 700 }),
      100_000,
      6_000,
    ],
    ['an edit corrects the moisture', states('edited', { moistureHundredths: 5_900 }), 100_000, 5_900],
  ])('%s', (_, event, weight, moisture) => {
    expect(massAfter(wet, event)).toMatchObject({ weight, moisture });
  });

  it('do not gain dry mass by an edit of a derived lot', () => {
    const derived = { ...wet, derived: true };
    expect(massAfter(derived, states('edited', { moistureHundredths: 700 })).moisture).toBe(6_000);
  });

  it('come back from a consignment as moist as they left', () => {
    const drawn = massAfter(wet, used(50_000, KEY));
    expect(drawn).toMatchObject({ used: 50_000, draws: { [KEY]: { grams: 50_000, moisture: 6_000 } } });
    const dried = massAfter(drawn, states('weighed', { weightGrams: 70_000, moistureHundredths: 700 }));
    // 20 kg at 7 % and 50 kg at 60 % are 70 kg at 44.86 %.
    expect(massAfter(dried, returned(50_000))).toEqual({ ...wet, weight: 70_000, moisture: 4_486 });
    expect(massAfter(dried, returned(10_000)).draws).toEqual({ [KEY]: { grams: 40_000, moisture: 6_000 } });
  });

  it('that a transformation used do not come back', () => {
    expect(massAfter(wet, used(60_000, null))).toEqual({ ...wet, used: 60_000 });
  });
});
