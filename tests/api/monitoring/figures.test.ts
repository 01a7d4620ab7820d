import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { eventually, lotInput, settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { OPTIONAL_FIGURES } from '../../support/optionalFields.ts';

let app: TestApp;
let admin: Person;
let lot: LotView;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.person('admin');
  lot = await settledLot(app, admin, { qualityScore: 80 });
});
afterAll(() => app.stop());

describe('the dashboard', () => {
  it('answers its figures by these names, and no others', async () => {
    const { data } = await admin.rest.get('/dashboard/stats');
    const line = {
      lotId: lot.lotId,
      farmerName: 'Grace Kila',
      deforestationStatus: 'No Deforestation',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    };
    expect(data).toEqual({
      totalLots: 1,
      compliantLots: 1,
      complianceRate: 100,
      averageQuality: 80,
      highAlerts: 0,
      stockKg: 50,
      shippedKg: null,
      shippedConsignments: 0,
      openConsignments: 0,
      recentActivity: [line],
    });
    expect((await admin.rest.get('/dashboard/recent-activity')).data).toEqual({ recentActivity: [line] });
  });
});

describe('a lot as staff see it', () => {
  it('has these fields, and no others', async () => {
    const { data } = await admin.rest.get(`/lots/${lot.id}`);
    expect(Object.keys(data.lot).sort()).toEqual(
      `${OPTIONAL_FIGURES.join(' ')} available blockchainHash cacaoVariety certifications createdAt currentProcess deforestationStatus delivery farmId farmerName harvestDate
      harvestUntil id isAnonymized kind latitude longitude lotId mayDo moistureContent plots processDetails satelliteMessage satelliteOutdated
      satelliteSaid satelliteTimestamp temperature timestamp updatedAt used version weight`
        .split(/\s+/)
        .sort(),
    );
    expect(Object.keys(data.lot.blockchainHash).sort()).toEqual(['signature', 'status', 'transactionId']);
  });

  it('counts in its version what people change, not what the ledger or the satellite answer', async () => {
    expect(lot.version).toBe(1);
    const { data } = await admin.rest.send('PATCH', `/lots/${lot.id}`, { weight: 51, version: 1 });
    expect(data.lot.version).toBe(2);
    await eventually(async () => {
      const now = (await admin.rest.get(`/lots/${lot.id}`)).data.lot;
      expect([now.blockchainHash.status, now.version]).toEqual(['recorded', 2]);
    });
  });

  it('goes to its next stage with a transaction id that is null until it is recorded', async () => {
    const { status, data } = await admin.rest.send('PATCH', `/lots/${lot.id}/process`, {
      currentProcess: 'fermented',
      processDetails: 'Six days in boxes',
    });
    expect([status, data.lot.currentProcess, data.transactionId]).toEqual([200, 'fermented', null]);
    await eventually(async () => {
      const newest = (await admin.rest.get(`/lots/${lot.id}/history`)).data.history[0];
      expect(newest).toMatchObject({ action: 'stage', stage: 'fermented', transactionId: expect.any(String) });
    });
  });

  it('is deleted with its id as the answer, and then is not there', async () => {
    const { data } = await admin.rest.send('DELETE', `/lots/${lot.lotId}`);
    expect(data).toEqual({ deleted: true, lotId: lot.lotId });
    expect((await admin.rest.get(`/lots/${lot.id}`)).status).toBe(404);
    const again = await admin.rest.send('POST', '/lots', lotInput({ lotId: lot.lotId.toLowerCase() }));
    expect([again.status, again.body.error]).toEqual([409, 'Conflict']);
  });
});

describe('the ledger', () => {
  it('shows the roots of its organisations to anyone, as certificates they keep', async () => {
    const { data } = await app.rest.get('/ledger/roots');
    expect(data.organisations).toHaveLength(2);
    for (const one of data.organisations) {
      expect(one).toEqual({
        name: expect.any(String),
        mspId: expect.stringMatching(/MSP$/),
        rootFingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
        rootCertificate: expect.stringMatching(/^30[0-9a-f]+$/),
      });
      const root = new X509Certificate(Buffer.from(one.rootCertificate, 'hex'));
      expect(root.fingerprint256.replaceAll(':', '').toLowerCase()).toBe(one.rootFingerprint);
    }
    expect((await app.rest.get('/ledger/roots')).data).toEqual(data);
  });

  it('tries a refused event again when an admin says so, and only such an event', async () => {
    const retry = (id: string) => admin.rest.send('POST', `/ledger/events/${id}/retry`);
    const { database } = app.app;
    // One that is being recorded would be recorded over what is set here.
    await eventually(async () => expect((await app.rest.get('/blockchain/health')).data).toMatchObject({ pending: 0 }));
    const event = await database.row<{ event_id: string }>(
      'select event_id from ledger_outbox order by event_id limit 1',
    );
    const id = event?.event_id ?? '';
    expect((await retry(id)).status).toBe(404);
    expect((await retry('0'.repeat(32))).body).toMatchObject({ error: 'Not found', statusCode: 404 });
    expect((await retry('no-event')).body.details).toMatchObject([{ field: 'id' }]);
    await database.rows(
      `update ledger_outbox set state = 'failed', failure_code = 'BAD_CONTENT', failure_text = 'no' where event_id = $1`,
      [id],
    );
    expect((await app.rest.get('/blockchain/health')).data).toMatchObject({ failed: 1 });
    const { status, data } = await retry(id);
    expect([status, data]).toEqual([200, { queued: true }]);
    const told = await database.rows(
      `select user_id, action, target_kind, target_id from audit_entry where action = 'ledger.event-retried'`,
    );
    expect(told).toEqual([
      { user_id: admin.userId, action: 'ledger.event-retried', target_kind: 'event', target_id: id },
    ]);
    await eventually(async () =>
      expect((await app.rest.get('/blockchain/health')).data).toMatchObject({ failed: 0, pending: 0 }),
    );
  });
});
