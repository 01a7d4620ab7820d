import { randomInt } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { deadlocksOf } from '../support/deadlocks.ts';
import { raiseSmoke } from '../support/raiseAlert.ts';
import { restClient, type RestClient } from '../support/restClient.ts';
import { CLEAR_PLACE, lotInput, LOSS_PLACE } from '../support/seeds.ts';
import { servicesOf } from '../support/services.ts';
import { createTestApp, type Person, type TestApp } from '../support/testApp.ts';
import { until } from '../support/until.ts';

/* Transformations and consignments in random order with all else that locks lots (docs/architecture.md, 'Lock order'). */

const SECONDS = 10;
const CLIENTS = 12;
const LOTS = 24;
const FARMERS = 4;
/** Lots that the clients draw from: all that there were first, and the newest of those that they made. */
const NEWEST = 40;
/**
 * Somebody who was erased meanwhile is unknown, and a lot may be used up, shipped or deleted. A shared machine may exceed
 * the time of a request (503); PostgreSQL counts deadlocks.
 */
const EXPECTED = new Set([200, 201, 400, 401, 403, 404, 409, 429, 503]);

let database: TestDatabase;
let apps: TestApp[] = [];
beforeEach(async () => {
  database = await createDatabase();
  // Longer than a request may take, so that whatever waits too long is seen as a deadlock.
  const options = { database: database.url, limits: { requestTimeoutMs: 120_000 } };
  apps = [await createTestApp(options), await createTestApp(options)];
});
afterEach(async () => {
  for (const app of apps) await app.stop();
  await database?.drop();
});

function someOf<Item>(items: readonly Item[]): Item {
  const item = items[randomInt(items.length)];
  if (item === undefined) throw new Error('There is none');
  return item;
}

/** People, lots and consignments, and what may be done with them. */
class LockWorld {
  readonly refused = new Map<string, number>();
  readonly done = new Map<string, number>();
  readonly #first: TestApp;
  readonly #lots: string[] = [];
  readonly #made: string[] = [];
  readonly #consignments: string[] = [];
  #numbers = 0;
  readonly #people: { admins: Person[]; auditors: Person[]; processors: Person[]; farmers: Person[] };

  private constructor(first: TestApp, people: LockWorld['people']) {
    this.#first = first;
    this.#people = people;
  }

  get people(): { admins: Person[]; auditors: Person[]; processors: Person[]; farmers: Person[] } {
    return this.#people;
  }

  static async make(first: TestApp): Promise<LockWorld> {
    const several = (count: number, role: 'admin' | 'auditor' | 'processor'): Promise<Person[]> =>
      Promise.all(Array.from({ length: count }, () => first.person(role)));
    const farmers = Array.from({ length: FARMERS }, (_, at) =>
      first.person('farmer', { farmId: `FARM30${at}`, name: `Zora Latecome ${at}` }),
    );
    const world = new LockWorld(first, {
      admins: await several(2, 'admin'),
      auditors: await several(2, 'auditor'),
      processors: await several(3, 'processor'),
      farmers: await Promise.all(farmers),
    });
    for (let at = 0; at < LOTS; at += 1) world.#lots.push((await world.#register(at)).id);
    const rest = someOf(world.people.processors).rest;
    const party = await rest.send('POST', '/parties', { kind: 'buyer', name: 'Kakao Trade GmbH', country: 'DE' });
    for (let at = 0; at < 4; at += 1) {
      const body = { number: `C-${at}`, buyerId: party.data.party.id };
      world.#consignments.push((await rest.send('POST', '/consignments', body)).data.consignment.id);
    }
    return world;
  }

  /** Does things at random until the time is over. */
  async work(end: number): Promise<void> {
    // A busy machine needs longer until 16 kinds of step were done.
    const last = end + 60_000;
    while (performance.now() < end || (this.done.size <= 15 && performance.now() < last)) {
      const [name, step] = someOf(this.#steps);
      await step();
      this.done.set(name, (this.done.get(name) ?? 0) + 1);
    }
  }

  readonly #steps: readonly [string, () => Promise<unknown>][] = [
    ['transformation', () => this.#transform()],
    ['transformation', () => this.#transform()],
    ['transformation', () => this.#transform()],
    ['added', () => this.#add()],
    ['added', () => this.#add()],
    [
      'removed',
      () =>
        this.#ask('processors', 'DELETE', `/consignments/${someOf(this.#consignments)}/lots`, { lots: [this.#lot()] }),
    ],
    [
      'changed',
      () => this.#ask('processors', 'PATCH', `/consignments/${someOf(this.#consignments)}`, { bags: randomInt(1, 99) }),
    ],
    ['closed', () => this.#ask('processors', 'POST', `/consignments/${someOf(this.#consignments)}/close`, {})],
    [
      'weighed',
      () =>
        this.#ask('processors', 'POST', `/lots/${this.#lot()}/weighings`, {
          weight: randomInt(60, 101),
          lossReason: 'sampling',
        }),
    ],
    [
      'edited',
      () =>
        this.#ask('admins', 'PATCH', `/lots/${this.#lot()}`, {
          certifications: someOf([[], ['Organic'], ['Fair Trade']]),
        }),
    ],
    ['anonymised', () => this.#ask('admins', 'PATCH', `/lots/${this.#lot()}`, { isAnonymized: randomInt(2) === 0 })],
    [
      'stage',
      () =>
        this.#ask('processors', 'PATCH', `/lots/${this.#lot()}/process`, {
          currentProcess: someOf(['fermented', 'drying']),
          processDetails: 'On',
        }),
    ],
    ['deleted', () => this.#ask('admins', 'DELETE', `/lots/${this.#lot()}`)],
    ['checked', () => this.#check()],
    ['checked', () => this.#check()],
    ['alert', () => raiseSmoke(this.#first.app.database, someOf(this.#lots)).catch(() => undefined)],
    ['reviewed', () => this.#review()],
    ['reviewed', () => this.#review()],
    ['person erased', () => this.#erase()],
    ['account erased', () => this.#ask('farmers', 'DELETE', '/gdpr/delete', undefined, 20)],
    ['registered', () => this.#register(randomInt(LOTS))],
    ['retention', () => servicesOf(this.#first.app).retention.run()],
  ];

  async #register(at: number): Promise<{ id: string }> {
    const { latitude, longitude } = at % 2 === 0 ? LOSS_PLACE : CLEAR_PLACE;
    const farmId = `FARM30${at % FARMERS}`;
    const input = lotInput({ farmId, farmerName: `Old ${at % FARMERS}`, latitude, longitude, weight: 100 });
    const { data } = await someOf(this.people.processors).rest.send('POST', '/lots', input);
    return data.lot;
  }

  /** A lot of the first ones, or one of the newest that were made. */
  #lot(): string {
    return someOf([...this.#lots, ...this.#made.slice(-NEWEST)]);
  }

  async #transform(): Promise<void> {
    const inputs = [...new Set(Array.from({ length: randomInt(1, 6) }, () => this.#lot()))];
    this.#numbers += 1;
    const data = await this.#ask('processors', 'POST', '/transformations', {
      step: 'blending',
      inputs: inputs.map((lot) => ({ lot, weight: 0.1 })),
      outputs: [{ lotId: `LOT-L${this.#numbers}`, weight: inputs.length / 10, moistureContent: 7 }],
    });
    if (data?.outputs !== undefined) this.#made.push(data.outputs[0].id);
  }

  async #add(): Promise<void> {
    const lots = [...new Set(Array.from({ length: randomInt(1, 6) }, () => this.#lot()))];
    const body = { lots: lots.map((lot) => ({ lot, weight: 0.05 })) };
    await this.#ask('processors', 'POST', `/consignments/${someOf(this.#consignments)}/lots`, body);
  }

  async #check(): Promise<void> {
    const { latitude, longitude } = someOf([LOSS_PLACE, CLEAR_PLACE]);
    await this.#ask('auditors', 'PATCH', `/lots/${someOf(this.#lots)}/satellite`, { latitude, longitude });
  }

  async #review(): Promise<void> {
    const by = someOf(this.people.auditors).rest;
    const { data } = await by.get('/alerts?limit=20');
    const alerts: { id: string }[] = data?.alerts ?? [];
    if (alerts.length === 0) return;
    if (randomInt(2) === 0) {
      const alertIds = alerts.map(({ id }) => id);
      await this.#ask('auditors', 'PUT', '/alerts/bulk-update-status', { alertIds, status: 'acknowledged' });
    } else {
      const body = { note: 'Seen', outcome: someOf(['No Deforestation', 'Deforestation Detected']) };
      await this.#ask('auditors', 'PUT', `/alerts/${someOf(alerts).id}/resolve`, body);
    }
  }

  async #erase(): Promise<void> {
    const at = randomInt(FARMERS);
    await this.#ask('admins', 'POST', '/gdpr/erase', { farmId: `FARM30${at}`, farmerName: `Old ${at}` }, 4);
  }

  /** @param oneIn it is asked for so seldom */
  async #ask(
    role: keyof LockWorld['people'],
    method: string,
    path: string,
    body?: object,
    oneIn = 1,
  ): Promise<ReturnType<typeof JSON.parse>> {
    if (randomInt(oneIn) > 0) return undefined;
    const by: RestClient = restClient(someOf(apps).url, someOf(this.people[role]).accessToken);
    const { status, data, body: answer } = await by.send(method, path, body);
    if (!EXPECTED.has(status)) {
      const line = `${method} ${path.replace(/[0-9a-f-]{36}/, ':id')} ${status} ${answer.message ?? ''}`;
      this.refused.set(line, (this.refused.get(line) ?? 0) + 1);
    }
    return data;
  }
}

it('transformations, consignments, checks, reviews, erasures and inheritance do not wait for each other', async () => {
  const [first] = apps;
  if (first === undefined) throw new Error('There are two servers');
  const world = await LockWorld.make(first);
  const end = performance.now() + SECONDS * 1_000;
  await Promise.all(Array.from({ length: CLIENTS }, () => world.work(end)));
  expect([...world.refused]).toEqual([]);
  expect(world.done.size).toBeGreaterThan(15);
  await until(
    async () => {
      const left = await first.app.database.rows(
        `select from ledger_outbox where state <> 'recorded'
         union all select from graphile_worker._private_jobs where attempts < max_attempts`,
      );
      return left.length === 0;
    },
    'all checks, inheritance and recordings to end',
    { withinMs: 120_000, lookMs: 250 },
  );
  const negative = await first.app.database.rows(
    'select lot_id from lot where used_grams not between 0 and weight_grams',
  );
  expect(negative).toEqual([]);
  // A job that PostgreSQL ended is tried again: its count alone tells.
  expect(await deadlocksOf(database, apps.splice(0))).toBe(0);
}, 300_000);
