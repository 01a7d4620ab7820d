import { describe, expect, it } from 'vitest';
import { DEFORESTATION_STATUSES, type DeforestationStatus } from './deforestation.ts';
import { SATELLITE } from '../messages/satelliteMessages.ts';
import { concludeReading } from './conclusion.ts';
import {
  findingKey,
  statusAfterCheck,
  windowAround,
  type AfterCheck,
  type ForestConclusion,
  type ForestReading,
  type HeldFinding,
  type LossPixel,
} from './forest.ts';
import { ringArea } from '../plot/geometry/area.ts';

describe('the window around a place', () => {
  it.each([0, -5.25, 6.7, -23.5, 60])('is a square of 4 ha on the ellipsoid at latitude %f', (latitude) => {
    const [west, south, east, north] = windowAround({ latMicro: latitude * 1e6, lonMicro: 145_000_000 });
    const corners = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ] as const;
    const ring = corners.map(([lon, lat]) => ({ lonMicro: Math.round(lon * 1e6), latMicro: Math.round(lat * 1e6) }));
    expect(ringArea(ring)).toBeCloseTo(4, 2);
    expect([(west + east) / 2, (south + north) / 2]).toEqual([145, latitude]);
  });

  it('is wider in degrees of longitude away from the equator, and as wide in metres', () => {
    const [west, south, east, north] = windowAround({ latMicro: -60_000_000, lonMicro: 0 }, 1);
    expect((north - south) * 111_412).toBeCloseTo(100, 0);
    expect((east - west) / (north - south)).toBeCloseTo(2, 2);
  });

  it('has edges of six decimals', () => {
    for (const edge of windowAround({ latMicro: -5_258_413, lonMicro: 145_743_926 }, 2.7)) {
      expect(edge).toBe(Number(edge.toFixed(6)));
    }
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('is refused for %s ha', (areaHa) => {
    expect(() => windowAround({ latMicro: 0, lonMicro: 0 }, areaHa)).toThrow(RangeError);
  });
});

/** Three columns and two rows of land with 60 % cover and no loss, on pixels of 0.00025 degrees. */
function reading(changes: Partial<ForestReading> = {}): ForestReading {
  return {
    dataset: 'Test forest',
    datasetVersion: '1',
    sample: true,
    window: [145, -5.0005, 145.00075, -5],
    width: 3,
    height: 2,
    lossYear: [0, 0, 0, 0, 0, 0],
    treeCover2000: [60, 60, 60, 60, 60, 60],
    dataMask: [1, 1, 1, 1, 1, 1],
    ...changes,
  };
}

function conclude(changes: Partial<ForestReading>): ForestConclusion {
  return concludeReading({ kind: 'read', reading: reading(changes) });
}

describe('what a reading says', () => {
  it('is clear with high confidence when all is land and nothing was lost', () => {
    expect(conclude({})).toEqual({ kind: 'clear', pixels: 6, treeCover2000: 60, confidence: 'high' });
  });

  it('is clear with medium confidence when part is water, whose cover does not count', () => {
    expect(conclude({ dataMask: [1, 1, 1, 1, 2, 2], treeCover2000: [50, 50, 50, 51, 0, 0] })).toEqual({
      kind: 'clear',
      pixels: 6,
      treeCover2000: 50.3,
      confidence: 'medium',
    });
  });

  it('takes loss up to 31 December 2020 for clear', () => {
    expect(conclude({ lossYear: [1, 15, 20, 0, 0, 0] }).kind).toBe('clear');
  });

  it('names year and centre of each pixel lost after the cut-off, from the north-west', () => {
    expect(conclude({ lossYear: [0, 23, 20, 0, 0, 21] })).toEqual({
      kind: 'loss',
      lossPixels: [
        { latMicro: -5_000_125, lonMicro: 145_000_375, year: 2023 },
        { latMicro: -5_000_375, lonMicro: 145_000_625, year: 2021 },
      ],
      lossYears: [2021, 2023],
      pixels: 6,
      treeCover2000: 60,
      confidence: 'high',
    });
  });

  it('counts longitudes from -180 again behind the date line', () => {
    const conclusion = conclude({ window: [179.99975, -17, 180.0005, -16.9995], lossYear: [22, 22, 22, 0, 0, 0] });
    expect(conclusion.kind === 'loss' && conclusion.lossPixels.map((pixel) => pixel.lonMicro)).toEqual([
      179_999_875, -179_999_875, -179_999_625,
    ]);
  });

  it('lets loss stand beside gaps and water, with less confidence', () => {
    const lossYear = [22, 0, 0, 0, 0, 0];
    expect(conclude({ lossYear, dataMask: [1, 1, 1, 1, 1, 0] })).toMatchObject({ kind: 'loss', confidence: 'low' });
    expect(conclude({ lossYear, dataMask: [1, 1, 1, 1, 1, 2] })).toMatchObject({ kind: 'loss', confidence: 'medium' });
  });

  it('does not take the value of a pixel without data for loss', () => {
    expect(conclude({ lossYear: [22, 0, 0, 0, 0, 0], dataMask: [0, 1, 1, 1, 1, 1] }).kind).toBe('inconclusive');
  });

  const unreadable: [string, Partial<ForestReading>, string][] = [
    ['one pixel has no data', { dataMask: [1, 1, 1, 0, 1, 1] }, '1 of 6 pixels hold no data'],
    ['no pixel has data', { dataMask: [0, 0, 0, 0, 0, 0] }, 'holds no data for this place'],
    ['water and gaps', { dataMask: [2, 2, 2, 2, 2, 0] }, '1 of 6 pixels hold no data'],
    ['all is water', { dataMask: [2, 2, 2, 2, 2, 2] }, 'at sea'],
    ['an unknown mask', { dataMask: [1, 1, 1, 1, 1, 7] }, '1 of 6'],
    ['a tree cover of 255', { treeCover2000: [60, 60, 60, 60, 60, 255] }, '1 of 6'],
    ['a loss year of 255', { lossYear: [255, 0, 0, 0, 0, 0] }, '1 of 6'],
    ['a loss year that is no number', { lossYear: [Number.NaN, 0, 0, 0, 0, 0] }, '1 of 6'],
    ['loss years are missing', { lossYear: [0, 0, 0] }, 'incomplete'],
    ['tree cover is missing', { treeCover2000: [] }, 'incomplete'],
    ['the mask is too long', { dataMask: [1, 1, 1, 1, 1, 1, 1] }, 'incomplete'],
    ['there are no pixels', { width: 0, lossYear: [], treeCover2000: [], dataMask: [] }, 'incomplete'],
  ];
  it.each(unreadable)('is inconclusive, never clear, when %s', (_, changes, reason) => {
    const conclusion = conclude(changes);
    expect(conclusion).toMatchObject({ kind: 'inconclusive', confidence: 'low' });
    expect(conclusion.kind === 'inconclusive' && conclusion.reason.text).toContain(reason);
  });

  it('passes on why nothing could be read', () => {
    expect(concludeReading({ kind: 'unreadable', reason: SATELLITE.outsideDataset({}), reading: null })).toEqual({
      kind: 'inconclusive',
      code: 'unreadable',
      reason: SATELLITE.outsideDataset({}),
      pixels: 0,
      treeCover2000: null,
      confidence: 'low',
    });
    expect(concludeReading({ kind: 'unreadable', reason: SATELLITE.noData({}), reading: reading() }).pixels).toBe(6);
  });
});

const A: LossPixel = { latMicro: -3_631_375, lonMicro: 143_058_625, year: 2022 };
const B: LossPixel = { latMicro: -3_631_375, lonMicro: 143_058_875, year: 2022 };

describe('the key of a finding', () => {
  const finding = {
    place: { latMicro: -3_631_274, lonMicro: 143_058_617 },
    dataset: 'Test forest',
    datasetVersion: '1',
    lossPixels: [A, B],
  };

  it('does not depend on the order of the pixels, nor on one that is named twice', () => {
    expect(findingKey({ ...finding, lossPixels: [B, A, B] })).toBe(findingKey(finding));
  });

  it.each([
    ['place', { place: { latMicro: -3_631_274, lonMicro: 143_058_618 } }],
    ['dataset', { dataset: 'Other forest' }],
    ['version', { datasetVersion: '2' }],
    ['pixels', { lossPixels: [A] }],
    ['year', { lossPixels: [A, { ...B, year: 2023 }] }],
  ])('changes with the %s', (_, change) => {
    expect(findingKey({ ...finding, ...change })).not.toBe(findingKey(finding));
  });
});

const figures = { pixels: 6, treeCover2000: 60, confidence: 'high' } as const;
const clear: ForestConclusion = { kind: 'clear', ...figures };
const inconclusive: ForestConclusion = {
  kind: 'inconclusive',
  code: 'no_land',
  reason: SATELLITE.noLand({}),
  ...figures,
};
const loss = (...lossPixels: LossPixel[]): ForestConclusion => ({
  kind: 'loss',
  lossPixels,
  lossYears: [2022],
  ...figures,
});

describe('what a check does to a lot', () => {
  const leave: AfterCheck = { status: null, raiseAlert: false };
  const set = (status: DeforestationStatus): AfterCheck => ({ status, raiseAlert: false });
  const raise: AfterCheck = { status: 'Deforestation Detected', raiseAlert: true };

  const undecided: HeldFinding = { lossPixels: [A], outcome: null };
  const cleared: HeldFinding = { lossPixels: [A], outcome: 'No Deforestation' };
  const confirmed: HeldFinding = { lossPixels: [A], outcome: 'Deforestation Detected' };

  type Row = [string, ForestConclusion, DeforestationStatus, 'open' | 'no open', HeldFinding[], AfterCheck];
  const rows: Row[] = [
    ['a first clear check', clear, 'Pending Review', 'no open', [], set('No Deforestation')],
    ['a clear check again', clear, 'No Deforestation', 'no open', [], set('No Deforestation')],
    ['clear, while a person holds the alert', clear, 'Deforestation Detected', 'open', [undecided], leave],
    ['clear, under investigation', clear, 'Under Investigation', 'open', [undecided], leave],
    ['clear, pending, another alert open', clear, 'Pending Review', 'open', [], leave],
    ['clear, after a dismissal', clear, 'Deforestation Detected', 'no open', [undecided], set('No Deforestation')],
    ['clear, after a clearance', clear, 'No Deforestation', 'no open', [cleared], set('No Deforestation')],
    ['clear, against a confirmation', clear, 'Deforestation Detected', 'no open', [confirmed], leave],
    ['clear, one of two confirmed', clear, 'Deforestation Detected', 'no open', [cleared, confirmed], leave],
    [
      'clear, back at a confirmed place',
      clear,
      'Pending Review',
      'no open',
      [confirmed],
      set('Deforestation Detected'),
    ],

    ['a first loss', loss(A), 'Pending Review', 'no open', [], raise],
    ['loss where it was clear', loss(A), 'No Deforestation', 'no open', [], raise],
    ['loss, another alert open', loss(A), 'No Deforestation', 'open', [], raise],
    ['the same loss, alert open', loss(A), 'Deforestation Detected', 'open', [undecided], leave],
    ['the same loss, investigated', loss(A), 'Under Investigation', 'open', [undecided], leave],
    ['the same loss, dismissed', loss(A), 'Deforestation Detected', 'no open', [undecided], leave],
    ['the same loss, cleared', loss(A), 'No Deforestation', 'no open', [cleared], leave],
    ['the same loss, confirmed', loss(A), 'Deforestation Detected', 'no open', [confirmed], leave],
    ['less loss than known', loss(A), 'No Deforestation', 'no open', [{ ...cleared, lossPixels: [B, A] }], leave],
    ['known from two', loss(A, B), 'No Deforestation', 'no open', [cleared, { ...cleared, lossPixels: [B] }], leave],
    ['more loss than was cleared', loss(A, B), 'No Deforestation', 'no open', [cleared], raise],
    ['more loss, investigated', loss(A, B), 'Under Investigation', 'open', [undecided], raise],
    ['more loss, confirmed', loss(A, B), 'Deforestation Detected', 'no open', [confirmed], raise],
    ['a later year', loss({ ...A, year: 2024 }), 'No Deforestation', 'no open', [cleared], raise],
    ['back at a cleared place', loss(A), 'Pending Review', 'no open', [cleared], set('No Deforestation')],
    ['back at a confirmed place', loss(A), 'Pending Review', 'no open', [confirmed], set('Deforestation Detected')],
    ['back, undecided', loss(A), 'Pending Review', 'no open', [undecided], set('Deforestation Detected')],
    ['back, part cleared', loss(A), 'Pending Review', 'no open', [cleared, undecided], set('Deforestation Detected')],
    [
      'back, the other finding confirmed',
      loss(A),
      'Pending Review',
      'no open',
      [cleared, { ...confirmed, lossPixels: [B] }],
      set('No Deforestation'),
    ],

    ['nothing to read', inconclusive, 'Pending Review', 'no open', [], set('Pending Review')],
    ['nothing to read where it was clear', inconclusive, 'No Deforestation', 'no open', [], set('Pending Review')],
    ['nothing to read, other alert', inconclusive, 'No Deforestation', 'open', [undecided], set('Pending Review')],
    ['nothing to read, cleared by a person', inconclusive, 'No Deforestation', 'no open', [cleared], leave],
    ['nothing to read, alert open', inconclusive, 'Deforestation Detected', 'open', [undecided], leave],
    ['nothing to read, investigated', inconclusive, 'Under Investigation', 'open', [undecided], leave],
    ['nothing to read, dismissed', inconclusive, 'Deforestation Detected', 'no open', [undecided], leave],
    ['nothing to read, confirmed', inconclusive, 'Deforestation Detected', 'no open', [confirmed], leave],
  ];

  it.each(rows)('%s', (_, conclusion, lotStatus, open, heldFindings, expected) => {
    expect(statusAfterCheck({ conclusion, lotStatus, openAlerts: open === 'open', heldFindings })).toEqual(expected);
  });

  it('raises an alert for new loss whatever the lot is, and never without loss', () => {
    const held = [[], [undecided], [cleared], [confirmed], [cleared, confirmed]];
    for (const lotStatus of DEFORESTATION_STATUSES) {
      for (const openAlerts of [true, false]) {
        for (const heldFindings of held) {
          const after = (conclusion: ForestConclusion): AfterCheck =>
            statusAfterCheck({ conclusion, lotStatus, openAlerts, heldFindings });
          expect(after(loss(B))).toEqual(raise);
          expect(after(clear).raiseAlert).toBe(false);
          expect(after(inconclusive).raiseAlert).toBe(false);
          expect(after(inconclusive).status).not.toBe('No Deforestation');
        }
      }
    }
  });
});
