import { describe, expect, it } from 'vitest';
import type { LotNewsFragment } from '../graphql/generated.ts';
import {
  activityWith,
  isListStale,
  lotChanges,
  lotFacts,
  staleByAlert,
  staleFigures,
  type ChangedLotFact,
} from './changes.ts';
import { LOT_NEWS as LOT } from '../../tests/support/lotNews.ts';

const RECORDED: LotNewsFragment = {
  ...LOT,
  blockchainHash: { transactionId: 't', signature: 's', status: 'recorded' },
};
const CHECKED: LotNewsFragment = { ...RECORDED, deforestationStatus: 'No Deforestation' };

function between(before: LotNewsFragment, after: LotNewsFragment): ChangedLotFact[] {
  return lotChanges(lotFacts(before), lotFacts(after));
}

describe('a live update of a lot', () => {
  it('reports the changes since the last update', () => {
    expect(between(LOT, LOT)).toEqual([]);
    expect(between(LOT, RECORDED)).toEqual(['ledger']);
    expect(between(RECORDED, CHECKED)).toEqual(['deforestationStatus']);
    expect(between(LOT, { ...LOT, moistureContent: 8, temperature: 30, certifications: ['Organic'] })).toEqual([]);
  });

  it('may mean any change for an unknown or deleted lot', () => {
    expect(lotChanges(undefined, lotFacts(LOT))).toEqual(['presence']);
    expect(lotChanges(lotFacts(LOT), null)).toEqual(['presence']);
    expect(lotChanges(null, null)).toEqual([]);
  });

  it('makes the figures stale that depend on the changes', () => {
    expect(staleFigures(['presence'])).toEqual(['lotStats', 'dashboardStats', 'watchedLots', 'lotAnalytics']);
    expect(staleFigures(['ledger'])).toEqual(['lotStats']);
    expect(staleFigures(['deforestationStatus'])).toEqual([
      'lotStats',
      'dashboardStats',
      'watchedLots',
      'lotAnalytics',
    ]);
    expect(staleFigures(['currentProcess'])).toEqual(['lotStats', 'dashboardStats', 'lotAnalytics']);
    expect(staleFigures(['farmerName'])).toEqual([]);
  });

  it.each<[string, ChangedLotFact[], Record<string, unknown>, boolean]>([
    ['a lot that came', ['presence'], { sort: 'lotId', filter: {} }, true],
    ['nothing', [], { sort: 'lotId', filter: {} }, false],
    ['what neither sorts nor narrows', ['ledger', 'deforestationStatus'], { sort: 'harvestDate', filter: {} }, false],
    ['what sorts', ['weight'], { sort: 'weight', filter: null }, true],
    ['what narrows', ['ledger'], { sort: 'harvestDate', filter: { blockchain: 'recorded' } }, true],
    ['what is looked for', ['farmerName'], { sort: 'harvestDate', filter: { search: 'wani' } }, true],
    ['the stage that narrows', ['currentProcess'], { sort: 'harvestDate', filter: { stage: 'drying' } }, true],
    ['the stage that sorts', ['currentProcess'], { sort: 'currentProcess', filter: {} }, true],
    ['the farm that is looked for', ['farmId'], { sort: 'harvestDate', filter: { search: 'farm002' } }, true],
    ['a filter that is left open', ['currentProcess'], { sort: 'harvestDate', filter: { stage: null } }, false],
    ['an alert, where a preset asks for it', ['alerts'], { sort: 'lotId', filter: { preset: 'needsMe' } }, true],
    ['an alert, where nothing asks for it', ['alerts'], { sort: 'lotId', filter: { stage: 'drying' } }, false],
    ['a new check', ['satelliteTimestamp'], { sort: 'lotId', filter: { preset: 'outdatedChecks' } }, true],
    ['what cannot be read', ['weight'], { sort: 7 }, true],
  ])('and lists by %s', (_what, changes, variables, stale) => {
    expect(isListStale(new Set(changes), variables)).toBe(stale);
  });
});

describe('a live update of an alert', () => {
  const alert = { status: 'active', severity: 'high', type: 'deforestation' } as const;
  const always = ['alerts', 'alertStats', 'alertPlaces', 'lotAnalytics'];

  it('makes lists and figures of alerts stale, and the dashboard for a high one', () => {
    expect(staleByAlert(undefined, alert)).toEqual([...always, 'dashboardStats']);
    expect(staleByAlert(alert, { ...alert, status: 'resolved' })).toEqual([...always, 'dashboardStats']);
    expect(staleByAlert(undefined, { ...alert, severity: 'low' })).toEqual(always);
  });

  it('makes nothing stale if repeated', () => {
    expect(staleByAlert(alert, { ...alert })).toEqual([]);
  });
});

describe('the recent activity', () => {
  const entry = (lotId: string, minute: number, status = 'Pending Review') => ({
    lotId,
    status,
    timestamp: `2026-11-22T08:${String(minute).padStart(2, '0')}:00.000Z`,
  });
  const entries = [entry('LOT3', 30), entry('LOT2', 20), entry('LOT1', 10)];

  it('inserts a new lot at its position', () => {
    expect(activityWith(entries, entry('LOT4', 40)).map(({ lotId }) => lotId)).toEqual([
      'LOT4',
      'LOT3',
      'LOT2',
      'LOT1',
    ]);
    expect(activityWith(entries, entry('LOT4', 15)).map(({ lotId }) => lotId)).toEqual([
      'LOT3',
      'LOT2',
      'LOT4',
      'LOT1',
    ]);
    expect(activityWith([], entry('LOT4', 40))).toEqual([entry('LOT4', 40)]);
  });

  it('lists each lot once, in its current state', () => {
    expect(activityWith(entries, entry('LOT1', 50, 'No Deforestation'))).toEqual([
      entry('LOT1', 50, 'No Deforestation'),
      entry('LOT3', 30),
      entry('LOT2', 20),
    ]);
  });

  it('ignores older entries', () => {
    expect(activityWith(entries, entry('LOT3', 5))).toEqual(entries);
  });

  it('has the same length as on the server', () => {
    const many = Array.from({ length: 10 }, (_, i) => entry(`LOT${i}`, 30 - i));
    expect(activityWith(many, entry('LOT99', 59))).toHaveLength(10);
  });
});
