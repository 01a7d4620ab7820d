import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOSS_PLACE, SEA_PLACE, settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

const FACTS =
  'checkedAt conclusion driver sample dataset datasetVersion latitude longitude window confidence treeCover2000 ' +
  'lossPixelsAfterCutoff lossYears evidenceHash';
const EVIDENCE = `query ($id: ID!) { lotEvidence(id: $id) {
  ${FACTS} gap
  pixels { width height lossYear treeCover2000 dataMask }
} }`;

let app: TestApp;
let grace: Person;
let stranger: Person;

beforeAll(async () => {
  app = await createTestApp();
  [grace, stranger] = await Promise.all([
    app.person('farmer', { farmId: 'FARM001' }),
    app.person('farmer', { farmId: 'FARM002' }),
  ]);
});
afterAll(async () => {
  await app.stop();
});

const evidenceOf = async (by: Pick<Person, 'graphql'>, id: string) =>
  (await by.graphql.run(EVIDENCE, { id })).data.lotEvidence;

it('the pixels of the newest check are answered as they were stored, by lot id and by UUID', async () => {
  const lot = await settledLot(app, grace, { latitude: LOSS_PLACE.latitude, longitude: LOSS_PLACE.longitude });
  const evidence = await evidenceOf(grace, lot.lotId);
  expect(evidence).toMatchObject({ conclusion: 'loss', sample: true, gap: null, latitude: lot.latitude });
  const { width, height, lossYear, treeCover2000, dataMask } = evidence.pixels;
  for (const layer of [lossYear, treeCover2000, dataMask]) expect(layer).toHaveLength(width * height);
  const lost: number[] = lossYear.filter((year: number) => year > 20);
  expect(lost).toHaveLength(evidence.lossPixelsAfterCutoff);
  expect([...new Set(lost.map((year) => 2000 + year))].sort()).toEqual(evidence.lossYears);
  expect(evidence.window[0]).toBeLessThan(lot.longitude ?? 0);
  expect(await evidenceOf(grace, lot.id)).toEqual(evidence);
});

it('nobody reads what a satellite saw of a lot out of sight', async () => {
  const lot = await settledLot(app, grace);
  expect(await evidenceOf(grace, lot.id)).not.toBeNull();
  expect(await evidenceOf(stranger, lot.id)).toBeNull();
  expect(await evidenceOf(app, lot.lotId)).toBeNull();
  expect(await evidenceOf(grace, 'LOT-NOBODY')).toBeNull();
});

it('a check at sea is evidence too', async () => {
  const { latitude, longitude } = SEA_PLACE;
  const lot = await settledLot(app, grace, { latitude, longitude });
  expect(await evidenceOf(grace, lot.id)).toMatchObject({ conclusion: 'inconclusive', gap: null, lossYears: [] });
});

/** One change may hide others, so nothing of such a check is shown. */
const NOTHING_TOLD = Object.fromEntries(
  [...FACTS.split(' '), 'pixels', 'gap'].map((name) => [name, name === 'gap' ? 'differs' : null]),
);

it.each([
  ['facts of a check that were changed', `conclusion = 'loss', loss_pixels = 3, tree_cover_2000 = 99`],
  ['the dataset of a check that was changed', `dataset = 'Another', dataset_version = '9'`],
  ['pixels that somebody emptied', `evidence = '', evidence_hash = '', lat_micro = null, lon_micro = null`],
  ['pixels that were changed in the database', `evidence = replace(evidence, '"lossYear":[0', '"lossYear":[1')`],
  ['pixels and their hash', `evidence = '{"reason":"x"}', evidence_hash = encode(sha256('{"reason":"x"}'), 'hex')`],
])('%s are not shown', async (_what, change) => {
  const lot = await settledLot(app, grace);
  await app.app.database.rows(`update satellite_check set ${change} where lot_id = $1`, [lot.id]);
  expect(await evidenceOf(grace, lot.id)).toEqual(NOTHING_TOLD);
});

it('facts of a lot whose record differs are not told, though the check itself was left alone', async () => {
  const lot = await settledLot(app, grace);
  await app.app.database.rows('update lot set weight_grams = weight_grams + 1 where id = $1', [lot.id]);
  expect(await evidenceOf(grace, lot.id)).toEqual(NOTHING_TOLD);
});
