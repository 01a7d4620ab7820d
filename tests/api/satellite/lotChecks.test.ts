import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeEvidence } from '../../../server/modules/satellite/judgeEvidence.ts';
import { openMonitor } from '../../../server/adapters/openMonitor.ts';
import { plainPng } from '../../support/plainPng.ts';
import { CLEAR_PLACE, LOSS_PLACE, lotInput, settled, settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

/* The satellite checks that a lot had: a page of them, newest first, and what each of them read. */

let app: TestApp;
let grace: Person;
let stranger: Person;
let admin: Person;

beforeAll(async () => {
  app = await createTestApp();
  [grace, stranger, admin] = await Promise.all([
    app.person('farmer', { farmId: 'FARM001' }),
    app.person('farmer', { farmId: 'FARM002' }),
    app.person('admin'),
  ]);
});
afterAll(async () => {
  await app.stop();
});

const checksOf = async (by: Person, id: string, query = '') => by.rest.get(`/lots/${id}/checks${query}`);
const EVIDENCE = `query ($id: ID!, $checkId: ID, $plot: Int) { lotEvidence(id: $id, checkId: $checkId, plot: $plot) {
  conclusion latitude gap evidenceHash window plotShown pixelDegrees pixels { width height lossYear } lossPixels { latitude longitude year } plots { name areaHa geoJson standing }
} }`;
const evidenceOf = async (by: Person, id: string, checkId: string | null = null, plot: number | null = null) =>
  (await by.graphql.run(EVIDENCE, { id, checkId, plot })).data.lotEvidence;
const asked = (by: Person, path: string) =>
  fetch(`${app.url}/api/v1/lots/${path}`, { headers: { authorization: `Bearer ${by.accessToken}` } });
const pictureOf = async (by: Person, id: string, query: string) => {
  const response = await asked(by, `${id}/evidence/picture?${query}`);
  expect(response.status).toBe(200);
  return plainPng(Buffer.from(await response.arrayBuffer()));
};

/** A lot that was checked where there was loss, and then where there was none. */
async function movedLot() {
  const { latitude, longitude } = LOSS_PLACE;
  const lot = await settledLot(app, grace, { latitude, longitude });
  const edit = await admin.rest.send('PATCH', `/lots/${lot.id}`, {
    latitude: CLEAR_PLACE.latitude,
    longitude: CLEAR_PLACE.longitude,
  });
  expect(edit.status).toBe(200);
  return settled(app, lot.id);
}

describe('the checks of a lot', () => {
  it('are told newest first, each with its result and whether it read the land of now', async () => {
    const lot = await movedLot();
    const { status, data } = await checksOf(grace, lot.lotId);
    expect(status).toBe(200);
    expect(data).toMatchObject({ differs: false, pagination: { total: 2, page: 1, totalPages: 1 } });
    expect(data.checks).toMatchObject([
      { conclusion: 'clear', lossPixelsAfterCutoff: 0, sameLand: true, sample: true, reason: null },
      { conclusion: 'loss', sameLand: false, datasetVersion: data.checks[0].datasetVersion },
    ]);
    expect(data.checks[1].lossPixelsAfterCutoff).toBeGreaterThan(0);
    expect(data.checks[0].checkedAt > data.checks[1].checkedAt).toBe(true);
  });

  it('come in pages, and a page is bounded', async () => {
    const lot = await movedLot();
    const [newest] = (await checksOf(grace, lot.id)).data.checks;
    const { data } = await checksOf(grace, lot.id, '?limit=1&page=2');
    expect(data.pagination).toMatchObject({ total: 2, totalPages: 2, hasNext: false, hasPrev: true });
    expect(data.checks).toHaveLength(1);
    expect(data.checks[0].id).not.toBe(newest.id);
    expect((await checksOf(grace, lot.id, '?limit=101')).status).toBe(400);
  });

  it('are not there for those who do not see the lot', async () => {
    const lot = await settledLot(app, grace);
    const [check] = (await checksOf(grace, lot.id)).data.checks;
    expect((await checksOf(stranger, lot.id)).status).toBe(404);
    const { data } = await stranger.graphql.run(`{ lotChecks(id: "${lot.id}") { differs } }`);
    expect(data.lotChecks).toBeNull();
    expect(await evidenceOf(stranger, lot.id, check.id)).toBeNull();
    // Nor does the check of one lot open under another one.
    const own = await settledLot(app, stranger, { farmId: 'FARM002' });
    expect(await evidenceOf(stranger, own.id, check.id)).toBeNull();
    expect(await evidenceOf(stranger, own.id, 'no-uuid')).toBeNull();
  });

  it('are kept back where the record of the lot was changed', async () => {
    const lot = await settledLot(app, grace);
    await app.app.database.rows('update satellite_check set loss_pixels = 7 where lot_id = $1', [lot.id]);
    expect((await checksOf(grace, lot.id)).data).toMatchObject({ differs: true, checks: [], pagination: { total: 0 } });
  });

  it('each show what they read: where trees were lost, and when', async () => {
    const lot = await movedLot();
    const [newest, first] = (await checksOf(grace, lot.id)).data.checks;
    expect(await evidenceOf(grace, lot.id, newest.id)).toEqual(await evidenceOf(grace, lot.id));
    expect(await evidenceOf(grace, lot.id)).toMatchObject({ conclusion: 'clear', lossPixels: [], plots: null });
    const then = await evidenceOf(grace, lot.id, first.id);
    expect(then).toMatchObject({ conclusion: 'loss', latitude: LOSS_PLACE.latitude, gap: null });
    expect(then.lossPixels).toHaveLength(first.lossPixelsAfterCutoff);
    expect(new Set(then.lossPixels.map(({ year }: { year: number }) => year))).toEqual(new Set(first.lossYears));
    for (const { latitude } of then.lossPixels) expect(Math.abs(latitude - LOSS_PLACE.latitude)).toBeLessThan(0.002);
    expect(then.pixelDegrees).toBeCloseTo(0.00025, 8);
  });

  it('each are had as a file and as a picture, by those who see the lot', async () => {
    const lot = await movedLot();
    const [newest, first] = (await checksOf(grace, lot.id)).data.checks;
    for (const { id, checkedAt } of [newest, first]) {
      const response = await asked(grace, `${lot.lotId}/evidence?check=${id}`);
      const text = await response.text();
      const { evidenceHash } = await evidenceOf(grace, lot.id, id);
      expect(JSON.parse(text)).toMatchObject({ checkedAt, evidenceHash });
      expect((await judgeEvidence(text, openMonitor({ forest: { driver: 'sample' } }))).status).toBe(0);
      expect((await pictureOf(grace, lot.id, `check=${id}`)).texts.get('Comment')).toContain(evidenceHash);
    }
    const own = await settledLot(app, stranger, { farmId: 'FARM002' });
    for (const kind of ['evidence', 'evidence/picture']) {
      expect((await asked(stranger, `${lot.id}/${kind}?check=${first.id}`)).status).toBe(404);
      expect((await asked(stranger, `${own.id}/${kind}?check=${first.id}`)).status).toBe(404);
      expect((await asked(grace, `${lot.id}/${kind}?check=no-uuid`)).status).toBe(404);
    }
  });

  it('tell the plots that were read with their outlines, and loss on any of them', async () => {
    const square = ({ latitude, longitude }: typeof LOSS_PLACE) => {
      const six = (value: number): number => Math.round(value * 1e6) / 1e6;
      const [west, south, east, north] = [longitude - 0.0007, latitude - 0.0007, longitude + 0.0007, latitude + 0.0007];
      const ring = [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ];
      return { type: 'Polygon', coordinates: [ring.map(([x = 0, y = 0]) => [six(x + 1e-6), six(y + 1e-6)])] };
    };
    for (const [name, place] of [
      ['Cleared', LOSS_PLACE],
      ['Kept', CLEAR_PLACE],
    ] as const) {
      const added = await grace.rest.send('POST', '/farms/FARM001/plots', { name, geometry: square(place) });
      expect(added.status).toBe(201);
    }
    const {
      latitude: _latitude,
      longitude: _longitude,
      ...input
    } = lotInput({
      plots: ['Kept', 'Cleared'],
    });
    const { data } = await grace.rest.send('POST', '/lots', input);
    await settled(app, data.lot.id);
    const evidence = await evidenceOf(grace, data.lot.id);
    expect(evidence.conclusion).toBe('loss');
    expect(evidence.plots.map(({ name }: { name: string }) => name)).toEqual(['Kept', 'Cleared']);
    expect(evidence.plots[0].geoJson).toContain('Polygon');
    expect(evidence.lossPixels.length).toBeGreaterThan(0);

    // Pixels are of the plot that was cleared, unless another one is asked for.
    expect(evidence.plotShown).toBe(2);
    const [kept, cleared] = [
      await evidenceOf(grace, data.lot.id, null, 1),
      await evidenceOf(grace, data.lot.id, null, 2),
    ];
    expect(cleared).toEqual(evidence);
    expect(kept).toMatchObject({ plotShown: 1, gap: null, conclusion: 'loss', evidenceHash: evidence.evidenceHash });
    expect(kept.window).not.toEqual(cleared.window);
    expect(kept.pixels.lossYear.some((year: number) => year > 20)).toBe(false);
    expect(await evidenceOf(grace, data.lot.id, null, 3)).toMatchObject({ plotShown: null, gap: 'nothing_read' });
    const pictures = [await pictureOf(grace, data.lot.id, 'plot=1'), await pictureOf(grace, data.lot.id, 'plot=2')];
    const [storedText, clearedText] = pictures.map(({ texts }) => texts.get('Comment'));
    expect(storedText).toContain(kept.window.join(', '));
    expect(clearedText).toContain(cleared.window.join(', '));
    expect((await asked(grace, `${data.lot.id}/evidence/picture?plot=3`)).status).toBe(404);
    expect((await asked(grace, `${data.lot.id}/evidence/picture?plot=0`)).status).toBe(400);
  });
});
