import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { singleGeometries } from '../../../server/domain/plot/geometry/geoJsonParts.ts';
import { geometryText, type Geometry } from '../../../server/domain/plot/geometry/geometry.ts';
import { readPlot } from '../../../server/domain/plot/geometry/readPlot.ts';
import { typeOneGeoJson, typeTwoGeoJson } from '../../../server/domain/statement/geoJson.ts';
import { geoJsonFaults } from '../../../server/domain/statement/geoJsonFaults.ts';
import { filedCommodity, filedContent, filedProducers } from '../../support/filedContent.ts';
import { importPlots } from '../../support/plotFiles.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

// Every form of GeoJSON that the EU's system takes is imported, and exported again with the same meaning.

const FOLDER = new URL('../../fixtures/eudr/', import.meta.url);
const REFUSED = 'accra-datum.geojson';
const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.geojson') && name !== REFUSED);

let app: TestApp;
let processor: Person;

beforeAll(async () => {
  app = await createTestApp();
  processor = await app.person('processor');
});
afterAll(() => app.stop());

const feature = z.looseObject({ geometry: z.unknown(), properties: z.record(z.string(), z.unknown()).nullish() });
const listed = z.array(z.object({ geometry: z.unknown(), areaHa: z.number() }));

/** The plots of a file by themselves, in an order of their own. Areas count for points, whose size nobody can measure. */
function plotsIn(text: string): Geometry[] {
  const given: unknown = JSON.parse(text);
  const file = z.looseObject({ type: z.string(), features: z.array(feature).optional() }).parse(given);
  const features = file.features ?? [file.type === 'Feature' ? feature.parse(given) : { geometry: given }];
  return features.flatMap(({ geometry, properties }) => {
    const singles = singleGeometries(geometry);
    const area = singles.length === 1 ? properties?.['Area'] : undefined;
    return singles.map((single) => geometryOf(single, area));
  });
}

function geometryOf(single: unknown, area: unknown): Geometry {
  const { geometry } = readPlot(single, typeof area === 'number' ? area : undefined);
  if (geometry === null) throw new Error('No geometry');
  return geometry;
}

const meaning = (plots: readonly Geometry[]): string[] => plots.map((plot) => geometryText(plot)).sort();

describe('a file of the forms that the EU takes', () => {
  it.each(names.map((name, i) => [name, `FARM${300 + i}`]))('%s stays the same', async (name, farmId) => {
    const text = await readFile(new URL(name, FOLDER), 'utf8');
    expect(geoJsonFaults(text)).toEqual([]);
    const wanted = plotsIn(text);
    const { status, data } = await importPlots(app, processor, farmId, text);
    expect([status, data.created, data.invalid]).toEqual([200, wanted.length, 0]);

    const stored = listed.parse((await processor.rest.get(`/farms/${farmId}/plots`)).data.plots);
    const plots = stored.map(({ geometry, areaHa }) => geometryOf(geometry, areaHa));
    expect(meaning(plots)).toEqual(meaning(wanted));

    const places = plots.map((geometry, i) => ({ productionPlace: farmId, geometry, areaHa: stored[i]?.areaHa ?? 0 }));
    const exported = typeOneGeoJson({ country: 'PG', places });
    expect(geoJsonFaults(exported)).toEqual([]);
    expect(meaning(plotsIn(exported))).toEqual(meaning(wanted));
  });

  it('is refused in another reference system', async () => {
    const text = await readFile(new URL(REFUSED, FOLDER), 'utf8');
    expect(geoJsonFaults(text).map(({ code }) => code)).toEqual(['EUDR_COMMODITIES_PRODUCER_GEO_INVALID']);
    const { status } = await importPlots(app, processor, 'FARM399', text);
    expect(status).toBe(400);
  });
});

it('our own file of Type II can be imported', async () => {
  const producers = filedProducers(20);
  const text = typeTwoGeoJson(filedContent({ commodities: [filedCommodity({ producers })] }));
  expect(geoJsonFaults(text)).toEqual([]);
  const { status, data } = await importPlots(app, processor, 'FARM398', text);
  expect(data.rows.flatMap(({ errors }: { errors: unknown[] }) => errors)).toEqual([]);
  expect([status, data.created]).toEqual([200, 20]);
});
