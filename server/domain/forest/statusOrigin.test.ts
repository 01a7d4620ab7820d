import { describe, expect, it } from 'vitest';
import type { DeforestationStatus } from './deforestation.ts';
import { windowAround } from './forest.ts';
import { statusOrigin, type StatusFacts } from './statusOrigin.ts';

const HEX16 = '0'.repeat(32);
const HEX32 = '0'.repeat(64);
const PLACE = { latMicro: -5_258_413, lonMicro: 145_743_926 };

type Step = { type: string; day: number; status?: DeforestationStatus; place?: boolean };

const at = (day: number): string => `2026-05-0${day}T08:00:00.000Z`;

/** A lot's events in the order in which they happened. */
function eventsOf(...steps: Step[]): StatusFacts['events'] {
  return steps.map(({ type, day, status, place = false }, index) => ({
    seq: index + 1,
    content: JSON.stringify({
      v: 1,
      eventId: HEX16,
      lotKey: HEX16,
      seq: index + 1,
      prev: index === 0 ? null : HEX32,
      org: 'TestMSP',
      type,
      at: at(day),
      actorRole: 'system',
      set: status === undefined ? {} : { deforestationStatus: status },
      commit: place ? { place: HEX32 } : {},
      salt: HEX32,
    }),
  }));
}

/** The evidence of a check that read four pixels. */
function evidenceOf(dataMask: number[], lossYear = [0, 0, 0, 0]): string {
  return JSON.stringify({
    dataset: 'Scripted Forest',
    datasetVersion: 'v1',
    sample: false,
    window: windowAround(PLACE),
    width: 2,
    height: 2,
    lossYear,
    treeCover2000: [60, 60, 60, 60],
    dataMask,
  });
}

const created: Step = { type: 'created', day: 1, status: 'Pending Review', place: true };
const found: Step = { type: 'satellite', day: 2, status: 'Deforestation Detected' };
const cleared: Step = { type: 'reviewed', day: 3, status: 'No Deforestation' };

describe('who decided the status of a lot', () => {
  const decision = (status: DeforestationStatus, ...steps: Step[]) => {
    const { decidedBy, decidedOn } = statusOrigin(status, { events: eventsOf(...steps), checks: [] });
    return [decidedBy, decidedOn];
  };

  it.each([
    ['a new lot: nobody', 'Pending Review', [created], ['nobody', null]],
    ['a check', 'Deforestation Detected', [created, found], ['check', '2026-05-02']],
    ['a person', 'No Deforestation', [created, found, cleared], ['person', '2026-05-03']],
    [
      'a person still, after a check that left it as it is',
      'No Deforestation',
      [created, found, cleared, { type: 'satellite', day: 4, status: 'No Deforestation' }],
      ['person', '2026-05-03'],
    ],
    [
      'a check that found new loss since',
      'Deforestation Detected',
      [created, found, cleared, { ...found, day: 4 }],
      ['check', '2026-05-04'],
    ],
    [
      'nobody, once the place was changed',
      'Pending Review',
      [created, found, cleared, { type: 'edited', day: 4, status: 'Pending Review', place: true }],
      ['nobody', null],
    ],
  ] as const)('%s', (_, status, steps, expected) => {
    expect(decision(status, ...steps)).toEqual(expected);
  });
});

describe('why a lot is pending', () => {
  const checked: Step = { type: 'satellite', day: 2, status: 'Pending Review' };
  const reason = (steps: Step[], evidence: string | null = null): string | null => {
    const checks = evidence === null ? [] : [{ endedAt: new Date(at(2)), evidence }];
    return statusOrigin('Pending Review', { events: eventsOf(...steps), checks }).pendingReason;
  };

  it('waits for its first check, or for that of its new place', () => {
    expect(reason([created])).toBe('first_check_queued');
    expect(reason([created, { type: 'edited', day: 2 }])).toBe('first_check_queued');
    const moved = { type: 'edited', day: 3, status: 'Pending Review', place: true } as const;
    expect(reason([created, checked, moved], evidenceOf([1, 1, 1, 1]))).toBe('new_place_check_queued');
  });

  it.each([
    ['at sea', evidenceOf([2, 2, 2, 2]), 'no_land'],
    ['without data', evidenceOf([0, 0, 0, 0]), 'no_data'],
    ['with gaps', evidenceOf([1, 1, 0, 1]), 'gaps'],
    ['with a layer that is too short', evidenceOf([1]), 'incomplete'],
    ['out of the dataset', JSON.stringify({ reason: 'It lies outside.', window: windowAround(PLACE) }), 'unreadable'],
    ['found clear while an alert is open', evidenceOf([1, 1, 1, 1]), 'alert_open'],
    ['whose evidence was erased', '', 'inconclusive'],
  ])('checked %s', (_, evidence, expected) => {
    expect(reason([created, checked], evidence)).toBe(expected);
  });

  it('is told of pending lots alone', () => {
    const told = { events: eventsOf(created, found), checks: [] };
    expect(statusOrigin('Deforestation Detected', told).pendingReason).toBeNull();
  });
});
