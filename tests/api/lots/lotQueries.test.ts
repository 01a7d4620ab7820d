import { Client, type ClientBase } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { currentRequest } from '../../../server/platform/database/requestScope.ts';
import { LOT_COLUMNS } from '../../../server/modules/lots/lotView.ts';
import { LOT_FIELDS } from '../../support/lotApi.ts';
import { settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

const LOTS = 100_000;

let app: TestApp;
let processor: Person;
/** farmer of FARM0007, with about 250 lots */
let farmer: Person;

/**
 * Every statement that a request sends, on any connection: set before the first one is opened, because connections may keep the method. What the program
 * does by itself meanwhile is sent for no request.
 */
let sent: unknown[][] = [];
const send = Client.prototype.query;
const sending = vi.spyOn(Client.prototype, 'query').mockImplementation(function query(
  this: Client,
  ...args: unknown[]
) {
  if (currentRequest() !== undefined) sent.push(args);
  return Reflect.apply(send, this, args);
});

/** A co-operative's years: 400 farms, most lots delivered, compliant and recorded, a few of everything else. */
const SEASONS = `insert into lot (id, lot_id, lot_key, farm_id, farmer_name, variety, harvest_date, lat_micro, lon_micro,
   weight_grams, moisture_hundredths, temperature_hundredths, certifications, quality_tenths, stage,
   deforestation_status, satellite_at, ledger_status, ledger_tx_id, ledger_signature, head_seq, head_hash,
   created_at, updated_at)
 select gen_random_uuid(), 'LOT' || lpad(n::text, 6, '0'), 'key-' || n, 'FARM' || lpad((n % 400)::text, 4, '0'),
   (array['Grace', 'Kofi', 'Lena', 'Marisol', 'Pedro', 'Ábel'])[1 + n % 6] || ' ' || md5((n % 400)::text),
   (array['Trinitario', 'Forastero', 'Criollo', 'Nacional', 'CCN-51', 'TSH-565', 'ICS-1', 'Other'])[1 + (n * 7) % 8],
   date '2020-01-01' + (n * 7919 % 2400), -5000000 + n, 145000000 - n, 20000 + (n * 31) % 60000,
   600 + n % 200, 2000 + n % 1500, '{Organic}', case when n % 10 = 0 then null else (n * 13) % 1000 end,
   case when n % 100 < 90 then 'delivered' else (array['harvested', 'fermented', 'drying', 'processed', 'shipped', 'delivered'])[1 + n % 5] end,
   (array['Deforestation Detected', 'Pending Review', 'Under Investigation'] ||
     array_fill('No Deforestation'::text, array[47]))[1 + n % 50],
   now() - make_interval(hours => n % 2000),
   case when n % 500 = 0 then 'pending' else 'recorded' end, md5(n::text), 'signature', 1, 'head',
   timestamptz '2020-01-01' + make_interval(mins => (n * 7919) % 3000000),
   timestamptz '2020-01-01' + make_interval(mins => (n::bigint * 104729 % 3000000)::int)
 from generate_series(1, ${LOTS}) n`;

/** Fills the table of lots while it has no indexes but those of its keys: made afterwards they take far less time. */
async function withoutIndexes(client: ClientBase, fill: () => Promise<unknown>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = 'lot'::regclass and not indisunique`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await fill();
  await client.query(`set maintenance_work_mem = '256MB'`);
  for (const { definition } of rows) await client.query(definition);
  await client.query('reset maintenance_work_mem');
}

beforeAll(async () => {
  app = await createTestApp();
  [processor, farmer] = await Promise.all([app.person('processor'), app.person('farmer', { farmId: 'FARM0007' })]);
  const client = await app.app.database.pool.connect();
  try {
    await withoutIndexes(client, () => client.query(SEASONS));
    await client.query('analyze lot');
  } finally {
    client.release();
  }
});
afterAll(async () => {
  sending.mockRestore();
  await app.stop();
});

const statement = z
  .looseObject({ text: z.string(), values: z.array(z.unknown()).nullish().catch(null) })
  .transform(({ text, values }) => ({ text, values: values ?? [] }));
/**
 * Periodic statements: the event log, transaction control, the caller, which is cached for two seconds, and the state
 * of the satellite source, cached for five: on a slow machine one of two calls sends them, and the other does not.
 */
const CLOCKWORK = /event_log|installation|from session s|^(begin|commit|rollback|listen|set)\b/i;
type Statement = z.infer<typeof statement>;
/** What a total is read by. */
const TOTAL = /^\s*select (count\(|coalesce\(sum\()/i;

/** The statements that requests send while it works, without those that come now and then. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  sent = [];
  await work();
  return sent
    .map(([query, values]: unknown[]) => statement.parse(typeof query === 'string' ? { text: query, values } : query))
    .filter(({ text }) => !CLOCKWORK.test(text));
}

async function listOver(rest: Person['rest'], query: string): Promise<Statement[]> {
  return statementsOf(async () => {
    const answer = await rest.get(`/lots?${query}`);
    expect(answer.status).toBe(200);
  });
}

describe('a page of lots', () => {
  const page = (limit: number) => async () => {
    const { data, errors } = await processor.graphql.run(
      `{ lots(limit: ${limit}) { lots { ${LOT_FIELDS} } pagination { total page totalPages hasNext hasPrev } } }`,
    );
    expect(errors).toEqual([]);
    expect(data.lots.lots).toHaveLength(limit);
  };

  it('takes the same few statements, however many rows and over either transport', async () => {
    await listOver(processor.rest, 'limit=1');
    const counts = [
      await listOver(processor.rest, 'limit=12'),
      await listOver(processor.rest, 'limit=96'),
      await statementsOf(page(12)),
      await statementsOf(page(96)),
    ].map((statements) => statements.filter(({ text }) => !TOTAL.test(text)).length);
    // The page itself, and the deliveries of its lots. Its total is cached for some seconds: on a slow machine one of the
    // calls counts again.
    expect(counts).toEqual([2, 2, 2, 2]);
  });

  it.each([10, 12, 24, 48, 96])('of %i, a size that the list offers, is followed by the next ones', async (limit) => {
    const lotIdsOn = async (number: number): Promise<string[]> => {
      const { data } = await farmer.rest.get(`/lots?limit=${limit}&page=${number}`);
      return data.lots.map(({ lotId }: { lotId: string }) => lotId);
    };
    const lotIds = [...(await lotIdsOn(1)), ...(await lotIdsOn(2))];
    expect(new Set(lotIds).size).toBe(2 * limit);
  });

  it('counts a total up to 10,000 exactly, and one above that at most every 10 s', async () => {
    const add = (lotId: string, variety: string) =>
      app.app.database.pool.query(
        `insert into lot (id, lot_id, lot_key, farm_id, variety, harvest_date, weight_grams, moisture_hundredths,
           temperature_hundredths, head_seq, head_hash)
         values (gen_random_uuid(), $1, $1, 'FARM0007', $2, '2026-01-01', 1000, 700, 2500, 1, 'head')`,
        [lotId, variety],
      );
    const totalOf = async (query: string) => (await processor.rest.get(`/lots?limit=1&${query}`)).data.pagination.total;
    // Stands still from the first count on: the ten seconds are not those of a slow machine.
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const [pending, criollo] = [await totalOf('blockchain=pending'), await totalOf('variety=Criollo')];
      expect([pending, criollo]).toEqual([LOTS / 500, LOTS / 8]);
      const everything = await totalOf('');
      expect(everything).toBe(LOTS);
      await add('LOT-COUNTED', 'Criollo');
      expect(await totalOf('blockchain=pending')).toBe(pending + 1);
      expect(await totalOf('variety=Criollo')).toBe(criollo);
      vi.setSystemTime(Date.now() + 10_001);
      expect(await totalOf('variety=Criollo')).toBe(criollo + 1);
      expect(await totalOf('')).toBe(everything + 1);
    } finally {
      vi.useRealTimers();
      await app.app.database.pool.query(`delete from lot where lot_id = 'LOT-COUNTED'`);
    }
  });

  it.each([
    ['harvestDate', 'harvest_date', 'desc', ''],
    ['harvestDate', 'harvest_date', 'asc', '&harvestedFrom=2021-02-11&harvestedTo=2024-11-03'],
    ['currentProcess', 'stage_rank', 'asc', '&variety=Criollo'],
    ['currentProcess', 'stage_rank', 'desc', ''],
    ['risk', 'risk_rank', 'desc', ''],
    ['eudr', 'eudr_rank', 'asc', '&variety=Criollo'],
    ['blockchain', 'record_rank', 'desc', ''],
  ])('in the middle of all, by %s, is that of the plain order (%s %s%s)', async (sort, column, order, filter) => {
    const where = [
      'deleted_at is null',
      ...(filter.includes('harvested') ? [`harvest_date between '2021-02-11' and '2024-11-03'`] : []),
      ...(filter.includes('Criollo') ? [`variety = 'Criollo'`] : []),
    ].join(' and ');
    const total = (await processor.rest.get(`/lots?limit=1${filter}`)).data.pagination.total;
    for (const share of [0.3, 0.5, 0.71]) {
      const at = Math.floor((total * share) / 20);
      const { data } = await processor.rest.get(`/lots?limit=20&page=${at}&sort=${sort}&order=${order}${filter}`);
      const plain = await app.app.database.rows<{ name: string }>(
        `select lot_id as name from lot where ${where} order by ${column} ${order}, id ${order} limit 20 offset ${(at - 1) * 20}`,
      );
      expect(data.lots.map(({ lotId }: { lotId: string }) => lotId)).toEqual(plain.map(({ name }) => name));
    }
  });

  it('with the provenance of each lot takes no statement per row', async () => {
    const grower = await app.person('farmer', { farmId: 'FARM-CHAINS' });
    for (let i = 0; i < 6; i += 1) await settledLot(app, grower, { farmId: 'FARM-CHAINS' });
    const chains = (limit: number) =>
      statementsOf(async () => {
        const { data, errors } = await grower.graphql.run(
          `{ lots(limit: ${limit}) { lots { provenance { transactionId verified } } } }`,
        );
        expect(errors).toEqual([]);
        expect(data.lots.lots).toHaveLength(limit);
        for (const lot of data.lots.lots) expect(lot.provenance).toHaveLength(2);
      });
    // What was checked once is remembered: each statement comes once for all of them, at first and from then on.
    for (const statements of [await chains(6), await chains(6), await chains(2)]) {
      const texts = statements.map(({ text }) => text);
      expect(texts.length).toBeGreaterThan(0);
      expect(texts).toEqual([...new Set(texts)]);
    }
  });
});

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Plan Rows': number;
  Plans?: Plan[];
}
const explained = z.tuple([z.looseObject({ Plan: z.custom<Plan>((plan) => typeof plan === 'object') })]);

/** All nodes of the plan of a statement, as PostgreSQL plans it for these values or for any. */
async function planOf({ text, values }: Statement, mode: 'force_custom_plan' | 'force_generic_plan'): Promise<Plan[]> {
  const client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
  try {
    await client.query(`set plan_cache_mode = ${mode}`);
    await client.query(`prepare shown as ${text}`);
    const literals = values.map((value) => client.escapeLiteral(String(value)));
    const called = literals.length === 0 ? '' : `(${literals.join(', ')})`;
    const { rows } = await client.query(`explain (format json) execute shown${called}`);
    const [{ Plan: root }] = explained.parse(rows[0]?.['QUERY PLAN']);
    const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];
    return nodes(root);
  } finally {
    await client.end();
  }
}

const SORTS = ['harvestDate', 'lotId', 'farmerName', 'weight', 'qualityScore', 'currentProcess', 'createdAt'];
const FILTERS = [
  'status=fermented',
  'stage=delivered',
  'variety=Criollo',
  'eudr=compliant',
  'eudr=non-compliant',
  'eudr=Under Investigation',
  'blockchain=recorded',
  'blockchain=pending',
  'harvestedFrom=2026-07-01',
  'harvestedTo=2020-01-05',
  'harvestedFrom=2023-01-01&harvestedTo=2023-01-31',
];

/** The one statement of a list call that selects the page. */
async function pageStatement(rest: Person['rest'], query: string): Promise<Statement> {
  const found = await pageStatements(rest, query);
  expect(found).toHaveLength(1);
  return statement.parse(found[0]);
}

/**
 * A text that is found in many lots is sought twice: to count them as far as they are counted each time, and for the page.
 * Without those that keep figures up to date, also after an earlier answer: they read no whole lots. Lots that are
 * compared with the ledger meanwhile, in scopes of their own, are read without a limit.
 */
async function pageStatements(rest: Person['rest'], query: string): Promise<Statement[]> {
  const found = (await listOver(rest, query)).filter(({ text }) =>
    [LOT_COLUMNS, 'order by', 'from lot l', ' limit '].every((part) => text.includes(part)),
  );
  // One that a slow machine sends again is the same.
  return [...new Map(found.map((one) => [one.text, statement.parse(one)])).values()];
}

/** How many rows a sort may hold: a filter's rows, never the whole table. */
const SORTED_AT_MOST = LOTS / 4;

const MODES = ['force_custom_plan', 'force_generic_plan'] as const;

describe.each(MODES)('the page of a list of 100,000 lots, planned with %s', (mode) => {
  const planned = async (page: Statement): Promise<{ nodes: string[]; faults: string[] }> => {
    const plan = await planOf(page, mode);
    const nodes = plan.map((node) => node['Node Type']);
    const sortsTooMany = (node: Plan): boolean =>
      node['Node Type'].endsWith('Sort') && node['Plan Rows'] >= SORTED_AT_MOST;
    const faults = [
      ...plan.filter((node) => node['Relation Name'] === 'lot' && node['Node Type'] === 'Seq Scan'),
      ...plan.filter(sortsTooMany),
    ].map((node) => `${node['Node Type']} over ${node['Plan Rows']} rows`);
    return { nodes, faults: nodes.some((node) => node.endsWith('Index Scan')) ? faults : ['no index', ...faults] };
  };

  it.each(SORTS.flatMap((sort) => ['asc', 'desc'].map((order) => [sort, order])))(
    'sorts by %s %s along an index',
    async (sort, order) => {
      const page = await pageStatement(processor.rest, `limit=12&sort=${sort}&order=${order}`);
      expect(await planned(page)).toEqual({ nodes: ['Limit', 'Index Scan'], faults: [] });
    },
  );

  it.each(FILTERS)('filters by %s along an index that already has the order', async (filter) => {
    const { nodes, faults } = await planned(await pageStatement(processor.rest, `limit=12&${filter}`));
    expect(faults).toEqual([]);
    expect(nodes).not.toContain('Sort');
  });

  it.each(FILTERS.flatMap((filter) => SORTS.slice(1).map((sort) => [filter, sort])))(
    'filters by %s and sorts by %s',
    async (filter, sort) => {
      expect((await planned(await pageStatement(processor.rest, `limit=12&${filter}&sort=${sort}`))).faults).toEqual(
        [],
      );
    },
  );

  it.each(['', ...FILTERS].flatMap((filter) => SORTS.map((sort) => [filter, sort])))(
    'reads the third page, filtered by %s and sorted by %s, along an index',
    async (filter, sort) => {
      const third = await pageStatement(processor.rest, `limit=12&page=3&${filter}&sort=${sort}`);
      expect((await planned(third)).faults).toEqual([]);
    },
  );

  it.each(['', ...FILTERS])('reads the lots of one farm along an index: %s', async (filter) => {
    for (const sort of ['harvestDate', 'weight']) {
      expect((await planned(await pageStatement(farmer.rest, `limit=12&sort=${sort}&${filter}`))).faults).toEqual([]);
    }
  });

  it.each(['LOT004242', 'farm0123', 'marisol', 'nobody at all'])('searches for %s', async (search) => {
    const pages = await pageStatements(processor.rest, `limit=12&search=${search}`);
    expect(pages.length).toBeGreaterThan(0);
    for (const page of pages) expect((await planned(page)).faults).toEqual([]);
  });
});

describe('an index of its own', () => {
  /** Rows that were read and then thrown away, and rows that were read: by running the statement. */
  async function rowsRead({ text, values }: Statement): Promise<number> {
    const { rows } = await app.app.database.pool.query({
      text: `explain (analyze, timing off, format json) ${text}`,
      values,
    });
    const found = JSON.stringify(rows[0]?.['QUERY PLAN']);
    const counts = [...found.matchAll(/"(?:Actual Rows|Rows Removed by Filter|Rows Removed by Index Recheck)":(\d+)/g)];
    return Math.max(...counts.map(([, count]) => Number(count)));
  }

  it.each([
    'status=fermented',
    'variety=Other',
    'eudr=non-compliant',
    'eudr=Under Investigation',
    'blockchain=pending',
    'harvestedTo=2020-01-05',
    'search=LOT004242',
    'search=nobody at all',
  ])('lets a page of %s read little more than the page', async (filter) => {
    const page = await pageStatement(processor.rest, `limit=12&${filter}`);
    expect(await rowsRead(page)).toBeLessThan(500);
  });
});
