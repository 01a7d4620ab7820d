import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { copyFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../../server/platform/process/packageRoot.ts';
import { importLots } from '../../support/lotFiles.ts';
import { LotGraphModel } from '../../support/lotGraphModel.ts';
import { scratchFolder } from '../../support/scratch.ts';
import { CLEAR_PLACE } from '../../support/seeds.ts';
import { SeededRandom } from '../../support/seededRandom.ts';
import { servicesOf } from '../../support/services.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';

/** As many as one file of proofs has at most. */
const LOTS = Number(process.env.GRAPH_PROOF_LOTS ?? 1_000);
const SEED = Number(process.env.GRAPH_SEED ?? randomInt(2 ** 31));
const ORIGINS = Math.round(LOTS * 0.8);
const LAST = 'LOT-LAST';
const MINUTES = 60_000;

let app: TestApp;
let admin: Person;
let folder: string;
let roots: string;
let text: string;
const model = new LotGraphModel();
const random = new SeededRandom(SEED);

beforeAll(async () => {
  process.stdout.write(`GRAPH_SEED=${SEED} GRAPH_PROOF_LOTS=${LOTS}\n`);
  folder = await scratchFolder('manam-graph-');
  await copyFile(join(packageRoot, 'docs', 'verify-a-proof.mjs'), join(folder, 'verify.mjs'));
  app = await createTestApp();
  admin = await app.person('admin');
  await register();
  while (model.lots.length < LOTS - 5) await transform(random.some(withRest(), random.between(1, 12)), 3);
  // All that went into no other lot goes into the last one, so that the file has the whole graph.
  const used = new Set(model.transformations.flatMap(({ inputs }) => inputs.map(({ lot }) => lot)));
  const unused = [...model.lots.keys()].filter((lot) => !used.has(lot));
  await transform(unused, 1, LAST);
  await settledGraph();
  const organisations = await servicesOf(app.app).provenance.organisations();
  roots = organisations.map(({ rootFingerprint }) => rootFingerprint).join();
  text = await wholeProof(app);
}, 10 * MINUTES);
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const sql = (statement: string, values: unknown[] = []) => app.app.database.rows(statement, values);

async function register(): Promise<void> {
  const { latitude, longitude } = CLEAR_PLACE;
  const lines = Array.from({ length: ORIGINS }, (_, i) => {
    const grams = random.between(50_000, 1_000_000);
    model.addOrigin(`LOT-O${i}`, grams);
    return `LOT-O${i},FARM${i % 50},Maria Kaupa ${i % 50},Trinitario,2026-02-01,${latitude},${longitude},${grams / 1_000},7,25`;
  });
  const header =
    'lotId,farmId,farmerName,cacaoVariety,harvestDate,latitude,longitude,weight,moistureContent,temperature';
  expect((await importLots(app, admin, [header, ...lines].join('\n'))).status).toBe(200);
}

function withRest(): number[] {
  return [...model.lots.keys()].filter((lot) => model.available(lot) > 1_000);
}

/** Takes parts of lots, makes new ones with a loss, and now and then weighs one of them. */
async function transform(lots: readonly number[], most: number, lotId?: string): Promise<void> {
  const parts = lots.map((lot) => ({ lot, grams: random.between(1, model.available(lot)) }));
  const total = parts.reduce((sum, { grams }) => sum + grams, 0);
  const count = Math.min(random.between(1, most), total);
  const loss = Math.min(total - count, random.between(0, Math.floor(total / 20)));
  const outputs = random.divide(total - loss, count).map((grams, i) => {
    return { lotId: lotId ?? `LOT-D${model.lots.length + i}`, grams };
  });
  const { status, body } = await admin.rest.send('POST', '/transformations', {
    step: 'blending',
    inputs: parts.map(({ lot, grams }) => ({ lot: model.lot(lot).lotId, weight: grams / 1_000 })),
    outputs: outputs.map(({ lotId: made, grams }) => ({ lotId: made, weight: grams / 1_000, moistureContent: 7 })),
    ...(loss === 0 ? {} : { loss: { weight: loss / 1_000, reason: 'cleaning' } }),
    explanation: 'By chance',
  });
  expect([status, body.message]).toEqual([201, undefined]);
  const [made] = model.transform(parts, outputs, loss);
  const weighs = model.transformations.length === 1 || random.next() < 0.2;
  if (made === undefined || lotId !== undefined || !weighs) return;
  const grams = model.lot(made).weight - random.between(0, Math.floor(model.available(made) / 2));
  const weighed = await admin.rest.send('POST', `/lots/${model.lot(made).lotId}/weighings`, {
    weight: grams / 1_000,
    lossReason: 'sampling',
  });
  expect([weighed.status, weighed.body.message]).toEqual([200, undefined]);
  model.weigh(made, grams);
}

async function settledGraph(): Promise<void> {
  const look = async (): Promise<boolean> => {
    const waiting = await sql(`select 1 from ledger_outbox where state <> 'recorded'
      union all select 1 from graphile_worker.jobs where run_at <= now() or task_identifier = 'inherit' limit 1`);
    return waiting.length === 0;
  };
  await until(look, 'the graph to be checked and recorded', { withinMs: 5 * MINUTES, lookMs: 250 });
}

async function wholeProof({ url }: Pick<TestApp, 'url'>): Promise<string> {
  const answer = await fetch(`${url}/api/v1/lots/public/${LAST}/proof/whole`);
  const file = await answer.text();
  if (!answer.ok) throw new Error(`The whole proof was answered ${answer.status}: ${file.slice(0, 300)}`);
  return file;
}

/** As a server gives it that has made none before. */
async function freshProof(): Promise<string> {
  const other = await createTestApp({ database: app.databaseUrl });
  try {
    return await wholeProof(other);
  } finally {
    await other.stop();
  }
}

/** What the script says of a file, by itself: nothing of the repository is beside it. */
async function verified(file: string): Promise<{ status: number; said: string }> {
  await writeFile(join(folder, 'proof.json'), file);
  return new Promise((resolve) => {
    const call = ['verify.mjs', 'proof.json', '--roots', roots, '--balances'];
    const options = { cwd: folder, env: {}, maxBuffer: 2 ** 26 };
    const child = execFile(process.execPath, call, options, (_error, stdout, stderr) =>
      resolve({ status: child.exitCode ?? -1, said: stdout + stderr }),
    );
  });
}

/** Carries out work while one gram is changed in the tables by their owner. */
async function whileChanged<T>(
  table: string,
  change: [string, unknown[]],
  back: [string, unknown[]],
  work: () => Promise<T>,
) {
  await sql(`alter table ${table} disable trigger user`);
  try {
    await sql(...change);
    return await work();
  } finally {
    await sql(...back);
    await sql(`alter table ${table} enable trigger user`);
  }
}

describe('from the file of proofs alone', () => {
  it(
    'the script computes the balance of every lot anew',
    async () => {
      const { status, said } = await verified(text);
      expect([status, said.slice(-500)]).toEqual([0, expect.stringContaining('Proven')]);
      const found = new Map(
        [...said.matchAll(/^proven .*?(LOT-\w+).*? ([\d,]+) g used of it; ([\d,]+) g left$/gm)].map(
          ([, lotId, used, left]) => [lotId, [used, left].map((grams) => Number(grams?.replaceAll(',', '')))],
        ),
      );
      expect(found.size).toBe(model.lots.length);
      expect(model.lots.length).toBeGreaterThan(LOTS - 10);
      for (const [at, { lotId, used }] of model.lots.entries()) {
        expect([lotId, found.get(lotId)]).toEqual([lotId, [used, model.available(at)]]);
      }
    },
    5 * MINUTES,
  );

  it.each([
    ['that left a lot', 'used', /"grams":(\d+)/],
    ['that a lot was made with', 'formed', /"weightGrams":(\d+)/],
    ['of a part', 'formed', /"grams":(\d+)/],
    ['of a weighing', 'weighed', /"weightGrams":(\d+)/],
    ['that was registered', 'created', /"weightGrams":(\d+)/],
  ])(
    'one gram changed %s is named with its lot',
    async (_what, type, figure) => {
      const file: { proofs: { lotKey: string; events: { content: string }[] }[] } = JSON.parse(text);
      const changed = random
        .some(file.proofs, file.proofs.length)
        .flatMap(({ lotKey, events }) =>
          events.flatMap((event, i) =>
            event.content.includes(`"type":"${type}"`) ? [{ lotKey, event, at: i + 1 }] : [],
          ),
        )[0];
      if (changed === undefined) throw new Error(`No event is ${type}`);
      changed.event.content = changed.event.content.replace(figure, (all, grams: string) =>
        all.replace(grams, String(Number(grams) + 1)),
      );
      const { status, said } = await verified(JSON.stringify(file));
      expect(status).toBe(1);
      expect(said).toMatch(new RegExp(`^FAILED .*${changed.lotKey}.*event ${changed.at}\\b`, 'm'));
    },
    5 * MINUTES,
  );
});

describe('one gram changed in the tables', () => {
  const cases: [column: string, table: string, change: string, which: string][] = [
    ['what is used of a lot', 'lot', 'used_grams = used_grams - 1', 'used_grams > 1'],
    ['the weight of a lot', 'lot', 'weight_grams = weight_grams + 1', `kind = 'derived'`],
    ['a part of a transformation', 'transformation_input', 'grams = grams + 1', 'true'],
    ['the share of an origin', 'lot_origin', 'share = share + 0.000001', 'true'],
  ];
  it.each(cases)(
    'is named by the audit: %s',
    async (_what, table, change, which) => {
      const [row] = await app.app.database.rows<{ place: string; names: string[] }>(
        `select t.ctid::text as place, array_remove(array[to_jsonb(t) ->> 'lot_id', to_jsonb(t) ->> 'id', to_jsonb(t) ->> 'lot_key',
         to_jsonb(t) ->> 'transformation_id'], null) as names from ${table} t where ${which} order by random() limit 1`,
      );
      const [before] = await sql(`select to_jsonb(t) as row from ${table} t where ctid = $1::tid`, [row?.place]);
      const column = change.split(' ')[0] ?? '';
      const keys =
        table === 'lot' ? ['id'] : table === 'lot_origin' ? ['lot_id', 'origin_id'] : ['transformation_id', 'lot_id'];
      const same = keys.map((key) => `t.${key} = r.${key}`).join(' and ');
      const back = `update ${table} t set ${column} = r.${column} from jsonb_populate_record(null::${table}, $1::jsonb) r where ${same}`;
      const put: [string, unknown[]] = [back, [JSON.stringify(before?.row)]];
      const { findings } = await whileChanged(
        table,
        [`update ${table} set ${change} where ctid = $1::tid`, [row?.place]],
        put,
        () => servicesOf(app.app).integrityAudit.run(),
      );
      expect(findings.length).toBeGreaterThan(0);
      const told = JSON.stringify(findings);
      expect([told, row?.names.some((name) => told.includes(name))]).toEqual([told, true]);
    },
    5 * MINUTES,
  );

  it(
    'is named by the audit and by the script: a content in a block',
    async () => {
      const [event] = await app.app.database.rows<{ id: string; key: string; content: string; number: number }>(
        `select c.event_id as id, c.lot_key as key, c.content, t.block_number::int as number
       from ledger_content c join ledger_transaction t using (event_id)
       where c.content like '%"type":"used"%' order by random() limit 1`,
      );
      if (event === undefined) throw new Error('No lot was used');
      const other = event.content.replace(/"grams":(\d+)/, (_all, grams: string) => `"grams":${Number(grams) + 1}`);
      const set = 'update ledger_content set content = $2 where event_id = $1';
      const [run, said] = await whileChanged(
        'ledger_content',
        [set, [event.id, other]],
        [set, [event.id, event.content]],
        async () => [await servicesOf(app.app).integrityAudit.run(), await verified(await freshProof())] as const,
      );
      const named = run.findings.map(({ table, row }) => `${table} ${row}`).join('; ');
      expect(named).toMatch(new RegExp(`ledger_block ${event.number}\\b|${event.key}`));
      expect(said.status).toBe(1);
      expect(said.said).toMatch(new RegExp(`^FAILED .*${event.key}`, 'm'));
    },
    10 * MINUTES,
  );
});
