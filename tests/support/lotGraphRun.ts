import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { PersonCaller, RequestInfo } from '../../server/platform/access/caller.ts';
import { Refused } from '../../server/platform/errors/refusal.ts';
import { RecallReader } from '../../server/modules/consignments/recall/recallReader.ts';
import { LotGraphModel, modelInherited, transposed, type ModelInherited, type ModelPart } from './lotGraphModel.ts';
import { importLots } from './lotFiles.ts';
import { CLEAR_PLACE, LOSS_PLACE, SEA_PLACE } from './seeds.ts';
import { SeededRandom } from './seededRandom.ts';
import { servicesOf } from './services.ts';
import { createTestApp, type Person, type TestApp } from './testApp.ts';
import { until } from './until.ts';

/** Lots of which so many are registered at farms; the others are made of them. */
const ORIGINS = 0.6;
/** Lots that are mostly mixed with each other, so that the whole is as large as that of a country's cooperatives. */
const CLUSTER = 40;
/** Calls that are under way at once. */
const AT_ONCE = 16;
/** Lots that are read through the calls of staff. */
const SAMPLED = 40;
const PAGE = 100;
const IDLE_MS = 200_000;
const INFO: RequestInfo = { requestId: 'graph', address: '127.0.0.1', gdprConsent: true };
const REASONS = ['fermentation', 'drying', 'cleaning', 'sampling', 'spoilage'] as const;

/** One call: what it does, and what the model does once it is taken. */
interface Call {
  run(): Promise<unknown>;
  taken(): void;
  /** refused always; 'may': where another call of the same moment was first */
  refused: 'never' | 'may' | 'always';
  /** checks that a refusal was due, when all calls of the moment have ended */
  due?(): void;
}

/**
 * Makes a random graph of lots through the services of a running server, with calls at once that draw from the same
 * lots, and compares all that the server says of it with the model.
 * @param size lots, the origins among them
 * @returns what was made, for the output of the test
 */
export async function checkLotGraph(size: number, seed: number): Promise<string> {
  const app = await createTestApp();
  try {
    const run = await LotGraphRun.begin(app, size, seed);
    await run.make();
    await run.changeStatuses();
    await run.compare();
    return run.summary();
  } finally {
    await app.stop();
  }
}

class LotGraphRun {
  readonly #app: TestApp;
  readonly #services: ReturnType<typeof servicesOf>;
  readonly #admin: Person;
  readonly #caller: PersonCaller;
  readonly #size: number;
  readonly #seed: number;
  readonly #random: SeededRandom;
  readonly #model = new LotGraphModel();
  /** numbers of lots by the cluster that they are mixed in */
  readonly #clusters: number[][] = [];
  readonly #clusterOf: number[] = [];
  readonly #counts = { taken: 0, refused: 0, lostRaces: 0, erased: 0 };
  #made = 0;

  private constructor(app: TestApp, admin: Person, size: number, seed: number) {
    this.#app = app;
    this.#services = servicesOf(app.app);
    this.#admin = admin;
    this.#caller = {
      kind: 'user',
      username: admin.username,
      name: 'Test admin',
      role: 'admin',
      email: '',
      farmId: '',
      userId: admin.userId,
      via: { kind: 'session', sessionId: randomUUID() },
    };
    this.#size = size;
    this.#seed = seed;
    this.#random = new SeededRandom(seed);
  }

  static async begin(app: TestApp, size: number, seed: number): Promise<LotGraphRun> {
    const run = new LotGraphRun(app, await app.person('admin'), size, seed);
    await run.#register();
    return run;
  }

  summary(): string {
    const { lots, transformations } = this.#model;
    const { taken, refused, lostRaces, erased } = this.#counts;
    return (
      `${lots.length} lots, ${transformations.length} transformations; ${taken} calls taken, ${refused} refused by rule, ` +
      `${lostRaces} because another was first, ${erased} farmers erased; seed ${this.#seed}`
    );
  }

  /** Origin lots by one file, as a country's deliveries come in. */
  async #register(): Promise<void> {
    const count = Math.round(this.#size * ORIGINS);
    const lines = Array.from({ length: count }, (_, i) => {
      const grams = this.#random.between(50_000, 1_000_000);
      const cluster = Math.floor(i / CLUSTER);
      this.#place(this.#model.addOrigin(`LOT-G${i}`, grams), cluster);
      const variety = this.#random.next() < 0.85 ? 'Trinitario' : this.#random.pick(['Criollo', 'Forastero']);
      const day = `2026-02-${String(this.#random.between(1, 28)).padStart(2, '0')}`;
      const certified = this.#random.some(['Organic', 'Fair Trade', 'Rainforest Alliance'], this.#random.between(1, 3));
      const { latitude, longitude } = CLEAR_PLACE;
      return [`LOT-G${i}`, `FARM${cluster}`, this.#farmer(cluster, i % 4), variety, day, latitude, longitude]
        .concat([grams / 1_000, 7, 25, certified.join('|'), this.#random.next() < 0.02 ? 'true' : 'false'].map(String))
        .join();
    });
    const header =
      'lotId,farmId,farmerName,cacaoVariety,harvestDate,latitude,longitude,weight,moistureContent,temperature,certifications,isAnonymized';
    const { status, body } = await importLots(this.#app, this.#admin, [header, ...lines].join('\n'));
    assert.equal(status, 200, JSON.stringify(body).slice(0, 500));
    const rows = await this.#app.app.database.rows<{ id: string; lotId: string }>(
      'select id, lot_id as "lotId" from lot',
    );
    const ids = new Map(rows.map(({ id, lotId }) => [lotId, id]));
    for (const lot of this.#model.lots) lot.id = ids.get(lot.lotId) ?? '';
  }

  #farmer(cluster: number, of: number): string {
    return `${['Grace', 'Peter', 'Maria', 'John'][of]} Kila ${cluster}`;
  }

  #place(lot: number, cluster: number): void {
    (this.#clusters[cluster] ??= []).push(lot);
    this.#clusterOf[lot] = cluster;
  }

  /** Combines, splits, weighs, deletes and erases until there are enough lots. */
  async make(): Promise<void> {
    const erasures = Math.max(2, Math.round(this.#size / 1_000));
    for (let round = 0; this.#model.lots.length < this.#size; round += 1) {
      const calls = round % 4 === 3 ? this.#contended() : this.#apart();
      // A part of the names goes while lots of the same farms are drawn from.
      if (round % 7 === 5 && this.#counts.erased < erasures) calls.push(this.#erasure());
      await this.#all(calls);
    }
  }

  async #all(calls: readonly Call[]): Promise<void> {
    const results = await Promise.allSettled(calls.map((call) => call.run()));
    const refusedCalls: Call[] = [];
    for (const [i, result] of results.entries()) {
      const call = calls[i];
      if (call === undefined) continue;
      if (result.status === 'fulfilled') {
        assert.notEqual(call.refused, 'always', 'a call that has to be refused was taken');
        call.taken();
        this.#counts.taken += 1;
      } else {
        if (!(result.reason instanceof Refused) || call.refused === 'never') throw result.reason;
        this.#counts[call.refused === 'may' ? 'lostRaces' : 'refused'] += 1;
        refusedCalls.push(call);
      }
    }
    for (const call of refusedCalls) call.due?.();
    for (const [at] of this.#model.lots.entries())
      assert.ok(this.#model.available(at) >= 0, `less than nothing is left of lot ${at}`);
  }

  /** Calls of one moment on different lots: each is taken or refused by its own rule. */
  #apart(): Call[] {
    const busy = new Set<number>();
    const take = (lots: readonly number[]): number[] => {
      const free = lots.filter((lot) => !busy.has(lot));
      for (const lot of free) busy.add(lot);
      return free;
    };
    return Array.from({ length: AT_ONCE }, () => {
      const kind = this.#random.next();
      const [lot] = take([this.#any()]);
      if (kind < 0.08 && lot !== undefined) return this.#weighing(lot);
      if (kind < 0.14 && lot !== undefined) return this.#deletion(lot);
      const inputs = take(this.#inputs()).filter((one) => this.#model.available(one) > 0);
      if (inputs.length === 0) return [];
      return kind < 0.18
        ? this.#unbalanced(inputs)
        : this.#transformation(
            inputs.map((one) => this.#part(one)),
            'never',
          );
    }).flat();
  }

  /** Calls of one moment that draw from the same few lots, more than these have, and weigh one of them. */
  #contended(): Call[] {
    const hot = this.#random.some(this.#inputs(), 3).filter((lot) => this.#model.available(lot) > AT_ONCE);
    const [weighed] = hot;
    if (weighed === undefined) return [];
    const draws = Array.from({ length: AT_ONCE - 1 }, () => {
      const lots = this.#random.some(hot, this.#random.between(1, hot.length));
      const parts = lots.map((lot) => {
        const most = Math.ceil(this.#model.available(lot) / this.#random.between(2, 8));
        return { lot, grams: this.#random.between(1, most) };
      });
      return this.#transformation(parts, 'may');
    });
    return [...draws, ...this.#weighing(weighed, 'may')].flat();
  }

  #any(): number {
    return this.#random.between(0, this.#model.lots.length - 1);
  }

  /** Lots to take parts of: mostly of one cluster, few or many; seldom of many clusters. */
  #inputs(): number[] {
    const draw = this.#random.next();
    const available = (lots: readonly number[]): number[] =>
      lots.filter((lot) => !this.#model.lot(lot).deleted && this.#model.available(lot) > 0);
    if (draw < 0.004) {
      const origins = Array.from({ length: 200 }, () => this.#random.between(0, Math.round(this.#size * ORIGINS) - 1));
      return available([...new Set(origins)]);
    }
    const cluster = this.#clusters[this.#clusterOf[this.#any()] ?? 0] ?? [];
    const count = draw < 0.5 ? this.#random.between(1, 3) : draw < 0.9 ? this.#random.between(3, 9) : 25;
    const across = this.#random.next() < 0.03 ? [this.#any()] : [];
    return available([...new Set([...this.#random.some(cluster, count), ...across])]);
  }

  #part(lot: number): ModelPart {
    const available = this.#model.available(lot);
    const all = this.#random.next() < 0.3 || available < 10;
    return { lot, grams: all ? available : this.#random.between(1, Math.ceil(available / 2)) };
  }

  #transformation(parts: readonly ModelPart[], refused: 'never' | 'may'): Call[] {
    const total = parts.reduce((sum, { grams }) => sum + grams, 0);
    const draw = this.#random.next();
    const count = Math.min(
      total,
      draw < 0.55 ? 1 : draw < 0.95 ? this.#random.between(2, 4) : this.#random.between(5, 12),
    );
    const loss = this.#random.next() < 0.5 ? Math.min(total - count, this.#random.between(0, Math.ceil(total / 8))) : 0;
    const outputs = this.#random.divide(total - loss, count).map((grams) => {
      this.#made += 1;
      return { lotId: `LOT-D${this.#made}`, grams };
    });
    return [
      {
        refused,
        run: () => this.#record(parts, outputs, loss),
        taken: () => {
          const made = this.#model.transform(parts, outputs, loss);
          const cluster = this.#clusterOf[parts[0]?.lot ?? 0] ?? 0;
          for (const lot of made) this.#place(lot, cluster);
        },
        // What is available only falls: at the time of the refusal it was no less than at the end.
        due: () => {
          const short = parts.some(({ lot, grams }) => grams > this.#model.available(lot));
          assert.ok(short, 'refused, though enough was available');
        },
      },
    ];
  }

  async #record(
    parts: readonly ModelPart[],
    outputs: readonly { lotId: string; grams: number }[],
    loss: number,
  ): Promise<unknown> {
    const values = this.#services.transformationInputs.transformation(this.#caller, {
      step: 'blending',
      inputs: parts.map(({ lot, grams }) => ({ lot: this.#model.lot(lot).lotId, weight: grams / 1_000 })),
      outputs: outputs.map(({ lotId, grams }) => ({ lotId, weight: grams / 1_000, moistureContent: 7 })),
      ...(loss === 0 ? {} : { loss: { weight: loss / 1_000, reason: REASONS[loss % REASONS.length] } }),
      explanation: 'By chance',
    });
    return this.#services.transformations.record(this.#caller, values, INFO);
  }

  #unbalanced(lots: readonly number[]): Call[] {
    const parts = lots.map((lot) => this.#part(lot));
    const total = parts.reduce((sum, { grams }) => sum + grams, 0);
    this.#made += 1;
    const outputs = [{ lotId: `LOT-D${this.#made}`, grams: total + 1 }];
    return [{ refused: 'always', run: () => this.#record(parts, outputs, 0), taken: () => undefined }];
  }

  /** @param also 'may': others draw from the lot at the same time */
  #weighing(lot: number, also?: 'may'): Call[] {
    const { weight, used, deleted } = this.#model.lot(lot);
    const low = used > 10 && this.#random.next() < 0.3;
    const grams = low
      ? this.#random.between(1, used - 1)
      : weight - this.#random.between(0, Math.floor((weight - used) / 8));
    const rule = low || grams < used || deleted || grams === 0 ? 'always' : 'never';
    const values = { weight: grams / 1_000, lossReason: 'sampling' };
    return [
      {
        refused: rule === 'always' ? 'always' : (also ?? 'never'),
        run: () =>
          this.#services.lots.weigh(
            this.#caller,
            this.#model.lot(lot).lotId,
            this.#services.transformationInputs.weighing(values),
            INFO,
          ),
        taken: () => this.#model.weigh(lot, grams),
        due: () => {
          if (also === 'may') assert.ok(grams < this.#model.lot(lot).used, 'a weighing was refused without a reason');
        },
      },
    ];
  }

  #deletion(lot: number): Call[] {
    const { used, deleted, lotId, kind } = this.#model.lot(lot);
    // Few lots go: most stay to be mixed.
    const rule = used > 0 || deleted ? 'always' : 'never';
    if (rule === 'never' && (kind === 'derived' || this.#random.next() < 0.8)) return [];
    return [
      {
        refused: rule,
        run: () => this.#services.lots.delete(this.#caller, lotId, INFO),
        taken: () => {
          this.#model.lot(lot).deleted = true;
          const cluster = this.#clusters[this.#clusterOf[lot] ?? 0] ?? [];
          cluster.splice(cluster.indexOf(lot), 1);
        },
      },
    ];
  }

  #erasure(): Call {
    const cluster = this.#counts.erased;
    this.#counts.erased += 1;
    const farmer = { farmId: `FARM${cluster}`, farmerName: this.#farmer(cluster, 1) };
    return {
      refused: 'never',
      run: () => this.#services.erasure.eraseFarmer(this.#caller, farmer, INFO),
      taken: () => undefined,
    };
  }

  /** Moves origins to land with loss, at sea and elsewhere, and closes part of the alerts with a conclusion. */
  async changeStatuses(): Promise<void> {
    await this.#idle();
    const origins = this.#model.lots.flatMap(({ kind, deleted, used }, at) =>
      kind === 'origin' && !deleted && used > 0 ? [at] : [],
    );
    const moved = this.#random.some(origins, Math.round(this.#size / 50));
    const moves = moved.map((lot) => {
      const { latitude, longitude } = this.#random.pick([LOSS_PLACE, LOSS_PLACE, SEA_PLACE]);
      return () => this.#services.lots.update(this.#caller, this.#model.lot(lot).id, { latitude, longitude }, INFO);
    });
    await atOnce(moves);
    await this.#idle();
    const alerts = await this.#app.app.database.rows<{ id: string }>(
      `select id from alert where status in ('active', 'acknowledged') order by id`,
    );
    assert.ok(alerts.length > 0, 'no alert was raised');
    const closed = this.#random.some(alerts, Math.ceil(alerts.length / 2));
    await atOnce(
      closed.map(({ id }, i) => () => {
        const outcome = i % 3 === 0 ? 'Deforestation Detected' : 'No Deforestation';
        return this.#services.alertSteps.resolve(this.#caller, id, { note: 'Looked at', outcome }, INFO);
      }),
    );
    await this.#idle();
  }

  /** Until all is recorded, checked and passed on. */
  async #idle(): Promise<void> {
    await until(
      async () => {
        const row = await this.#app.app.database.row<{ waiting: number }>(
          `select ((select count(*) from ledger_outbox where state <> 'recorded')
             + (select count(*) from graphile_worker.jobs
                where (run_at <= now() or task_identifier = 'inherit') and attempts < max_attempts))::int as waiting`,
        );
        return row?.waiting === 0;
      },
      'ledger, checks and jobs to come to rest',
      { withinMs: IDLE_MS, lookMs: 250 },
    );
  }

  async compare(): Promise<void> {
    assert.equal(this.#model.imbalance(), 0);
    await this.#nameNewLots();
    await this.#compareLots();
    await this.#compareTransformations();
    await this.#compareGraph();
    await this.#compareLedger();
  }

  async #nameNewLots(): Promise<void> {
    const rows = await this.#app.app.database.rows<{ id: string; lotId: string }>(
      `select id, lot_id as "lotId" from lot where kind = 'derived'`,
    );
    const ids = new Map(rows.map(({ id, lotId }) => [lotId, id]));
    const derived = this.#model.lots.filter(({ kind }) => kind === 'derived');
    assert.deepEqual(rows.map(({ lotId }) => lotId).sort(), derived.map(({ lotId }) => lotId).sort());
    for (const lot of derived) lot.id = ids.get(lot.lotId) ?? '';
  }

  /** Weights, what is left, and what is inherited. */
  async #compareLots(): Promise<void> {
    const rows = await this.#app.app.database.rows<LotRow>(
      `select lot_id as "lotId", kind, weight_grams as weight, used_grams as used, deleted_at is not null as deleted,
         deforestation_status as status, variety, harvest_date as "harvestFirst",
         coalesce(harvest_until, harvest_date) as "harvestLast", certifications, is_anonymized as "isAnonymized"
       from lot`,
    );
    const { lots } = this.#model;
    const grams = ({
      lotId,
      kind,
      weight,
      used,
      deleted,
    }: Pick<LotRow, 'lotId' | 'kind' | 'weight' | 'used' | 'deleted'>) => ({ lotId, kind, weight, used, deleted });
    const byLotId = new Map(rows.map((row) => [row.lotId, row]));
    assert.deepEqual(
      lots.map(({ lotId }) => byLotId.get(lotId)).map((row) => row && grams(row)),
      lots.map(grams),
    );
    const flows = this.#model.flows();
    const statuses = new Set<string>();
    for (const [at, { kind, lotId }] of lots.entries()) {
      if (kind === 'origin') continue;
      const origins = [...(flows[at]?.keys() ?? [])].filter((one) => this.#model.lot(one).kind === 'origin');
      const before = origins.flatMap((one) => byLotId.get(this.#model.lot(one).lotId) ?? []);
      const row = byLotId.get(lotId);
      const { status, variety, harvestFirst, harvestLast, isAnonymized } = row ?? {};
      const certifications = row?.certifications.toSorted();
      const found = { status, variety, harvestFirst, harvestLast, isAnonymized, certifications };
      assert.deepEqual(found, modelInherited(before), lotId);
      statuses.add(status ?? '');
    }
    assert.ok(statuses.size > 1, 'all derived lots have one status');
  }

  async #compareTransformations(): Promise<void> {
    const rows = await this.#app.app.database.rows<{ outputs: string[]; inputs: string[]; loss: number }>(
      `select t.loss_grams as loss,
         (select array_agg(l.lot_id || ' ' || i.grams order by l.lot_id) from transformation_input i join lot l on l.id = i.lot_id where i.transformation_id = t.id) as inputs,
         (select array_agg(l.lot_id || ' ' || o.grams order by l.lot_id) from transformation_output o join lot l on l.id = o.lot_id where o.transformation_id = t.id) as outputs
       from transformation t`,
    );
    const named = (lot: number, grams: number): string => `${this.#model.lot(lot).lotId} ${grams}`;
    const expected = this.#model.transformations.map(({ inputs, outputs, loss }) => ({
      loss,
      inputs: inputs.map(({ lot, grams }) => named(lot, grams)),
      outputs: outputs.map((lot) => named(lot, this.#model.lot(lot).first)),
    }));
    const text = (all: typeof expected): string[] =>
      all
        .map(({ loss, inputs, outputs }) => `${inputs.toSorted().join()} > ${outputs.toSorted().join()} - ${loss}`)
        .sort();
    assert.deepEqual(text(rows), text(expected));
  }

  /** The stored closure in full; the calls of staff, of some lots. */
  async #compareGraph(): Promise<void> {
    const flows = this.#model.flows();
    const ancestors = this.#model.ancestors();
    const byNetworkx = this.#model.ancestorsByNetworkx();
    if (byNetworkx !== null) assert.deepEqual(ancestors, byNetworkx);
    const descendants = transposed(ancestors);
    const at = new Map(this.#model.lots.map(({ id }, i) => [id, i]));
    const rows = await this.#app.app.database.rows<{ lot: string; of: string; share: number; depth: number }>(
      `select lot_id as lot, origin_id as of, share, depth from lot_origin
       union all select lot_id, ancestor_id, share, depth from lot_ancestor`,
    );
    const stored = this.#model.lots.map(() => new Map<number, { share: number; depth: number }>());
    for (const { lot, of, share, depth } of rows) stored[at.get(lot) ?? -1]?.set(at.get(of) ?? -1, { share, depth });
    assert.equal(
      rows.length,
      ancestors.reduce((sum, set) => sum + set.length, 0),
    );
    for (const [lot, found] of stored.entries()) {
      assert.deepEqual(
        [...found.keys()].sort((a, b) => a - b),
        ancestors[lot],
      );
      let sum = 0;
      for (const [of, { share, depth }] of found) {
        const flow = flows[lot]?.get(of);
        assert.equal(depth, flow?.depth);
        assert.ok(Math.abs(share - (flow?.share ?? -1)) < 1e-9, `share ${share} instead of ${flow?.share}`);
        if (this.#model.lot(of).kind === 'origin') sum += share;
      }
      assert.ok(found.size === 0 || Math.abs(sum - 1) < 1e-9, `the shares sum to ${sum}`);
    }
    const sampled = this.#random.some(
      [...this.#model.lots.keys()].filter((lot) => !this.#model.lot(lot).deleted),
      SAMPLED,
    );
    for (const lot of sampled) await this.#compareCalls(lot, ancestors[lot] ?? [], descendants[lot] ?? []);
  }

  async #compareCalls(lot: number, ancestors: readonly number[], descendants: readonly number[]): Promise<void> {
    const { lotGraph, lotReader } = this.#services;
    const { id, lotId } = this.#model.lot(lot);
    const ids = (lots: readonly number[]): string[] => lots.map((one) => this.#model.lot(one).lotId).sort();
    const origins: string[] = [];
    const later: string[] = [];
    for (let page = 1, more = true; more; page += 1) {
      const answer = await lotGraph.origins(this.#caller, id, { page, limit: PAGE });
      origins.push(...(answer?.origins ?? []).map((one) => one.lotId));
      more = answer?.pagination.hasNext ?? false;
    }
    for (let page = 1, more = true; more; page += 1) {
      const answer = await lotGraph.descendants(this.#caller, lotId, { page, limit: PAGE });
      later.push(...(answer?.descendants ?? []).map((one) => one.lotId));
      more = answer?.pagination.hasNext ?? false;
    }
    assert.deepEqual(origins.sort(), ids(ancestors.filter((one) => this.#model.lot(one).kind === 'origin')), lotId);
    assert.deepEqual(later.sort(), ids(descendants), lotId);
    const view = await lotReader.find({ kind: 'all' }, id);
    assert.deepEqual(
      [view?.available, view?.used],
      [this.#model.available(lot) / 1_000, this.#model.lot(lot).used / 1_000],
    );
    const recall = await new RecallReader(this.#app.app.database).read([id], false);
    assert.deepEqual([recall.descendantCount, recall.sourceCount], [descendants.length, ancestors.length]);
    assert.deepEqual(
      recall.descendants.map((one) => one.lotId).sort(),
      ids(descendants).slice(0, recall.descendants.length),
    );
    assert.deepEqual(recall.sources.map((one) => one.lotId).sort(), ids(ancestors).slice(0, recall.sources.length));
  }

  /** Each lot as the ledger has it, also those of farmers who were erased. */
  async #compareLedger(): Promise<void> {
    const result = await this.#services.integrityAudit.run();
    assert.deepEqual(result.findings, []);
    assert.deepEqual([result.lots, result.differing, result.faults], [this.#model.lots.length, 0, 0]);
  }
}

interface LotRow extends ModelInherited {
  lotId: string;
  kind: 'origin' | 'derived';
  weight: number;
  used: number;
  deleted: boolean;
}

/** Carries out calls, so many at a time. */
async function atOnce(calls: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (let from = 0; from < calls.length; from += AT_ONCE) {
    await Promise.all(calls.slice(from, from + AT_ONCE).map((call) => call()));
  }
}
