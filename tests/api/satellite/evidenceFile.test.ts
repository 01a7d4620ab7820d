import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalText, sha256, toHex, utf8 } from '../../../server/domain/proof/hashing.ts';
import { ForestMonitorAway, type ForestMonitor } from '../../../server/domain/forest/forestMonitor.ts';
import { judgeEvidence } from '../../../server/modules/satellite/judgeEvidence.ts';
import { openMonitor } from '../../../server/adapters/openMonitor.ts';
import { LOSS_PLACE, SEA_PLACE, settledLot } from '../../support/seeds.ts';
import { plainPng } from '../../support/plainPng.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

/** The sample tiles, read by a monitor of its own. */
const tiles = openMonitor({ forest: { driver: 'sample' } });

let app: TestApp;
let grace: Person;

beforeAll(async () => {
  app = await createTestApp();
  grace = await app.person('farmer', { farmId: 'FARM001' });
});
afterAll(async () => {
  await app.stop();
});

async function evidenceText(by: Person, id: string): Promise<string> {
  const response = await fetch(`${app.url}/api/v1/lots/${id}/evidence`, {
    headers: { authorization: `Bearer ${by.accessToken}` },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toContain(`-evidence.json`);
  return response.text();
}

/** The same file with something changed in what was read, and with the hash that goes with it. */
async function falsified(text: string, change: (evidence: ReturnType<typeof JSON.parse>) => void): Promise<string> {
  const file = JSON.parse(text);
  change(file.evidence);
  return JSON.stringify({ ...file, evidenceHash: toHex(await sha256(utf8(canonicalText(file.evidence)))) });
}

describe('the evidence of a check, as a file', () => {
  it('says pixel by pixel what the tiles say, for whoever reads them again', async () => {
    const { latitude, longitude } = LOSS_PLACE;
    const lot = await settledLot(app, grace, { latitude, longitude });
    const text = await evidenceText(grace, lot.lotId);
    expect(JSON.parse(text)).toMatchObject({ lotId: lot.lotId, place: { latitude, longitude, areaHa: 4 } });
    const { status, lines } = await judgeEvidence(text, tiles);
    expect(lines).toEqual([
      expect.stringMatching(/^EQUAL: LOT[\w-]+, checked 20.+ \d+ pixels of .+ say the same now: loss\.$/),
    ]);
    expect(status).toBe(0);
    // The hash is that of the newest check, as the ledger has it.
    const { data } = await grace.graphql.run('query ($id: ID!) { lotEvidence(id: $id) { evidenceHash } }', {
      id: lot.id,
    });
    expect(JSON.parse(text).evidenceHash).toBe(data.lotEvidence.evidenceHash);
  });

  it('of a place at sea is evidence too', async () => {
    const { latitude, longitude } = SEA_PLACE;
    const lot = await settledLot(app, grace, { latitude, longitude });
    const { status, lines } = await judgeEvidence(await evidenceText(grace, lot.id), tiles);
    expect([status, lines[0]]).toEqual([0, expect.stringContaining('EQUAL')]);
  });

  it('is had as a picture too, drawn from what was stored, by who sees the lot', async () => {
    const { latitude, longitude } = LOSS_PLACE;
    const lot = await settledLot(app, grace, { latitude, longitude });
    const file = JSON.parse(await evidenceText(grace, lot.id));
    const address = `${app.url}/api/v1/lots/${lot.lotId}/evidence/picture`;
    const response = await fetch(address, { headers: { authorization: `Bearer ${grace.accessToken}` } });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(response.headers.get('content-disposition')).toContain(`${lot.lotId}-evidence.png`);
    const picture = plainPng(Buffer.from(await response.arrayBuffer()));
    expect(picture.texts.get('Comment')).toContain(file.evidenceHash);
    expect([picture.width, picture.height]).toEqual([file.evidence.width * 24, file.evidence.height * 24]);
    for (const [index, year] of file.evidence.lossYear.entries()) {
      const [column, row] = [index % file.evidence.width, Math.floor(index / file.evidence.width)];
      const points = Array.from({ length: 24 * 24 }, (_, i) =>
        picture.at(column * 24 + (i % 24), row * 24 + Math.floor(i / 24)),
      );
      // The ring around the place and the year take some of them.
      expect(points.filter((point) => point === '178 34 34').length > 200).toBe(year > 20);
    }
    expect((await app.rest.get(`/lots/${lot.id}/evidence/picture`)).status).toBe(401);
    const stranger = await app.person('farmer', { farmId: 'FARM002' });
    expect((await stranger.rest.get(`/lots/${lot.id}/evidence/picture`)).status).toBe(404);
    expect(file.evidence.program).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('names what was changed in it', async () => {
    const lot = await settledLot(app, grace);
    const text = await evidenceText(grace, lot.id);
    const changed = JSON.stringify({ ...JSON.parse(text), evidence: { ...JSON.parse(text).evidence, width: 9 } });
    expect(await judgeEvidence(changed, tiles)).toEqual({
      status: 1,
      lines: [expect.stringMatching(/^NOT EQUAL: the evidence is not what its hash [0-9a-f]{64} was made of\.$/)],
    });
    const lost = await falsified(text, (evidence) => {
      evidence.lossYear[1] = 22;
      evidence.treeCover2000[0] += 1;
    });
    const { status, lines } = await judgeEvidence(lost, tiles);
    expect([status, lines.slice(1)]).toEqual([
      1,
      [
        '- lossYear, column 2, row 1: 22 in the file, 0 in the tiles',
        expect.stringMatching(/^- treeCover2000, column 1, row 1: \d+ in the file, \d+ in the tiles$/),
      ],
    ]);
    const other = await falsified(text, (evidence) => {
      evidence.datasetVersion = 'GFC-2024';
      evidence.lossYear.fill(1);
    });
    expect((await judgeEvidence(other, tiles)).lines).toEqual([
      expect.stringContaining('NOT EQUAL'),
      expect.stringMatching(/^- datasetVersion: GFC-2024 in the file, .+ in the tiles$/),
    ]);
    const many = await falsified(text, (evidence) => evidence.lossYear.fill(3));
    const told = (await judgeEvidence(many, tiles)).lines;
    expect([told.length, told.at(-1)]).toEqual([12, expect.stringMatching(/^- and \d+ more$/)]);
  });

  it('is judged as far as it can be: no file of ours, tiles that are away, tiles that are gone', async () => {
    const lot = await settledLot(app, grace);
    const text = await evidenceText(grace, lot.id);
    for (const none of ['', '{}', '[1]', text.slice(1)]) expect((await judgeEvidence(none, tiles)).status).toBe(2);
    const away: Pick<ForestMonitor, 'driver' | 'read'> = {
      driver: 'sample',
      read: () => Promise.reject(new ForestMonitorAway('The tiles are away')),
    };
    expect(await judgeEvidence(text, away)).toEqual({
      status: 2,
      lines: ['The tiles cannot be read now: The tiles are away'],
    });
    const gone: Pick<ForestMonitor, 'driver' | 'read'> = {
      driver: 'sample',
      read: async () => ({ kind: 'unreadable', reason: { code: 'x', values: {}, text: 'Gone' }, reading: null }),
    };
    expect(await judgeEvidence(text, gone)).toMatchObject({
      status: 1,
      lines: [expect.stringContaining('It was read then, and nothing could be read now (Gone).')],
    });
    expect(await judgeEvidence(text, { ...gone, driver: 'gfw' })).toEqual({
      status: 2,
      lines: ["Nothing was compared: this evidence was read by 'sample', and FOREST names 'gfw'."],
    });
  });

  it('is told to nobody who does not see the lot, and not of a lot that differs from the ledger', async () => {
    const lot = await settledLot(app, grace);
    const stranger = await app.person('farmer', { farmId: 'FARM002' });
    expect((await stranger.rest.get(`/lots/${lot.id}/evidence`)).status).toBe(404);
    expect((await app.rest.get(`/lots/${lot.id}/evidence`)).status).toBe(401);
    await app.app.database.rows(
      `update satellite_check set evidence = replace(evidence, '"lossYear":[0', '"lossYear":[1') where lot_id = $1`,
      [lot.id],
    );
    expect((await grace.rest.get(`/lots/${lot.id}/evidence`)).status).toBe(409);
  });
});
