import { describe, expect, it } from 'vitest';
import type { Database } from '../../../server/platform/database/database.ts';
import { createDatabase } from '../../support/database.ts';
import { deadlocksOf } from '../../support/deadlocks.ts';
import { untilLocked } from '../../support/locks.ts';
import { WHOLE_CSV_HEADER, csvOfLots, importLots } from '../../support/lotFiles.ts';
import { restClient, type RestAnswer, type RestClient } from '../../support/restClient.ts';
import { CLEAR_PLACE, lotInput, LOSS_PLACE, registered, settled, settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';
import { servicesOf } from '../../support/services.ts';

const FARMERS = 6;
const LOTS_EACH = 5;
const ROUNDS = 6;
/** rounds that are asked for together */
const AT_ONCE = 3;
/**
 * A person erased meanwhile gets a matching error, or finds nothing; there is no internal error. A shared machine may
 * exceed the time of a request (503); PostgreSQL counts deadlocks.
 */
const EXPECTED = new Set([200, 201, 400, 401, 403, 404, 409, 503]);

/** A request that was given up while the test still prepares what it is to wait for would wait for nothing any more. */
const PATIENT = { requestTimeoutMs: 120_000 };

interface World {
  app: TestApp;
  /** the same database, another process */
  second: TestApp;
  /**
   * Ends both processes, and tells how often PostgreSQL had to end one of several transactions that waited for each other:
   * its sessions tell of that when they end.
   */
  deadlocks(): Promise<number>;
}

/** Does something in a world of its own. */
async function inWorld(work: (world: World) => Promise<void>): Promise<void> {
  const database = await createDatabase();
  const apps: TestApp[] = [];
  try {
    const [app, second] = [
      await createTestApp({ database: database.url, limits: PATIENT }),
      await createTestApp({ database: database.url, limits: PATIENT }),
    ];
    apps.push(second, app);
    // What a start queues would wait for the locks that the test holds.
    await until(
      async () => (await app.app.database.rows('select 1 from graphile_worker.jobs')).length === 0,
      'the jobs of both starts to end',
    );
    await work({ app, second, deadlocks: () => deadlocksOf(database, apps) });
  } finally {
    for (const app of apps) await app.stop();
    await database.drop();
  }
}

/** Takes a lock that others then wait for. @returns what gives it back */
async function hold(database: Database, lock: string): Promise<() => Promise<void>> {
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query(lock);
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

/** How statements begin that the calls under test wait with. */
const ERASURE_OF_LOTS = 'select 1 from lot where id in';
const ERASURE_OF_ACCOUNT = 'select 1 from app_user where id =';

/** Until somebody holds a row in a way that keeps foreign keys from it. */
async function held(database: Database, table: 'app_user' | 'api_key', id: string): Promise<void> {
  await until(async () => {
    const free = await database.rows(`select 1 from ${table} where id = $1 for key share skip locked`, [id]);
    return free.length === 0;
  }, `a row of ${table} to be held`);
}

describe('an erasure that has to wait for a lot', () => {
  it('and a check of another lot in the name of the same person do not wait for each other', async () => {
    await inWorld(async ({ app, deadlocks }) => {
      const { database } = app.app;
      const farmId = 'FARM301';
      const farmer = await app.person('farmer', { farmId, name: 'Zora Latecome' });
      const processor = await app.person('processor');
      const first = await settledLot(app, farmer, { farmId });
      const releaseLot = await hold(database, `select 1 from lot where id = '${first.id}' for update`);
      const erased = farmer.rest.send('DELETE', '/gdpr/delete');
      await untilLocked(database, ERASURE_OF_LOTS);
      // The farm gets another lot meanwhile, and its farmer has that checked.
      const late = await settledLot(app, processor, { farmId });
      const releaseChecks = await hold(database, 'lock table satellite_check in share mode');
      const { latitude, longitude } = CLEAR_PLACE;
      const checked = farmer.rest.send('PATCH', `/lots/${late.id}/satellite`, { latitude, longitude });
      await untilLocked(database, 'select from app_user where id = any');
      await releaseLot();
      await Promise.race([held(database, 'app_user', farmer.userId), erased]);
      await releaseChecks();
      expect((await erased).status).toBe(200);
      await checked;
      expect(await deadlocks()).toBe(0);
    });
  });
});

describe('an erasure of somebody who registered a lot', () => {
  const { latitude, longitude } = LOSS_PLACE;
  const place = { farmId: 'FARM301', latitude, longitude };

  // Both write two events of the lot in one transaction; each is held before the first of them, with the lot in its hands.

  it('and a step on its alert do not wait for each other', async () => {
    await inWorld(async ({ app, deadlocks }) => {
      const { database } = app.app;
      const farmer = await app.person('farmer', { farmId: 'FARM301', name: 'Zora Latecome' });
      const auditor = await app.person('auditor');
      await settledLot(app, farmer, place);
      const alert = (await auditor.rest.get('/alerts')).data.alerts[0].id;
      const release = await hold(database, `select 1 from alert where id = '${alert}' for update`);
      const answered = auditor.rest.send('PUT', `/alerts/${alert}/acknowledge`);
      await untilLocked(database, 'select "a0".* from "alert"');
      const erased = farmer.rest.send('DELETE', '/gdpr/delete');
      await untilLocked(database, ERASURE_OF_ACCOUNT);
      await release();
      expect([(await answered).status, (await erased).status]).toEqual([200, 200]);
      expect(await deadlocks()).toBe(0);
    });
  });

  it('and a check that raises one do not wait for each other', async () => {
    await inWorld(async ({ app, deadlocks }) => {
      const { database } = app.app;
      const farmer = await app.person('farmer', { farmId: 'FARM301', name: 'Zora Latecome' });
      const admin = await app.person('admin');
      const { id } = await settledLot(app, farmer, { farmId: 'FARM301' });
      const release = await hold(database, 'lock table satellite_check in share mode');
      expect((await admin.rest.send('PATCH', `/lots/${id}`, { latitude, longitude })).status).toBe(200);
      await untilLocked(database, 'insert into satellite_check');
      const erased = farmer.rest.send('DELETE', '/gdpr/delete');
      await untilLocked(database, ERASURE_OF_ACCOUNT);
      await release();
      expect((await erased).status).toBe(200);
      await settled(app, id);
      expect(await deadlocks()).toBe(0);
    });
  });
});

describe('an erasure of somebody who made a partner key', () => {
  it('and a report that the key has made do not wait for each other', async () => {
    await inWorld(async ({ app, deadlocks }) => {
      const { database } = app.app;
      await app.person('admin');
      const admin = await app.person('admin', { name: 'Zora Latecome' });
      const { data } = await admin.rest.send('POST', '/keys', { name: 'Trader', role: 'auditor' });
      const partner = restClient(app.url, data.key);
      await settledLot(app, await app.person('processor'));
      // The report is held where it reads when retention ran, the erasure then wherever it has to wait for the report.
      const release = await hold(database, 'lock table installation in access exclusive mode');
      const made = partner.get('/reports/compliance?startDate=2026-03-01&endDate=2026-03-31');
      await untilLocked(database, "select value, at from installation where key = 'retention'");
      const erased = admin.rest.send('DELETE', '/gdpr/delete');
      await untilLocked(database, 'lock table report');
      await release();
      expect([(await made).status, (await erased).status]).toEqual([200, 200]);
      expect(await deadlocks()).toBe(0);
    });
  });
});

describe('two imports that name the same lots in opposite order', () => {
  it('do not wait for each other: one registers them, the other is told that they are taken', async () => {
    await inWorld(async ({ app, second, deadlocks }) => {
      const { database } = app.app;
      const processor = await app.person('processor');
      // More than are written in one statement.
      const lines = ['LOT-A-', 'LOT-B-'].flatMap((prefix) => csvOfLots(100, prefix).trimEnd().split('\r\n').slice(1));
      const file = (rows: readonly string[]): string => [WHOLE_CSV_HEADER, ...rows].join('\n');
      // Each has written its first lots when it waits here, or waits for the other by then.
      const release = await hold(database, 'lock table personal_value in share mode');
      const answers = [
        importLots(app, processor, file(lines)),
        importLots(second, processor, file(lines.toReversed())),
      ] as const;
      await untilLocked(database, 'with new_lot as', 2);
      await release();
      const told = (await Promise.all(answers)).map(({ status, data }) => [status, data?.created, data?.invalid]);
      expect(told.sort()).toEqual([
        [200, 0, lines.length],
        [200, lines.length, 0],
      ]);
      expect(await deadlocks()).toBe(0);
    });
  });
});

describe('many checks, edits, steps on alerts, reports, recordings and erasures at once', () => {
  it('all end, and none waits for another that waits for it', async () => {
    await inWorld(async ({ app, second, deadlocks }) => {
      const admins = await Promise.all(Array.from({ length: 4 }, () => app.person('admin')));
      const [admin, leaving] = admins;
      if (admin === undefined || leaving === undefined) throw new Error('There are four admins');
      const auditors = await Promise.all(Array.from({ length: 4 }, () => app.person('auditor')));
      const processors = await Promise.all(Array.from({ length: 3 }, () => app.person('processor')));
      const { data } = await leaving.rest.send('POST', '/keys', { name: 'Trader', role: 'processor' });
      const partner = restClient(app.url, data.key);
      const farmers: { person: Person; farmId: string; lots: string[] }[] = [];
      for (let number = 0; number < FARMERS; number += 1) {
        const farmId = `FARM30${number}`;
        const person = await app.person('farmer', { farmId, name: `Zora Latecome ${number}` });
        const lots = await Promise.all(
          Array.from({ length: LOTS_EACH }, async (_, i) => {
            const { latitude, longitude } = i % 2 === 0 ? LOSS_PLACE : CLEAR_PLACE;
            return (await registered(person, { farmId, farmerName: `Old ${number}`, latitude, longitude })).id;
          }),
        );
        farmers.push({ person, farmId, lots });
      }
      const lots = farmers.flatMap((farmer) => farmer.lots);
      for (const id of lots) await settled(app, id);
      const alerts: string[] = (await admin.rest.get('/alerts?limit=100')).data.alerts.map(
        ({ id }: { id: string }) => id,
      );
      expect(alerts.length).toBeGreaterThan(FARMERS);

      const failed: [number, string | undefined][] = [];
      let answers: Promise<RestAnswer>[] = [];
      const retentions: Promise<void>[] = [];
      const ask = (by: RestClient, method: string, path: string, body?: unknown): void => {
        answers.push(by.send(method, path, body));
      };
      const elsewhere = (person: Person): RestClient => restClient(second.url, person.accessToken);
      const some = <T>(items: readonly T[], at: number): T => {
        const item = items[at % items.length];
        if (item === undefined) throw new Error('There is none');
        return item;
      };
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [number, { person, farmId, lots: own }] of farmers.entries()) {
          const lot = some(own, round);
          ask(person.rest, 'POST', '/lots', lotInput({ farmId, farmerName: `Zora Latecome ${number}` }));
          ask(some(processors, number).rest, 'POST', '/lots', lotInput({ farmId, farmerName: `Old ${number}` }));
          ask(elsewhere(person), 'PATCH', `/lots/${lot}`, { weight: 40 + round, processDetails: undefined });
          const { latitude, longitude } = own.indexOf(lot) % 2 === 0 ? LOSS_PLACE : CLEAR_PLACE;
          ask(person.rest, 'PATCH', `/lots/${lot}/satellite`, { latitude, longitude });
          ask(some(processors, round).rest, 'PATCH', `/lots/${some(own, round + 1)}`, {
            moistureContent: 6 + round / 10,
          });
          ask(partner, 'PATCH', `/lots/${some(own, round + 2)}`, { temperature: 20 + round });
          const details = `Seen by Zora Latecome ${number}`;
          ask(some(processors, round + number).rest, 'PATCH', `/lots/${some(own, round)}/process`, {
            currentProcess: some(['fermented', 'drying', 'processed', 'shipped', 'delivered'], round),
            processDetails: details,
          });
        }
        const turned = [...alerts.slice(round), ...alerts.slice(0, round)];
        const order = round % 2 === 0 ? turned : turned.reverse();
        const step = round < ROUNDS / 2 ? 'acknowledged' : 'dismissed';
        for (const auditor of auditors)
          ask(auditor.rest, 'PUT', '/alerts/bulk-update-status', { alertIds: order, status: step });
        ask(elsewhere(some(auditors, round)), 'PUT', `/alerts/${some(alerts, round)}/resolve`, {
          note: `Zora Latecome ${round} was there`,
          outcome: 'No Deforestation',
        });
        const period = `startDate=2026-02-0${round + 1}&endDate=2026-03-0${round + 1}`;
        ask(partner, 'GET', `/reports/compliance?${period}`);
        ask(admin.rest, 'GET', `/reports/compliance?${period}`);
        const farmer = some(farmers, round);
        if (round % 2 === 0) {
          ask(farmer.person.rest, 'DELETE', '/gdpr/delete');
          ask(some(auditors, round + 1).rest, 'DELETE', '/gdpr/delete');
        }
        const named = { farmId: some(farmers, round + 1).farmId, farmerName: `Old ${(round + 1) % FARMERS}` };
        ask(admin.rest, 'POST', '/gdpr/erase', named);
        ask(elsewhere(some(admins, round)), 'POST', '/gdpr/erase', named);
        if (round === 2) ask(leaving.rest, 'DELETE', '/gdpr/delete');
        retentions.push(servicesOf(app.app).retention.run());
        if (round % AT_ONCE < AT_ONCE - 1) continue;
        for (const { status, body } of await Promise.all(answers)) {
          if (!EXPECTED.has(status)) failed.push([status, body.message]);
        }
        answers = [];
        await Promise.all(retentions);
      }
      await until(
        async () => {
          const left = await app.app.database.rows(
            `select 1 from ledger_outbox where state <> 'recorded' union all select 1 from graphile_worker.jobs`,
          );
          return left.length === 0;
        },
        'all checks and recordings to end',
        { withinMs: 60_000 },
      );
      expect({ failed, deadlocks: await deadlocks() }).toEqual({ failed: [], deadlocks: 0 });
    });
  }, 180_000);
});
