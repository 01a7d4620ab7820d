import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PLOT } from '../../../server/domain/messages/plotMessages.ts';
import { MESSAGES } from '../../../server/domain/messages/registry.ts';
import { farmWordsIn } from '../../words/farmWords.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { cornerAt, cornerOf, cornerText, filledCorners, heldCorners, cornerPoint } from './corners.ts';
import { farmAt, farmPath } from './farmAddress.ts';
import { allMarks, judgeOutline } from './judgeOutline.ts';
import { pastedPlot } from './pastedPlot.ts';
import { NEW_PLOT, plotForm } from './plotForm.ts';
import { metresBetween, outlineOfWalk, walkedOf, walkedText, withPoint, type WalkedPoint } from './walkedTrack.ts';

const [LAT, LON] = [-5.300001, 145.600001];
/** Corners in thousandths of a degree from one near Madang. */
const corners = (...steps: [east: number, north: number][]) =>
  steps.map(([east, north]) => cornerAt({ latitude: LAT + north / 1000, longitude: LON + east / 1000 }));
const SQUARE = corners([0, 0], [2, 0], [2, 2], [0, 2]);
const outline = (held: ReturnType<typeof corners>) => ({ ...NEW_PLOT, way: 'draw', corners: heldCorners(held) });
const codes = (faults: readonly { said: { code: string } }[]) => faults.map(({ said }) => said.code);

describe('corners', () => {
  it('are stored as text, with trailing zeros and invalid input', () => {
    expect(cornerOf(cornerText({ latitude: '-5.300000', longitude: '145,6' }))).toEqual({
      latitude: '-5.300000',
      longitude: '145,6',
    });
    expect(cornerPoint({ latitude: '−5,3', longitude: ' 145.6 ' })).toEqual({ latitude: -5.3, longitude: 145.6 });
    expect(cornerPoint({ latitude: '95', longitude: '145.6' })).toBeNull();
    expect(cornerPoint({ latitude: 'north', longitude: '145.6' })).toBeNull();
  });

  it('get empty rows, and those at the end do not count', () => {
    expect(heldCorners([])).toHaveLength(3);
    expect(filledCorners(heldCorners(SQUARE.slice(0, 1)))).toEqual(SQUARE.slice(0, 1));
    expect(filledCorners(['|', cornerText(SQUARE[1] ?? cornerAt({ latitude: 0, longitude: 0 })), '|'])).toHaveLength(2);
  });
});

describe('an outline in a form', () => {
  it('is measured and has no fault', () => {
    const { areaHa, faults, geoJson } = judgeOutline(outline(SQUARE));
    expect(faults).toEqual([]);
    expect(areaHa).toBeCloseTo(4.903, 2);
    expect(geoJson).toMatchObject({ type: 'Polygon', coordinates: [{ length: 5 }] });
  });

  it('has no fault while it is incomplete', () => {
    expect(judgeOutline(outline(SQUARE.slice(0, 2)))).toMatchObject({ isBegun: true, areaHa: null });
    expect(judgeOutline(outline([]))).toMatchObject({ geoJson: null, faults: [] });
  });

  it('that crosses itself marks the sides and their crossing, and shows no area', () => {
    const crossing = corners([0, 0], [2, 0], [0, 2], [2, 2]);
    const { faults, areaHa } = judgeOutline(outline(crossing));
    expect(codes(faults)).toEqual(['plot.crosses']);
    expect(areaHa).toBeNull();
    expect(allMarks(faults)).toMatchObject({
      sides: [1, 3],
      corners: [],
      places: [{ latitude: -5.299001, longitude: 145.601001 }],
    });
  });

  it('marks duplicate and unreadable corners', () => {
    const marked = (held: ReturnType<typeof corners>) => allMarks(judgeOutline(outline(held)).faults).corners;
    expect(marked([...SQUARE.slice(0, 3), ...SQUARE.slice(2)])).toEqual([2, 3]);
    expect(marked([...SQUARE.slice(0, 3), { latitude: 'x', longitude: '145.6' }])).toEqual([3]);
    expect(marked([...SQUARE.slice(0, 3), { latitude: '-5.298', longitude: '145.6' }])).toEqual([]);
  });

  it('gets a hint when all of it is rounded to 11 m', () => {
    const coarse = { ...NEW_PLOT, latitude: '-5.3', longitude: '145.6' };
    expect(judgeOutline(coarse)).toMatchObject({ faults: [], hints: [{ code: 'plot.coarse' }] });
    expect(judgeOutline({ ...coarse, latitude: '-5.30001' }).hints).toEqual([]);
  });

  it('keeps trailing zeros of the typed text', () => {
    const typed = { ...NEW_PLOT, latitude: '-5.300000', longitude: '145.600000', areaHa: '1,5' };
    expect(judgeOutline(typed)).toMatchObject({ areaHa: 1.5, faults: [] });
    expect(JSON.parse(plotForm([]).parse({ ...typed, name: 'Garden' }).geoJson)).toEqual({
      type: 'Point',
      coordinates: ['145.600000', '-5.300000'],
    });
  });

  it('may be a point that is too large or missing', () => {
    const point = { ...NEW_PLOT, latitude: '-5.300001', longitude: '145.600001', areaHa: '4.5' };
    expect(codes(judgeOutline(point).faults)).toEqual(['plot.point_area']);
    const wrong = (typed: typeof point) =>
      plotForm(['Upper field'])
        .safeParse(typed)
        .error?.issues.map(({ path }) => path.join('.'));
    expect(wrong(point)).toEqual(['name', 'areaHa']);
    expect(wrong({ ...NEW_PLOT, name: 'UPPER FIELD' })).toEqual(['name', 'areaHa', 'latitude']);
    expect(wrong({ ...outline([]), name: 'New' })).toEqual(['corners']);
  });
});

describe('a walk', () => {
  const at = (east: number, north: number, isCorner = false): WalkedPoint => ({
    latitude: LAT + north / 111_320,
    longitude: LON + east / 110_850,
    isCorner,
  });
  const line = (from: [number, number], to: [number, number], steps: number) =>
    Array.from({ length: steps }, (_, step) =>
      at(from[0] + ((to[0] - from[0]) * step) / steps, from[1] + ((to[1] - from[1]) * step) / steps),
    );

  it('around a field of some hundred points is reduced to its corners', () => {
    const walk = [
      ...line([0, 0], [200, 0], 100),
      ...line([200, 0], [200, 150], 80),
      ...line([200, 150], [0, 150], 100),
      ...line([0, 150], [0, 0], 80),
      at(1, 1),
    ];
    const outlined = outlineOfWalk(walk);
    expect(outlined.length).toBeLessThanOrEqual(6);
    const { areaHa, faults } = judgeOutline(outline(outlined));
    expect(faults).toEqual([]);
    expect(areaHa).toBeGreaterThan(2.9);
    expect(areaHa).toBeLessThan(3.1);
  });

  it('keeps corners set by the user, and each place once', () => {
    const walk = [at(0, 0), at(50, 0, true), at(100, 0), at(100, 80), at(0, 0)];
    expect(outlineOfWalk(walk)).toHaveLength(4);
    expect(outlineOfWalk([at(0, 0, true), at(0, 0, true)])).toHaveLength(1);
    expect(outlineOfWalk([])).toEqual([]);
  });

  it('shifts no point by more than the accuracy of a phone', () => {
    const step = fc.tuple(fc.integer({ min: -300, max: 300 }), fc.integer({ min: -300, max: 300 }));
    fc.assert(
      fc.property(fc.array(step, { minLength: 3, maxLength: 60 }), (steps) => {
        const walk = steps.map(([east, north]) => at(east, north, true));
        const distinct = new Set(walk.map((point) => cornerText(cornerAt(point)))).size;
        expect(outlineOfWalk(walk)).toHaveLength(distinct);
      }),
    );
  });

  it('is stored as text, up to a limit', () => {
    const point = { latitude: LAT, longitude: LON, isCorner: true };
    expect(walkedOf(walkedText(point))).toEqual(point);
    expect(metresBetween(point, at(30, 40))).toBeCloseTo(50, 0);
    const full = Array.from({ length: 4_000 }, () => walkedText(point));
    expect(withPoint(full, point)).toHaveLength(4_000);
  });
});

describe('pasted text', () => {
  const ring = [
    [145.6, -5.300001],
    [145.602001, -5.300001],
    [145.602001, -5.298001],
    [145.6, -5.300001],
  ];
  const polygon = { type: 'Polygon', coordinates: [ring] };

  it.each([
    ['a geometry', polygon],
    ['a feature', { type: 'Feature', properties: {}, geometry: polygon }],
    ['a collection of one', { type: 'FeatureCollection', features: [{ type: 'Feature', geometry: polygon }] }],
  ])('%s: its corners are used, the repeated last one only once', (_, given) => {
    const plot = pastedPlot(JSON.stringify(given));
    expect(plot).toMatchObject({ kind: 'outline', corners: { length: 3 } });
    expect(plot.kind === 'outline' && plot.corners[0]?.longitude).toBe('145.6');
  });

  it('a point with its area', () => {
    const feature = {
      type: 'Feature',
      properties: { Area: 1.2 },
      geometry: { type: 'Point', coordinates: [145.600001, -5.300001] },
    };
    expect(pastedPlot(JSON.stringify(feature))).toEqual({
      kind: 'point',
      at: { latitude: '-5.300001', longitude: '145.600001' },
      areaHa: 1.2,
    });
  });

  it.each([
    ['no JSON', '{', 'plot.not_json'],
    ['a line', JSON.stringify({ type: 'LineString', coordinates: ring }), 'plot.other_geometry'],
    ['a hole', JSON.stringify({ type: 'Polygon', coordinates: [ring, ring] }), 'plot.hole'],
    ['a number', '7', 'plot.no_geometry'],
  ])('%s is refused with a reason', (_, text, code) => {
    const plot = pastedPlot(text);
    expect(plot.kind === 'wrong' && plot.faults[0]?.code).toBe(code);
  });

  it('with several plots asks for one of them', () => {
    const feature = { type: 'Feature', geometry: polygon };
    const given = { type: 'FeatureCollection', features: [feature, feature] };
    expect(pastedPlot(JSON.stringify(given))).toEqual({ kind: 'several', count: 2 });
  });
});

describe('messages', () => {
  const words = farmWordsIn();
  const plotEntries = MESSAGES.filter(({ code }) => code.startsWith('plot.'));

  it.each(plotEntries.map((entry) => [entry.code, entry] as const))(
    '%s has its own, which includes all its values',
    (_, entry) => {
      const text = 'only the words of the page count';
      const said = localizedText(words, { code: entry.code, values: { ...entry.example }, text });
      expect(said).not.toBe(text);
      expect(said).not.toMatch(/[{}]/);
    },
  );

  it('number corners like the list', () => {
    const said = PLOT.sameVertices({ first: 2, second: 3, latitude: -5.3, longitude: 145.6 });
    expect(localizedText(words, said)).toContain('Corners 2 and 3');
  });
});

it('reads a farm from the address, however its id is written', () => {
  expect(farmAt(farmPath('FARM 1/ä'))).toBe('FARM 1/Ä');
  expect(farmAt('/admin/farms/farm001')).toBe('FARM001');
  expect(farmAt('/admin/farms')).toBeNull();
  expect(farmAt('/admin/farms/%')).toBeNull();
});
