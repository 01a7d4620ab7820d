import { restClient } from './restClient.ts';
import type { Person, TestApp } from './testApp.ts';

/** About 10 cm. */
const six = (value: number): number => Math.round(value * 1e6) / 1e6;

/** A square in degrees, from its south-western corner. */
export function squareAt(lon: number, lat: number, side: number) {
  const [west, south, east, north] = [six(lon), six(lat), six(lon + side), six(lat + side)];
  return {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  };
}

/** A file of plots as people upload it. */
export function plotFile(geometries: readonly unknown[], name = 'Field'): string {
  const features = geometries.map((geometry, i) => ({
    type: 'Feature',
    properties: { name: `${name} ${i + 1}` },
    geometry,
  }));
  return JSON.stringify({ type: 'FeatureCollection', features });
}

/** Uploads a file of plots. */
export function importPlots(
  app: Pick<TestApp, 'url'>,
  by: Person,
  farmId: string,
  content: string,
  { dryRun = false }: { dryRun?: boolean } = {},
) {
  const form = new FormData();
  form.set('file', new Blob([content], { type: 'application/geo+json' }), 'plots.geojson');
  return restClient(app.url, by.accessToken).form(`/farms/${farmId}/plots/import?dryRun=${dryRun}`, form);
}
