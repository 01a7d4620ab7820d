import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restClient, type RestClient } from '../../support/restClient.ts';
import { contentOfCaller } from '../../support/everyRow.ts';
import { lotInput, registered, settled } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { servicesOf } from '../../support/services.ts';

let app: TestApp;
let admin: Person;
let partner: RestClient;
let keyId: string;

beforeAll(async () => {
  app = await createTestApp();
  await app.person('admin');
  admin = await app.person('admin', { name: 'Ruth Kapi' });
  const { data } = await admin.rest.send('POST', '/keys', { name: 'Madang Traders', role: 'processor' });
  keyId = data.partnerKey.id;
  partner = restClient(app.url, data.key);
});
afterAll(() => app.stop());

const actorsOf = (lotUuid: string) =>
  app.app.database.rows('select type, actor_id, key_id from lot_event where lot_id = $1 order by seq', [lotUuid]);

describe('what a partner key does', () => {
  it('is kept with the id of the key: registering, a file, a stage, a satellite check', async () => {
    const { id } = await registered({ rest: partner });
    await settled(app, id);
    await partner.send('PATCH', `/lots/${id}/process`, { currentProcess: 'fermented', processDetails: 'In boxes' });
    expect(await actorsOf(id)).toEqual(
      ['created', 'satellite', 'stage'].map((type) => ({ type, actor_id: null, key_id: keyId })),
    );
    const one = lotInput({ lotId: 'LOT-BY-FILE' });
    const form = new FormData();
    form.set('file', new Blob([`${Object.keys(one).join(',')}\n${Object.values(one).join(',')}`]), 'lots.csv');
    expect((await partner.form('/lots/import', form)).body.success).toBe(true);
    const imported = await servicesOf(app.app).lotReader.find({ kind: 'all' }, 'LOT-BY-FILE');
    expect((await actorsOf(imported?.id ?? ''))[0]).toEqual({ type: 'created', actor_id: null, key_id: keyId });
  });

  it('and what a person does has no key', async () => {
    const { id } = await registered(admin);
    expect((await actorsOf(id))[0]).toEqual({ type: 'created', actor_id: admin.userId, key_id: null });
  });

  it('shows the name of the key and never its id', async () => {
    const { id, lotId } = await registered({ rest: partner });
    await settled(app, id);
    const paths = ['', '/history', '/provenance', '/blockchain', '/audit-trail'].map((end) => `/lots/${id}${end}`);
    for (const path of [...paths, `/lots/public/${lotId}`]) {
      expect(JSON.stringify((await admin.rest.get(path)).body)).not.toContain(keyId);
    }
    const { data } = await admin.rest.get(`/lots/${id}/history`);
    expect(data.history.at(-1).actor).toBe('Madang Traders');
  });

  it('stands in the export of the person who made the key, and of nobody else', async () => {
    const { data } = await contentOfCaller(app.url, admin.accessToken);
    expect(data.actionsOfPartnerKeys.length).toBeGreaterThan(3);
    expect(new Set(data.actionsOfPartnerKeys.map((one: { keyId: string }) => one.keyId))).toEqual(new Set([keyId]));
    expect(data.actions.map((one: { type: string }) => one.type)).toContain('created');
    const other = await app.person('admin');
    expect((await contentOfCaller(app.url, other.accessToken)).data.actionsOfPartnerKeys).toEqual([]);
  });

  it('is refused late, when the person who made the key was erased, whatever would be left of them', async () => {
    const person = await app.person('admin', { name: 'Zora' });
    const { data } = await person.rest.send('POST', '/keys', { name: 'Key of Zora', role: 'processor' });
    const key = restClient(app.url, data.key);
    const { id } = await registered({ rest: key });
    await settled(app, id);
    expect((await person.rest.send('DELETE', '/gdpr/delete')).status).toBe(200);
    // One word is a name on the lots that have to do with the person: that their key made it such a lot.
    const { data: shown } = await admin.rest.get(`/lots/${id}/history`);
    expect(shown.history.map((one: { actor: string | null }) => one.actor)).not.toContain('Key of Zora');
    const late = app.app.database.write(async (em) => {
      const { LotEntity } = await import('../../../server/modules/lots/lot.ts');
      const { appendLotEvent } = await import('../../../server/modules/lots/lotEvents.ts');
      const lot = await em.findOneOrFail(LotEntity, { id });
      const actor = { userId: null, keyId: data.partnerKey.id, role: 'processor' as const, name: 'Key of Zora' };
      const change = { type: 'edited' as const, set: { weightGrams: 1 }, personal: {}, actor, at: new Date() };
      await appendLotEvent(em, lot, change, app.app.ledger.mspId);
    });
    await expect(late).rejects.toThrow('Your session has ended. Please log in again.');
  });
});
