import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvOfLots, importLots } from '../../support/lotFiles.ts';
import { raiseSmoke } from '../../support/raiseAlert.ts';
import { registered } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

/* What a form asks before it sends a place: where the farm's other lots are, and whether the place may be changed. */

let app: TestApp;
/** farmer of FARM001 */
let grace: Person;
/** farmer of FARM002 */
let maria: Person;
let processor: Person;
let admin: Person;

beforeAll(async () => {
  app = await createTestApp();
  [grace, maria, processor, admin] = await Promise.all([
    app.person('farmer', { farmId: 'FARM001', name: 'Grace Kila' }),
    app.person('farmer', { farmId: 'FARM002', name: 'Maria Kaupa' }),
    app.person('processor', { name: 'Ines Duarte' }),
    app.person('admin', { name: 'Ana Admin' }),
  ]);
});
afterAll(async () => {
  await app.stop();
});

describe("places of a farm's lots", () => {
  const placesFor = async (person: Person, farmId: string) => {
    const query = 'query ($farmId: String!) { farmPlaces(farmId: $farmId) { lotId latitude longitude } }';
    const { data, errors } = await person.graphql.run(query, { farmId });
    expect(errors).toEqual([]);
    return data.farmPlaces;
  };

  it('are those of that farm alone, and only for who sees its lots', async () => {
    const lot = await registered(grace, { latitude: -5.25, longitude: 145.74 });
    const place = { lotId: lot.lotId, latitude: -5.25, longitude: 145.74 };
    expect(await placesFor(grace, ' farm001 ')).toContainEqual(place);
    expect(await placesFor(processor, 'FARM001')).toContainEqual(place);
    expect(await placesFor(maria, 'FARM001')).toEqual([]);
    expect(await placesFor(maria, 'FARM002')).toEqual([]);
    expect(await placesFor(processor, 'FARM\u0000')).toEqual([]);
  });

  it('are 50 at most, of the newest harvests, without deleted lots and erased places', async () => {
    const { data } = await importLots(app, processor, csvOfLots(55, 'LOTP', 'FARM077'));
    expect(data.created).toBe(55);
    expect(await placesFor(processor, 'FARM077')).toHaveLength(50);
    await Promise.all(Array.from({ length: 4 }, (_, n) => admin.rest.send('DELETE', `/lots/LOTP${n}`)));
    await app.app.database.pool.query(`update lot set lat_micro = null, lon_micro = null where lot_id = 'LOTP27'`);
    const lotIds = (await placesFor(processor, 'FARM077')).map(({ lotId }: { lotId: string }) => lotId);
    expect(lotIds).toHaveLength(50);
    expect(lotIds).not.toContain('LOTP27');
    // Of 27 February, the newest harvest that is left.
    expect(['LOTP26', 'LOTP54']).toContain(lotIds[0]);
  });
});

describe('whether the place of a lot may be changed', () => {
  const lockFor = async (person: Person, id: string) => {
    const { data, errors } = await person.graphql.run('query ($id: ID!) { lot(id: $id) { placeLock } }', { id });
    expect(errors).toEqual([]);
    return data.lot.placeLock;
  };
  const mayChange = async (person: Person, id: string) =>
    (await person.rest.send('PATCH', `/lots/${id}`, { latitude: -5.2, longitude: 145.8 })).status;

  it('is told as the call itself decides it', async () => {
    const { id } = await registered(grace);
    expect(await lockFor(grace, id)).toBeNull();
    await raiseSmoke(app.app.database, id);
    expect(await lockFor(grace, id)).toBe('alert');
    expect(await mayChange(grace, id)).toBe(400);
    expect(await lockFor(admin, id)).toBeNull();
    expect(await mayChange(admin, id)).toBe(200);
  });

  it('not once it was shipped', async () => {
    const { id } = await registered(grace);
    await processor.rest.send('PATCH', `/lots/${id}/process`, {
      currentProcess: 'shipped',
      processDetails: 'On MV Tolai',
    });
    expect(await lockFor(processor, id)).toBe('shipped');
    expect(await mayChange(processor, id)).toBe(400);
  });

  it('is not asked lot by lot for a list', async () => {
    const { errors } = await processor.graphql.run('{ lots(limit: 50) { lots { placeLock } } }');
    expect(errors).toEqual([]);
  });
});
