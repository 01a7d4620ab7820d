import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { DesignProvider } from '../DesignProvider.tsx';
import { loadSheetNamed } from './loadSheet.ts';
import { PlacesMapDrawing, type MapPlace } from './PlacesMap.tsx';
import { WIDTH } from './drawing.ts';
import { placesOnMap, sheetOfPlaces } from './placesOnMap.ts';
import type { GeoPoint } from '../../../server/domain/plot/locationWarnings.ts';

const at = (latitude: number, longitude: number): GeoPoint => ({ latitude, longitude });
const SEPIK = at(-3.63, 143.06);
const MADANG = at(-5.26, 145.74);
const KUMASI = at(6.7, -1.6);

describe('several places on one map', () => {
  it.each([
    ['one place', [SEPIK], 's30e120'],
    ['two of a country', [SEPIK, MADANG], 's30e120'],
    ['two of different continents', [SEPIK, KUMASI], 'world'],
    ['one outside the belt of cacao', [at(48, 11)], 'world'],
    ['both sides of the equator', [at(1, 121), at(-2, 120)], 's30e120'],
  ])('%s takes the outlines that fill its frame', (_what, places, name) => expect(sheetOfPlaces(places)).toBe(name));

  it.each([[[SEPIK]], [[SEPIK, MADANG]], [[SEPIK, KUMASI, at(-9.3, -76)]], [[at(80, 20), at(-80, -20)]]])(
    'keeps every place well within the frame: %o',
    async (places) => {
      const { spots, height } = placesOnMap(await loadSheetNamed(sheetOfPlaces(places)), places);
      for (const { x, y } of spots) {
        expect(x).toBeGreaterThan(WIDTH * 0.04);
        expect(x).toBeLessThan(WIDTH * 0.96);
        expect(y).toBeGreaterThan(height * 0.04);
        expect(y).toBeLessThan(height * 0.96);
      }
    },
  );

  it('draws places that cannot be told apart as one spot, and loses none', () => {
    const { spots } = placesOnMap([], [SEPIK, KUMASI, MADANG, at(-5.27, 145.8)]);
    expect(spots.map(({ members }) => members)).toEqual([[0, 2, 3], [1]]);
    expect(placesOnMap([], [SEPIK, MADANG, at(-5.27, 145.8)]).spots.map(({ members }) => members)).toEqual([
      [0],
      [1, 2],
    ]);
  });

  it('is written by a server, with its text alternative and the sum of each spot', () => {
    const places: MapPlace[] = [
      { id: 'a', ...SEPIK, count: 12, tone: 'alarm' },
      { id: 'b', ...MADANG, count: 2, tone: 'pod' },
      { id: 'c', ...MADANG, count: 5, tone: 'sky' },
    ];
    const html = renderToString(
      <DesignProvider>
        <PlacesMapDrawing
          sheet={[]}
          places={places}
          title="19 alerts at 3 places"
          onChoose={() => undefined}
          write={String}
        />
      </DesignProvider>,
    );
    expect(html).toMatch(/<title id="[^"]+">19 alerts at 3 places<\/title>/);
    expect([...html.matchAll(/>(\d+)<\/text>/g)].map(([, figure]) => figure)).toEqual(['12', '7']);
    expect(html).not.toMatch(/NaN|undefined/);
  });
});
