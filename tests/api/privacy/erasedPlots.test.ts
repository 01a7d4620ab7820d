import { afterAll, beforeAll, expect, it } from 'vitest';
import { LotErasure } from '../../../server/modules/lots/lotErasure.ts';
import { SYSTEM } from '../../../server/modules/lots/lotEvents.ts';
import { RetainedLocations } from '../../../server/modules/privacy/retainedLocations.ts';
import { lotInput, settled } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { servicesOf } from '../../support/services.ts';

/* Plots of erased people: the name goes at once, the outline when no lot of the farm is kept any more; what verified verifies. */

const FARM = 'FARM556';
let app: TestApp;
let admin: Person;
let processor: Person;

beforeAll(async () => {
  app = await createTestApp();
  [admin, processor] = await Promise.all([app.person('admin'), app.person('processor', { name: 'Ines Duarte' })]);
});
afterAll(() => app.stop());

async function plotNamed(name: string, latitude: number) {
  const geometry = { type: 'Point', coordinates: [145.743926, latitude] };
  const { status, data } = await processor.rest.send('POST', `/farms/${FARM}/plots`, { name, geometry, areaHa: 2 });
  expect(status).toBe(201);
  return data.plot;
}

const namesOf = async () =>
  (await admin.rest.get(`/farms/${FARM}/plots`)).data.plots.map(({ name }: { name: string | null }) => name);

it('lose a name that names the person at once, and outlines with the places of their lots', async () => {
  const named = await plotNamed("Zora Gone's garden", -5.258413);
  await plotNamed('River', -5.262413);
  const {
    latitude: _latitude,
    longitude: _longitude,
    ...input
  } = lotInput({
    farmId: FARM,
    farmerName: 'Zora Gone',
    plots: [named.id, 'River'],
  });
  expect((await processor.rest.send('POST', '/lots', input)).status).toBe(201);
  const lot = await settled(app, input.lotId);

  const asked = await admin.rest.send('POST', '/gdpr/erase', { farmId: FARM, farmerName: 'Zora Gone' });
  expect(asked.data.receipt.fields).toContain('plotNames');
  expect(await namesOf()).toEqual(['River', null]);
  await settled(app, lot.id);

  const { database, ledger } = app.app;
  const places = new RetainedLocations({ database, lots: new LotErasure(ledger) });
  await places.eraseDue(new Date(new Date().setFullYear(new Date().getFullYear() + 5) + 86_400_000));
  const { rows } = await database.pool.query('select distinct name, geometry, salt, lat_micro from plot_version');
  expect(rows).toEqual([{ name: null, geometry: '', salt: null, lat_micro: null }]);
  const { plot, history } = (await admin.rest.get(`/plots/${named.id}`)).data;
  expect(plot).toMatchObject({ geometry: null, name: null, latitude: null, areaHa: 2 });
  expect(history).toHaveLength(1);

  await settled(app, lot.id);
  const { verification } = (await admin.rest.get(`/lots/${lot.id}/blockchain`)).data;
  expect(verification).toMatchObject({ state: 'verified', dataMatches: true });
  expect(verification.fields).toContainEqual({ field: 'plots', state: 'erased' });
});

it('stay whole while a lot is from them that another farm has now, and it is checked on them again', async () => {
  const farmId = 'FARM558';
  const { data } = await processor.rest.send('POST', `/farms/${farmId}/plots`, {
    name: 'Bend',
    geometry: { type: 'Point', coordinates: [145.743926, -5.258413] },
    areaHa: 2,
  });
  const from = async (farmerName: string) => {
    const { latitude: _, longitude: __, ...input } = lotInput({ farmId, farmerName, plots: [data.plot.id] });
    expect((await processor.rest.send('POST', '/lots', input)).status).toBe(201);
    return settled(app, input.lotId);
  };
  const [gone, kept] = [await from('Ada Gone'), await from('Ben Stays')];
  expect((await admin.rest.send('PATCH', `/lots/${kept.id}`, { farmId: 'FARM559' })).status).toBe(200);
  await admin.rest.send('POST', '/gdpr/erase', { farmId, farmerName: 'Ada Gone' });
  await settled(app, gone.id);
  await settled(app, kept.id);

  const { database, ledger } = app.app;
  const places = new RetainedLocations({ database, lots: new LotErasure(ledger) });
  await places.eraseDue(new Date(new Date().setFullYear(new Date().getFullYear() + 5) + 86_400_000));
  expect((await admin.rest.get(`/lots/${gone.id}`)).data.lot).toMatchObject({ farmId: null, latitude: null });
  const { plot } = (await admin.rest.get(`/plots/${data.plot.id}`)).data;
  expect(plot.geometry).not.toBeNull();
  const checks = async () =>
    (
      await database.row<{ count: number }>('select count(*)::int as count from satellite_check where lot_id = $1', [
        kept.id,
      ])
    )?.count ?? 0;
  const before = await checks();
  await servicesOf(app.app).satellite.runCheck(kept.id, SYSTEM);
  expect(await checks()).toBe(before + 1);
});

it('stand in the export of whoever drew them, and lose the names that these gave', async () => {
  const grace = await app.person('farmer', { farmId: 'FARM557', name: 'Grace Kila' });
  const geometry = { type: 'Point', coordinates: [144.743926, -5.358413] };
  const { data } = await grace.rest.send('POST', '/farms/FARM557/plots', { name: 'Ridge', geometry });
  const whole = await fetch(`${app.url}/api/v1/gdpr/export`, {
    headers: { authorization: `Bearer ${grace.accessToken}` },
  });
  expect(JSON.stringify(await whole.json())).toContain('Ridge');
  expect((await grace.rest.send('DELETE', '/gdpr/delete')).status).toBe(200);
  expect((await admin.rest.get(`/plots/${data.plot.id}`)).data.plot).toMatchObject({ name: null, areaHa: 4 });
});
