import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import autocannon, { type Result } from 'autocannon';
import { Client } from 'pg';
import { lotBody } from './lotBody.ts';
import { familyMs, processorMs } from './processorTime.ts';

const CONNECTIONS = 16;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** Longer than for reads: what is recorded and checked meanwhile takes its part of the machine. */
const SECONDS = Number(process.env.BENCH_WRITE_SECONDS ?? 10);
const WARM_UP_SECONDS = 5;
const LOOK_MS = 50;

/** One round: creations for some seconds, and how long it took until all of them were recorded, checked and recorded again. */
interface Round {
  lots: number;
  perSecond: number;
  p50: number;
  p99: number;
  errors: number;
  /** lots a second from the first creation to the empty backlog; the same as `perSecond` where nothing is left to do */
  wholeJob: number;
  /** processor time for each lot, ms: of what answers, of PostgreSQL */
  server: number;
  postgres: number;
}

interface Side {
  url: string;
  headers: Record<string, string>;
  pid: number;
  client: Client;
  /** false: no worker takes the queued jobs */
  works: boolean;
}

/**
 * *Create lot* against a plain handler that writes the same rows, in turn; and *main job*: registered over REST, recorded on the
 * ledger, checked by satellite, recorded again, with an empty backlog at the end.
 * @param parts.postgresPid of the server that both databases are on
 * @returns lines of text
 */
export async function measureCreations(parts: {
  url: string;
  token: string;
  pid: number;
  databaseUrl: string;
  plain: { url: string; pid: number; databaseUrl: string };
  postgresPid: number;
}): Promise<string[]> {
  const { plain, postgresPid } = parts;
  const clients = [parts.databaseUrl, plain.databaseUrl].map((connectionString) => new Client({ connectionString }));
  const [ownClient, plainClient] = clients;
  if (ownClient === undefined || plainClient === undefined) throw new Error('Two databases are compared');
  for (const client of clients) await client.connect();
  const json = { 'content-type': 'application/json' };
  const own: Side = {
    url: `${parts.url}/api/v1/lots`,
    headers: { ...json, authorization: `Bearer ${parts.token}` },
    pid: parts.pid,
    client: ownClient,
    works: true,
  };
  const other: Side = { url: `${plain.url}/lots`, headers: json, pid: plain.pid, client: plainClient, works: false };
  try {
    await settled(ownClient);
    for (const side of [own, other]) await measure(side, postgresPid, WARM_UP_SECONDS);
    await assertSameRows(ownClient, plainClient);
    const ours: Round[] = [];
    const theirs: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await measure(own, postgresPid, SECONDS));
      theirs.push(await measure(other, postgresPid, SECONDS));
    }
    return told(ours, theirs);
  } finally {
    for (const client of clients) await client.end();
  }
}

let registered = 0;

async function measure(side: Side, postgresPid: number, seconds: number): Promise<Round> {
  const before = await lotsOf(side.client);
  const cpu = { server: processorMs(side.pid), postgres: familyMs(postgresPid) };
  const began = performance.now();
  const result: Result = await autocannon({
    url: side.url,
    method: 'POST',
    headers: side.headers,
    connections: CONNECTIONS,
    duration: seconds,
    setupClient: (client) => {
      const next = (): void => {
        registered += 1;
        client.setBody(JSON.stringify(lotBody(`LOTB${registered}`, registered)));
      };
      next();
      client.on('response', next);
    },
  });
  const created = (performance.now() - began) / 1_000;
  if (side.works) await settled(side.client);
  const whole = (performance.now() - began) / 1_000;
  const lots = (await lotsOf(side.client)) - before;
  return {
    lots,
    perSecond: lots / created,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.timeouts + result.non2xx,
    wholeJob: lots / whole,
    server: (processorMs(side.pid) - cpu.server) / lots,
    postgres: (familyMs(postgresPid) - cpu.postgres) / lots,
  };
}

/** Registered by this bench, in any round. */
async function lotsOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`select count(*)::int from lot where lot_id like 'LOTB%'`);
  return rows[0]?.count ?? 0;
}

/** Waits until nothing is left to record and to check, and looks that all of it was. */
async function settled(client: Client): Promise<void> {
  for (;;) {
    // Without counting: that would be a part of what is measured.
    const { rows } = await client.query<{ left: boolean }>(
      `select exists (select from ledger_outbox where state = 'pending')
         or exists (select from graphile_worker.jobs where key like 'satellite-check:%') as left`,
    );
    if (rows[0]?.left === false) break;
    await delay(LOOK_MS);
  }
  const { rows } = await client.query<{ open: number }>(
    `select count(*)::int as open from lot where lot_id like 'LOTB%'
       and (ledger_status <> 'recorded' or satellite_at is null or head_seq < 2)`,
  );
  if (rows[0]?.open !== 0) throw new Error(`${rows[0]?.open} lots were not recorded and checked`);
}

/** How many rows one creation wrote, by table; the job is gone where somebody worked on it. */
async function writtenOf(client: Client): Promise<unknown> {
  const { rows } = await client.query(
    `select (select count(*)::int from lot_event e where e.lot_id = l.id and e.seq = 1) as events,
       (select array_agg(field order by field) from personal_value join lot_event e using (event_id)
        where e.lot_id = l.id and e.seq = 1) as values,
       (select count(*)::int from ledger_outbox o where o.lot_id = l.id and o.seq = 1) as outbox,
       (select count(*)::int from event_log n where n.lot_id = l.id and n.kind = 'created') as news,
       (select count(*)::int from audit_entry a where a.target_id = l.id::text) as audit
     from lot l where lot_id like 'LOTB%' order by created_at limit 1`,
  );
  return rows[0];
}

async function assertSameRows(own: Client, plain: Client): Promise<void> {
  const [ours, theirs] = [await writtenOf(own), await writtenOf(plain)];
  if (!isDeepStrictEqual(ours, theirs)) {
    throw new Error(`A creation does not write the same rows: ${JSON.stringify({ ours, theirs })}`);
  }
}

function told(ours: Round[], theirs: Round[]): string[] {
  const [mine, plain] = [median(ours, 'perSecond'), median(theirs, 'perSecond')];
  const whole = median(ours, 'wholeJob');
  const rows = [
    ['', 'lots/s', 'p50', 'p99', 'against plain', 'server, ms a lot', 'PostgreSQL, ms a lot', 'errors'],
    ['---', '---', '---', '---', '---', '---', '---', '---'],
    ['Create lot', ...figures(mine, mine.perSecond / plain.perSecond, false)],
    [
      'Main job',
      whole.wholeJob.toFixed(0),
      '—',
      '—',
      (whole.wholeJob / plain.perSecond).toFixed(2),
      whole.server.toFixed(2),
      whole.postgres.toFixed(2),
      String(whole.errors),
    ],
    ['Plain creation', ...figures(plain, 1, true)],
  ];
  const each = ours.map(
    ({ perSecond, wholeJob }, at) =>
      `${perSecond.toFixed(0)}/${wholeJob.toFixed(0)} beside ${theirs[at]?.perSecond.toFixed(0)}`,
  );
  return [
    '',
    `Creations and the main job; ${CONNECTIONS} connections; median of ${ROUNDS} rounds of ${SECONDS} s, server and plain handler in turn.`,
    `By round, created/whole job beside plain: ${each.join(', ')}. p50 against plain: ${(mine.p50 / plain.p50).toFixed(1)}.`,
    '',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  ];
}

function figures(round: Round, ratio: number, cpu: boolean): string[] {
  return [
    round.perSecond.toFixed(0),
    `${round.p50} ms`,
    `${round.p99} ms`,
    ratio.toFixed(2),
    cpu ? round.server.toFixed(2) : '—',
    cpu ? round.postgres.toFixed(2) : '—',
    String(round.errors),
  ];
}

function median(rounds: Round[], by: 'perSecond' | 'wholeJob'): Round {
  const sorted = [...rounds].sort((a, b) => a[by] - b[by]);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('Nothing was measured');
  return middle;
}
