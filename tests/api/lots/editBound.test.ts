import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOT_LIMITS } from '../../../server/domain/lot/lotInput.ts';
import type { UserCaller } from '../../../server/platform/access/caller.ts';
import { LotService } from '../../../server/modules/lots/lotService.ts';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { lengthen } from '../../support/longLot.ts';
import { satelliteWorld, INFO } from '../../support/satelliteWorld.ts';
import { CLEAR_PLACE, settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { servicesOf } from '../../support/services.ts';

const MINUTE_MS = 60_000;
const TOLD =
  'Limit reached: 200 edits of one lot in 24 hours. You can still change stages, run checks and decide alerts.';

/** Edits one after another, each to another weight. */
async function edit(times: number, change: (weight: number) => Promise<unknown>): Promise<void> {
  for (let i = 0; i < times; i += 1) await change(100 + i);
}

describe('edits of one lot', () => {
  let app: TestApp;
  let grace: Person;
  let admin: Person;
  let lot: LotView;

  beforeAll(async () => {
    app = await createTestApp();
    grace = await app.person('farmer', { farmId: 'FARM001', name: 'Grace Kila' });
    admin = await app.person('admin');
    lot = await settledLot(app, grace);
    // By two people: the bound is the lot's.
    const people = [grace, admin];
    await edit(LOT_LIMITS.editsADay, async (weight) => {
      await (people[weight % 2] ?? grace).rest.send('PATCH', `/lots/${lot.id}`, { weight });
    });
  });
  afterAll(() => app.stop());

  const stands = async (): Promise<unknown> =>
    app.app.database.row(
      `select l.version, l.weight_grams, l.head_seq, (select count(*) from lot_event e where e.lot_id = l.id and e.type = 'edited') as edits,
         (select count(*) from audit_entry a where a.target_id = l.id::text and a.action = 'lot.edited') as told
       from lot l where l.id = $1`,
      [lot.id],
    );

  it('are at most 200 in a day: the next is refused over every transport, says until when, and changes nothing', async () => {
    const before = await stands();
    expect(before).toMatchObject({
      version: 1 + LOT_LIMITS.editsADay,
      edits: LOT_LIMITS.editsADay,
      told: LOT_LIMITS.editsADay,
    });
    for (const person of [grace, admin]) {
      const refused = await person.rest.send('PATCH', `/lots/${lot.id}`, { weight: 1 });
      expect([refused.status, refused.body.error, refused.body.message]).toEqual([429, 'Too many requests', TOLD]);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3_600);
    }
    const overGraphql = await grace.graphql.run(
      'mutation ($id: ID!) { updateLot(id: $id, input: { weight: 1 }) { __typename } }',
      { id: lot.id },
    );
    expect(overGraphql.errors.map(({ message, extensions }) => [message, extensions?.code])).toEqual([
      [TOLD, 'TOO_MANY_REQUESTS'],
    ]);
    const requests = [{ method: 'PATCH', path: `/lots/${lot.id}`, body: { weight: 1 } }];
    const { data } = await grace.rest.send('POST', '/batch', { requests });
    expect(data.responses.map(({ statusCode }: { statusCode: number }) => statusCode)).toEqual([429]);
    expect(await stands()).toEqual(before);
  });

  it('that change nothing are no edits, also at the bound', async () => {
    const before = await stands();
    const now = await servicesOf(app.app).lotReader.find({ kind: 'all' }, lot.id);
    const { latitude, longitude } = CLEAR_PLACE;
    for (const patch of [
      {},
      { weight: now?.weight },
      { version: now?.version },
      { latitude: latitude + 1e-7, longitude },
    ]) {
      const { status, data } = await grace.rest.send('PATCH', `/lots/${lot.id}`, patch);
      expect([patch, status, data.lot?.version]).toEqual([patch, 200, now?.version]);
    }
    expect(await stands()).toEqual(before);
  });

  it('at once are counted together', async () => {
    const other = await settledLot(app, grace);
    await lengthen(app.app.database, other.id, LOT_LIMITS.editsADay - 3, MINUTE_MS);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => grace.rest.send('PATCH', `/lots/${other.id}`, { weight: 10 + i })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
  });

  it('leave room for checks, stages, erasure and deletion', async () => {
    const { latitude, longitude } = CLEAR_PLACE;
    const check = await grace.rest.send('PATCH', `/lots/${lot.id}/satellite`, { latitude, longitude });
    const body = { currentProcess: 'fermented', processDetails: 'Boxes' };
    const stage = await grace.rest.send('PATCH', `/lots/${lot.id}/process`, body);
    const erasure = await grace.rest.send('DELETE', '/gdpr/delete');
    const deletion = await admin.rest.send('DELETE', `/lots/${lot.id}`);
    expect([check, stage, erasure, deletion].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});

describe('the next day', () => {
  it('edits are taken again, one as each of the day before is a day old', async () => {
    const world = await satelliteWorld();
    try {
      const lots = new LotService({
        database: world.database,
        reader: world.lotReader,
        ledger: { mspId: 'TestMSP' },
        permissions: 'merged',
        queueCheck: async () => undefined,
        hasOpenAlert: async () => false,
        findShippingRisks: async () => ({ openAlerts: new Set(), originStatuses: new Map() }),
        passOn: async () => undefined,
        toleranceHundredths: 100,
        shippingGuard: 'warn',
        clock: world.clock,
      });
      const admin: UserCaller = world.admin;
      const { id } = await world.lot();
      const change = (weight: number): Promise<LotView> => lots.update(admin, id, { weight }, INFO);
      await change(90);
      world.passHours(1);
      await edit(LOT_LIMITS.editsADay - 1, change);
      world.passHours(22);
      await expect(change(1)).rejects.toMatchObject({
        refusal: { kind: 'too-many-requests', said: { text: TOLD }, retryAfterSeconds: 3_600 },
      });
      world.passHours(1);
      expect((await change(1)).weight).toBe(1);
      await expect(change(2)).rejects.toMatchObject({ refusal: { retryAfterSeconds: 3_600 } });
      world.passHours(1);
      expect((await change(2)).weight).toBe(2);
    } finally {
      await world.close();
    }
  });
});
