import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proofFaults } from '../../support/proofFaults.ts';
import { LotErasure } from '../../../server/modules/lots/lotErasure.ts';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { RetainedLocations } from '../../../server/modules/privacy/retainedLocations.ts';
import type { RestAnswer } from '../../support/restClient.ts';
import { textOfPdf } from '../../support/pdfText.ts';
import { CLEAR_PLACE, LOSS_PLACE, settled, settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';

const GONE = { farmId: 'FARM555', farmerName: 'Zora Gone' };
const FIELDS = ['farmerName', 'farmId', 'latitude', 'longitude'];

let app: TestApp;
let auditor: Person;
let admin: Person;
/** with loss and an alert, and another that lay elsewhere before; both checked twice */
let lost: LotView;
let moved: LotView;

beforeAll(async () => {
  app = await createTestApp();
  [auditor, admin] = [await app.person('auditor'), await app.person('admin')];
  const processor = await app.person('processor');
  lost = await settledLot(app, processor, { ...GONE, ...placeOf(LOSS_PLACE) });
  moved = await settledLot(app, processor, GONE);
  const there = { latitude: CLEAR_PLACE.latitude + 0.0004, longitude: CLEAR_PLACE.longitude };
  await done(admin.rest.send('PATCH', `/lots/${moved.id}`, there));
  await done(processor.rest.send('PATCH', `/lots/${lost.id}/satellite`, placeOf(LOSS_PLACE)));
  for (const { id } of [lost, moved]) await settled(app, id);
  await done(admin.rest.send('POST', '/gdpr/erase', GONE));
  for (const { id } of [lost, moved]) await settled(app, id);
  // In five years.
  const { database, ledger } = app.app;
  const places = new RetainedLocations({ database, lots: new LotErasure(ledger) });
  const then = new Date(new Date().setFullYear(new Date().getFullYear() + 5) + 86_400_000);
  await places.eraseDue(then);
  for (const { id } of [lost, moved]) await settled(app, id);
});
afterAll(() => app.stop());

function placeOf({ latitude, longitude }: { latitude: number; longitude: number }) {
  return { latitude, longitude };
}

/** @throws Error when the server refused it */
async function done(call: Promise<RestAnswer>): Promise<void> {
  const { status, body } = await call;
  if (status !== 200) throw new Error(`It was refused: ${body.message}`);
}

/** Runs the integrity audit as an admin does. @returns its result in health */
async function walked() {
  const last = async () => (await admin.rest.get('/health')).data.walk;
  const before = (await last()).at;
  expect((await admin.rest.send('POST', '/ledger/walk')).status).toBe(200);
  return until(async () => {
    const walk = await last();
    return walk.at !== before && walk;
  }, 'the walk to end');
}

const statesOf = (verification: { fields: { field: string; state: string }[] }) =>
  FIELDS.map((name) => verification.fields.find(({ field }) => field === name)?.state);

describe('lots whose place and satellite evidence were erased', () => {
  it('verify, for staff and in public, and say what is gone', async () => {
    for (const { id, lotId } of [lost, moved]) {
      const { data } = await auditor.rest.get(`/lots/${id}/blockchain`);
      expect(data.verification).toMatchObject({ state: 'verified', dataMatches: true, discrepancies: [] });
      expect(statesOf(data.verification)).toEqual(FIELDS.map(() => 'erased'));
      const page = (await app.rest.get(`/lots/public/${lotId}`)).data;
      expect(page.lot).toMatchObject({ farmId: null, farmerName: null, latitude: null, longitude: null });
      expect(page.verification).toMatchObject({ state: 'verified', discrepancies: [] });
      expect(statesOf(page.verification)).toEqual(FIELDS.map(() => 'erased'));
      expect(page).toMatchObject({ country: null, satelliteCheck: null });
      const { message } = (await app.rest.send('POST', `/lots/public/${lotId}/verify-integrity`)).data;
      expect(message).toBe(
        'Personal data of this lot was erased; every other field matches the ledger, and all its hashes and signatures are valid.',
      );
      const { data: shown } = await app.graphql.run(
        'query ($id: String!) { publicLot(lotId: $id) { latitude longitude verification { state } } }',
        { id: lotId },
      );
      expect(shown.publicLot).toEqual({ latitude: null, longitude: null, verification: { state: 'verified' } });
    }
  });

  it('keep what the checks came to, and nothing of where or of what was seen', async () => {
    for (const [lot, status, checks] of [
      [lost, 'Deforestation Detected', 2],
      [moved, 'No Deforestation', 2],
    ] as const) {
      expect((await auditor.rest.get(`/lots/${lot.id}`)).data.lot).toMatchObject({
        deforestationStatus: status,
        latitude: null,
        longitude: null,
      });
      const rows = await app.app.database.rows(
        'select lat_micro, lon_micro, evidence, evidence_hash from satellite_check where lot_id = $1',
        [lot.id],
      );
      const emptied = { lat_micro: null, lon_micro: null, evidence: '', evidence_hash: '' };
      expect(rows).toEqual(Array.from({ length: checks }, () => emptied));
    }
    const { data } = await auditor.rest.get('/alerts');
    expect(data.alerts).toMatchObject([{ lotId: lost.lotId, latitude: null, longitude: null, status: 'active' }]);
  });

  it('say of their evidence that it was erased', async () => {
    for (const { id } of [lost, moved]) {
      const { data } = await auditor.graphql.run(
        'query ($id: ID!) { lotEvidence(id: $id) { gap window latitude evidenceHash pixels { width } conclusion } }',
        { id },
      );
      expect(data.lotEvidence).toEqual({
        gap: 'erased',
        window: null,
        latitude: null,
        evidenceHash: null,
        pixels: null,
        conclusion: id === lost.id ? 'loss' : 'clear',
      });
    }
  });

  it('have a certificate and a proof that checks', async () => {
    const { data: roots } = await app.rest.get('/ledger/roots');
    const pinned = roots.organisations.map(({ rootFingerprint }: { rootFingerprint: string }) => rootFingerprint);
    for (const { lotId } of [lost, moved]) {
      const proof: unknown = await (await fetch(`${app.url}/api/v1/lots/public/${lotId}/proof`)).json();
      expect(await proofFaults(proof, pinned)).toEqual([]);
      const paper = await fetch(`${app.url}/api/v1/lots/public/${lotId}/certificate`);
      const text = textOfPdf(Buffer.from(await paper.arrayBuffer())).replace(/\s+/g, ' ');
      expect(text).toContain('Personal data of this lot was erased; every other field matches the ledger');
    }
  });

  it('are no fault to a walk of the ledger', async () => {
    expect(await walked()).toMatchObject({ status: 'ok', lots: 2, differing: 0, faults: 0 });
  });

  it('can be decided on', async () => {
    const { data } = await auditor.rest.get('/alerts');
    const decision = { note: 'The trees stood elsewhere', outcome: 'No Deforestation' };
    const { status } = await auditor.rest.send('PUT', `/alerts/${data.alerts[0].id}/resolve`, decision);
    expect(status).toBe(200);
    await settled(app, lost.id);
    expect((await auditor.rest.get(`/lots/${lost.id}/blockchain`)).data.verification.state).toBe('verified');
  });

  it('are told from one whose evidence or place somebody else has emptied', async () => {
    const other = await settledLot(app, admin);
    await app.app.database.rows(
      `update satellite_check set evidence = '', evidence_hash = '', lat_micro = null, lon_micro = null where lot_id = $1`,
      [other.id],
    );
    const seen = async () => (await auditor.rest.get(`/lots/${other.id}/blockchain`)).data.verification;
    expect(await seen()).toMatchObject({ state: 'differs' });
    await app.app.database.rows('update lot set lat_micro = null, lon_micro = null where id = $1', [other.id]);
    expect(statesOf(await seen())).toEqual(['match', 'match', 'differs', 'differs']);
    expect(await walked()).toMatchObject({ status: 'degraded', differing: 1, faults: 1 });
  });
});
