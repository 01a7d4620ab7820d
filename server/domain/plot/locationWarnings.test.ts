import { describe, expect, it } from 'vitest';
import { distanceKm, locationWarnings } from './locationWarnings.ts';

const MADANG = { latitude: -5.2207, longitude: 145.7869 };
const LAE = { latitude: -6.7333, longitude: 147 };

describe('the way between two places', () => {
  it.each([
    ['Madang and Lae', MADANG, LAE, 215],
    ['a place and itself', MADANG, MADANG, 0],
    [
      'two places on either side of the date line',
      { latitude: 0, longitude: 179.95 },
      { latitude: 0, longitude: -179.95 },
      11,
    ],
    ['the poles', { latitude: 90, longitude: 0 }, { latitude: -90, longitude: 0 }, 20_015],
  ])('%s', (_, from, to, km) => {
    expect(Math.round(distanceKm(from, to))).toBe(km);
    expect(Math.round(distanceKm(to, from))).toBe(km);
  });
});

describe('doubts about a place', () => {
  const near = { lotId: 'LOT701', ...MADANG };
  const far = { lotId: 'LOT702', ...LAE };

  it('one at sea', () => {
    expect(locationWarnings(MADANG, true, [])).toEqual([{ kind: 'sea' }]);
  });

  it('none on land, or while the outlines are not known, for the first lot of a farm', () => {
    expect(locationWarnings(MADANG, false, [])).toEqual([]);
    expect(locationWarnings(MADANG, null, [])).toEqual([]);
  });

  it('one far from all other lots of the farm, by the nearest', () => {
    expect(locationWarnings({ latitude: -9.44, longitude: 147.18 }, false, [near, far])).toEqual([
      { kind: 'far', km: 302, lotId: 'LOT702' },
    ]);
  });

  it('none near one of them', () => {
    expect(locationWarnings({ latitude: -5.4, longitude: 145.8 }, false, [far, near])).toEqual([]);
  });

  it('both at once', () => {
    expect(locationWarnings({ latitude: 5.2207, longitude: 145.7869 }, true, [near])).toEqual([
      { kind: 'sea' },
      { kind: 'far', km: 1161, lotId: 'LOT701' },
    ]);
  });
});
