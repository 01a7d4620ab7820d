import { readdirSync } from 'node:fs';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { DesignProvider } from '../DesignProvider.tsx';
import { loadSheet } from './loadSheet.ts';
import { PlaceMapDrawing } from './PlaceMap.tsx';
import { HEIGHT, WIDTH } from './drawing.ts';
import { countryOf, placeOnMap } from './placeOnMap.ts';
import { CELL, MARGIN, sheetName, STEPS_PER_DEGREE } from './sheet.ts';
import type { GeoPoint } from '../../../server/domain/plot/locationWarnings.ts';

const at = (latitude: number, longitude: number): GeoPoint => ({ latitude, longitude });
const SEPIK = at(-4.2, 143.9);

describe('sheets', () => {
  it.each([
    [SEPIK, 's30e120'],
    [at(6.7, -1.6), 'n0w30'],
    [at(-17.8, 180), 's30e150'],
    [at(0, 0), 'n0e0'],
    [at(30, 10), 'world'],
    [at(-90, -180), 'world'],
  ])('a place is on one: %o on %s', (place, name) => {
    expect(sheetName(place)).toBe(name);
  });

  it('are there for every place where cacao grows', () => {
    const files = new Set(readdirSync(new URL('sheets', import.meta.url)));
    for (let latitude = -29; latitude < 30; latitude += CELL) {
      for (let longitude = -179; longitude < 180; longitude += CELL) {
        expect(files).toContain(`${sheetName(at(latitude, longitude))}.json`);
      }
    }
  });

  it('hold what lies around their cell, and no edge that leaves it', async () => {
    for (const { rings } of await loadSheet(at(-17.8, 178))) {
      for (const way of rings) {
        let [x, y] = [0, 0];
        for (let index = 0; index < way.length; index += 2) {
          x += way[index] ?? 0;
          y += way[index + 1] ?? 0;
          expect(x / STEPS_PER_DEGREE).toBeGreaterThanOrEqual(150 - MARGIN);
          expect(x / STEPS_PER_DEGREE).toBeLessThanOrEqual(180 + MARGIN);
          expect(y / STEPS_PER_DEGREE).toBeGreaterThanOrEqual(-30 - MARGIN);
          expect(y / STEPS_PER_DEGREE).toBeLessThanOrEqual(0 + MARGIN);
        }
      }
    }
  });
});

describe('the country of a place', () => {
  it.each<[string, GeoPoint, string | null]>([
    ['Papua New Guinea', SEPIK, 'PG'],
    ['Ghana', at(6.7, -1.6), 'GH'],
    ["Côte d'Ivoire", at(6.8, -5.3), 'CI'],
    ['Ecuador', at(-1.05, -79.5), 'EC'],
    ['Indonesia', at(-2.5, 120.5), 'ID'],
    ['Brazil', at(-14.8, -39.5), 'BR'],
    ['São Tomé', at(0.25, 6.6), 'ST'],
    ['Fiji', at(-17.8, 178), 'FJ'],
    ['Switzerland', at(47.2, 8), 'CH'],
    ['the sea', at(0, 0), null],
    ['the sea beside the date line', at(-16.4, 170), null],
  ])('%s', async (_name, place, code) => {
    expect(countryOf(await loadSheet(place), place)).toBe(code);
  });
});

describe('the drawing', () => {
  it('shows the country of the place as its home, with its neighbors, and both names where there is room', async () => {
    const { home, shapes, labels } = placeOnMap(await loadSheet(SEPIK), SEPIK, 1);
    expect(home).toBe('PG');
    expect(shapes.filter(({ isHome }) => isHome).map(({ code }) => code)).toEqual(['PG']);
    expect(shapes.map(({ code }) => code)).toEqual(expect.arrayContaining(['ID', 'AU']));
    expect(labels.map(({ code }) => code)).toEqual(expect.arrayContaining(['PG', 'ID']));
  });

  it('shows a place as an area as wide as it is exact, and never as less than can be seen', async () => {
    const sheet = await loadSheet(at(6.7, -1.6));
    const drawn = (withinKm: number) => placeOnMap(sheet, at(6.7, -1.6), withinKm).place;
    expect(drawn(1).radius).toBe(drawn(0).radius);
    expect(drawn(100).radius / drawn(50).radius).toBeCloseTo(2, 1);
    expect(drawn(1).radius).toBeGreaterThan(5);
  });

  it.each([SEPIK, at(-14.8, -39.3), at(-17.8, 179.9), at(29.9, -179.9), at(80, 20), at(-89, 0)])(
    'keeps the place %o well within the frame',
    async (place) => {
      const { x, y } = placeOnMap(await loadSheet(place), place, 1).place;
      expect(x).toBeGreaterThan(WIDTH * 0.04);
      expect(x).toBeLessThan(WIDTH * 0.96);
      expect(y).toBeGreaterThan(HEIGHT * 0.04);
      expect(y).toBeLessThan(HEIGHT * 0.96);
    },
  );

  it('is written by a server, with its text alternative and the names of countries', async () => {
    const names = new Intl.DisplayNames('en', { type: 'region' });
    const html = renderToString(
      <DesignProvider>
        <PlaceMapDrawing
          drawing={placeOnMap(await loadSheet(SEPIK), SEPIK, 1)}
          title="A farm in East Sepik, Papua New Guinea"
          countryName={(code) => names.of(code)}
        />
      </DesignProvider>,
    );
    expect(html).toMatch(/<title id="([^"]+)">A farm in East Sepik, Papua New Guinea<\/title>/);
    expect(html).toContain('role="img"');
    expect(html).toMatch(/>Indonesia</);
    expect(html).not.toMatch(/NaN|undefined/);
  });

  it('is there without outlines: the place alone', () => {
    const { shapes, home, place } = placeOnMap([], SEPIK, 1);
    expect({ shapes, home, x: place.x, y: place.y }).toEqual({ shapes: [], home: null, x: WIDTH / 2, y: HEIGHT / 2 });
  });
});
