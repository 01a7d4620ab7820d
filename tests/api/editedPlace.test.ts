import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { raiseSmoke } from '../support/raiseAlert.ts';
import { registered } from '../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../support/testApp.ts';

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
    await app.app.database.pool.query(
      `insert into lot select (json_populate_record(l, json_build_object('id', gen_random_uuid(), 'lot_id', 'LOTP' || n,
         'lot_key', 'p' || n, 'farm_id', 'FARM077', 'harvest_date', date '2026-01-01' + n,
         'deleted_at', case when n = 61 then now() end, 'lat_micro', case when n = 62 then null else 0 end))).*
       from lot l, generate_series(1, 62) n where l.lot_id = $1`,
      [(await registered(grace)).lotId],
    );
    const places: { lotId: string }[] = await placesFor(processor, 'FARM077');
    expect(places).toHaveLength(50);
    expect(places[0]?.lotId).toBe('LOTP60');
    expect(places.map(({ lotId }) => lotId)).not.toContain('LOTP10');
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
