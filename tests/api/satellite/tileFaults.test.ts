import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SourceFault } from '../../../server/domain/forest/sourceFaults.ts';
import type { ForestMonitor } from '../../../server/domain/forest/forestMonitor.ts';
import { hansenMonitor } from '../../../server/adapters/forest-hansen/hansenMonitor.ts';
import { SAMPLE_DATASET_VERSION } from '../../../server/adapters/forest-sample/places.ts';
import { until } from '../../support/until.ts';
import { CLEAR_PLACE, LOSS_PLACE, registered, settled } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { sendRange, SAMPLE_TILES, TileServer, type TileFault } from '../../support/tileServer.ts';

const server = new TileServer();
let tiles: ForestMonitor;
let app: TestApp;
let grace: Person;
let auditor: Person;

beforeAll(async () => {
  await server.start();
  const monitor: ForestMonitor = {
    driver: 'hansen',
    source: 'hansen v1',
    read: (...asked) => tiles.read(...asked),
    health: () => tiles.health(),
  };
  app = await createTestApp({ surroundings: { monitor } });
  grace = await app.person('farmer', { farmId: 'FARM001' });
  auditor = await app.person('auditor');
});
afterAll(async () => {
  await app.stop();
  await server.stop();
});
beforeEach(() => {
  server.reset();
  // Opened again, so that no tile is in memory. They are not marked as sample: they are read over the network, with
  // pauses that a test can wait for.
  tiles = hansenMonitor({
    source: {
      kind: 'http',
      baseUrls: [server.baseUrl],
      politeness: { firstPauseMs: 5, longestPauseMs: 50, answerWithinMs: 500, restMs: 50 },
    },
    dataset: 'Tiles of a server',
    datasetVersion: SAMPLE_DATASET_VERSION,
    driver: 'hansen',
    deadlineMs: 3_000,
  });
});

const lotNow = async (id: string) => (await grace.rest.get(`/lots/${id}`)).data.lot;
/** Jobs that failed wait for some seconds, growing: a test does not. */
const hasten = () =>
  app.app.database.rows(
    'update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now() returning 1',
  );

const failed = () => app.app.database.rows('select 1 from graphile_worker.jobs where last_error is not null');

const faults: [name: string, fault: TileFault, told: SourceFault][] = [
  ['answers 500', (_, __, response) => Boolean(response.writeHead(500).end()), 'failing'],
  ['answers 429', (_, __, response) => Boolean(response.writeHead(429, { 'retry-after': '0' }).end()), 'busy'],
  ['answers 403 for everything', (_, __, response) => Boolean(response.writeHead(403).end()), 'absent'],
  ['answers 404 for everything', (_, __, response) => Boolean(response.writeHead(404).end()), 'absent'],
  ['sends whole files', (_, __, response) => Boolean(response.writeHead(200).end('whole')), 'failing'],
  ['hangs up', (_, request) => Boolean(request.socket.destroy()), 'unreachable'],
  ['never answers', () => true, 'slow'],
];

describe('a lot whose tiles cannot be reached', () => {
  it.each(faults)('stays pending while their server %s, and is checked when it is back', async (_, fault, told) => {
    server.fault = fault;
    const { latitude, longitude } = LOSS_PLACE;
    const lot = await registered(grace, { latitude, longitude });
    await until(async () => (await failed()).length > 0, 'the check to fail');
    expect(await lotNow(lot.id)).toMatchObject({
      deforestationStatus: 'Pending Review',
      satelliteTimestamp: null,
      satelliteSaid: [{ code: 'satellite.source_away' }, { code: 'satellite.first_check_queued' }],
    });
    const { source } = (await auditor.rest.get('/satellite/progress')).data;
    expect(source).toMatchObject({ status: 'away', said: [{}, { code: `satellite.away_${told}` }] });
    expect((await grace.rest.get(`/lots/${lot.id}/evidence`)).status).toBe(404);
    server.reset();
    await until(async () => {
      await hasten();
      return (await lotNow(lot.id)).deforestationStatus === 'Deforestation Detected';
    }, 'the check to be made');
    const checked = await settled(app, lot.id);
    expect(checked.satelliteTimestamp).not.toBeNull();
    // One check, one alert: what was tried in vain left nothing.
    const history = (await grace.rest.get(`/lots/${lot.id}/history`)).data.history;
    expect(history.filter(({ action }: { action: string }) => /satellite/i.test(action))).toHaveLength(1);
    const { alerts } = (await auditor.rest.get('/alerts?limit=100')).data;
    expect(alerts.filter(({ lotId }: { lotId: string }) => lotId === lot.lotId)).toHaveLength(1);
  });

  it('says why where their files are damaged, and what they say once they are whole', async () => {
    const { latitude, longitude } = CLEAR_PLACE;
    const file = `Hansen_${SAMPLE_DATASET_VERSION}_lossyear_00N_140E.tif`;
    const cut = (await readFile(join(SAMPLE_TILES, file))).subarray(0, 9_000);
    server.fault = (asked, request, response) => {
      if (asked === file) sendRange(cut, request, response);
      return asked === file;
    };
    const { id } = await registered(grace, { latitude, longitude });
    const damaged = await settled(app, id);
    expect(damaged).toMatchObject({
      deforestationStatus: 'Pending Review',
      satelliteTimestamp: null,
      satelliteMessage: expect.stringContaining('could not be read'),
    });
    server.reset();
    const { data } = await grace.rest.send('PATCH', `/lots/${id}/satellite`, { latitude, longitude });
    expect(data.satelliteData).toMatchObject({ status: 'No Deforestation', message: null, lossPixelsAfterCutoff: 0 });
    expect((await settled(app, id)).satelliteMessage).toBeNull();
  });
});
