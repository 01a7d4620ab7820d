import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendSheet } from '../../support/lotFiles.ts';
import { freshLotId } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

let app: TestApp;
let processor: Person;
let farmer: Person;

const PLACE = { latitude: -5.258413, longitude: 145.743926 };
const FREE = { latitude: -5.158413, longitude: 145.643926 };
const QUERY = `query ($farmId: String!, $latitude: Float!, $longitude: Float!) {
  placeUse(farmId: $farmId, latitude: $latitude, longitude: $longitude) { farmId plots lots } }`;
const usesOf = async (by: Person, farmId: string, place = PLACE) =>
  (await by.graphql.run(QUERY, { farmId, ...place })).data.placeUse;

beforeAll(async () => {
  app = await createTestApp();
  processor = await app.person('processor');
  farmer = await app.person('farmer', { farmId: 'MINE' });
  const ring = [
    [145.743, -5.259],
    [145.745, -5.259],
    [145.745, -5.2575],
    [145.743, -5.2575],
    [145.743, -5.259],
  ].map(([lon, lat]) => [Number(`${lon}001`), Number(`${lat}001`)]);
  const geometry = { type: 'Polygon', coordinates: [ring] };
  await processor.rest.send('POST', '/farms/THEIRS/plots', { name: 'Slope', geometry });
  const lot = {
    lotId: freshLotId(),
    farmId: 'OTHERS',
    farmerName: 'Ana Samu',
    cacaoVariety: 'Trinitario',
    harvestDate: '2026-03-04',
    weight: 60,
    moistureContent: 7,
    temperature: 28,
    ...FREE,
  };
  await processor.rest.send('POST', '/lots', lot);
});
afterAll(() => app?.stop());

it('names another farm by its plot or its lots, and never the farm itself', async () => {
  expect(await usesOf(processor, 'MINE')).toEqual([{ farmId: 'THEIRS', plots: ['Slope'], lots: 0 }]);
  expect(await usesOf(processor, 'mine', FREE)).toEqual([{ farmId: 'OTHERS', plots: [], lots: 1 }]);
  expect(await usesOf(processor, 'others', FREE)).toEqual([]);
  expect(await usesOf(processor, 'MINE', { latitude: -5.5, longitude: 145.5 })).toEqual([]);
  expect(await usesOf(processor, 'MINE', { latitude: 400, longitude: 0 })).toEqual([]);
});

it('tells a farmer nothing of others', async () => {
  expect(await usesOf(farmer, 'MINE')).toEqual([]);
  expect(await usesOf(farmer, 'MINE', FREE)).toEqual([]);
});

it('is a doubt of an import, for those who see all farms', async () => {
  const row = (lotId: string, farmId: string, { latitude, longitude }: typeof PLACE) =>
    `${lotId},${farmId},Tom Apa,Trinitario,2026-03-04,${latitude},${longitude},60,7,28`;
  const head = 'lotId,farmId,farmerName,cacaoVariety,harvestDate,latitude,longitude,weight,moistureContent,temperature';
  const lines = [head, row('LOT-U1', 'MINE', PLACE), row('LOT-U2', 'MINE', FREE), row('LOT-U3', 'THEIRS', PLACE)];
  const check = async (by: Person) => {
    const file = new TextEncoder().encode(lines.join('\n'));
    return (await sendSheet(app, by, '/lots/import', file, { dryRun: 'true', preview: 'true' })).data;
  };
  const { invalid, preview } = await check(processor);
  expect(invalid).toBe(0);
  expect(preview.doubts.filter(({ kind }: { kind: string }) => kind === 'used')).toEqual([
    { row: 2, kind: 'used', farmId: 'THEIRS', plots: 1, lots: 0 },
    { row: 3, kind: 'used', farmId: 'OTHERS', plots: 0, lots: 1 },
  ]);
  lines.pop();
  const own = (await check(farmer)).preview;
  expect(own.doubts.filter(({ kind }: { kind: string }) => kind === 'used')).toEqual([]);
});
