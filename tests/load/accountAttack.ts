import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Client } from 'pg';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '../../server/adapters/postgres-embedded/embeddedPostgres.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { UserService } from '../../server/modules/identity/userService.ts';
import { hookReceiver } from '../support/webhookReceiver.ts';
import { raiseSmoke } from '../support/raiseAlert.ts';
import { restClient, type RestClient } from '../support/restClient.ts';
import { connectAsProgram } from '../support/sealed.ts';
import { startServer } from '../support/serverProcess.ts';
import { openSocket } from '../support/socketClient.ts';
import { AskBeside } from './askBeside.ts';
import type { Answered, Attack } from './attacker.ts';
import { benchSettings, SECRET } from './benchSettings.ts';
import { lotBody } from './lotBody.ts';
import type { ProbeData } from './probeCalls.ts';
import { makeProbeData } from './probeData.ts';
import { seedLots } from './seed.ts';

const PASSWORD = 'bench-password-1';
const LOTS = 10_000;
const QUIET_SECONDS = 15;
const SECONDS = Number(process.env.ATTACK_SECONDS ?? 30);
/** As many as the rate of an account lets through: 3,000 a minute. */
const RATE = 50;
const UPLOADS = 2;
const HOOKS = 50;
const ALERTS_FOR_HOOKS = 20;
const NEWS_EVERY_MS = 1_000;
/** News that has not come by then counts as so late. */
const NEWS_WITHIN_MS = 20_000;
const BARS = { times: 3, newsMs: 1_000, megabytesASecond: 1 };

interface Case {
  name: string;
  perSecond: number;
  requests: Attack['requests'];
  /** before the attack begins */
  prepare?(): Promise<unknown>;
}

interface Measured {
  name: string;
  p99: number;
  failed: number;
  newsMs: number;
  megabytesASecond: number;
  checkSeconds: number;
  answers: string;
}

/**
 * One account that asks for what costs most, as often as its rate lets it, and three others beside it: one asks for the staff's list, one
 * changes a lot each second and one hears of it; a lot that is registered meanwhile waits for its check. How much the database grows.
 * @returns lines of text
 */
export async function measureAccountAttack(): Promise<string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'manam-account-'));
  const ends: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })];
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'error' }) });
    ends.push(() => postgres.stop());
    await migrate(postgres.url);
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    ends.push(() => client.end());
    await seedLots(client, LOTS);
    const database = await connectAsProgram(postgres.url, { poolSize: 2, secret: SECRET });
    ends.push(() => database.close());
    const users = new UserService({ database });
    for (const username of ['maker', 'attacker', 'reader', 'writer']) {
      await users.addUser({ username, name: `Bench ${username}`, role: 'admin', password: PASSWORD });
    }
    const receiver = await hookReceiver();
    ends.push(() => receiver.stop());
    receiver.answer = 'none';
    // The data come in without a rate, the attack with that of an installation.
    const settings = { ...benchSettings(postgres.url, dataDir), WEB_HOOKS_LOOPBACK: 'true' };
    const first = await startServer(settings, { pages: false });
    const data = await makeProbeData(restClient(first.url, await tokenOf(first.url, 'maker')), database).finally(() =>
      first.stop(),
    );
    const server = await startServer({ ...settings, STAFF_RATE_LIMIT: '3000' }, { pages: false });
    ends.push(() => server.stop());
    const { url } = server;
    const attacker = { token: await tokenOf(url, 'attacker'), rest: restClient(url, await tokenOf(url, 'attacker')) };
    const writer = restClient(url, await tokenOf(url, 'writer'));
    const readerToken = await tokenOf(url, 'reader');
    const list = new AskBeside(`${url}/api/v1/lots?limit=12`, { authorization: `Bearer ${readerToken}` }, 50);
    ends.push(() => list.stop());
    const size = async (): Promise<number> => {
      const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
      return Number(rows[0]?.bytes ?? 0);
    };
    const hooked = async (): Promise<void> => {
      for (let i = 0; i < HOOKS; i += 1) {
        await attacker.rest.send('POST', '/hooks', { name: `Slow ${i}`, url: `${receiver.url}/${i}`, farmId: '' });
      }
      for (let i = 0; i < ALERTS_FOR_HOOKS; i += 1) await raiseSmoke(database, data.lot.id);
    };
    const measured: Measured[] = [];
    const quiet: Case = { name: 'quiet', perSecond: 0, requests: [] };
    for (const one of [quiet, ...(await casesOf(data, hooked))]) {
      await one.prepare?.();
      await list.look();
      const before = await size();
      const seconds = one === quiet ? QUIET_SECONDS : SECONDS;
      const attack: Attack = { url, token: attacker.token, requests: one.requests, perSecond: one.perSecond, seconds };
      const [answers, newsMs, checkSeconds] = await Promise.all([
        one === quiet ? delay(seconds * 1_000).then(() => '') : attackedWith(attack),
        slowestNews(url, readerToken, writer, seconds),
        secondsToCheck(writer, measured.length),
      ]);
      const { p99, failed } = await list.look();
      const megabytesASecond = ((await size()) - before) / 2 ** 20 / seconds;
      measured.push({ name: one.name, p99, failed, newsMs, megabytesASecond, checkSeconds, answers });
      // A new minute of the attacker's rate.
      if (one !== quiet) await delay(60_000 - Math.min(60_000, seconds * 1_000));
    }
    return told(measured);
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

async function casesOf(data: ProbeData, hooked: () => Promise<void>): Promise<Case[]> {
  const [plots, jpeg] = await Promise.all([data.plots.bytes(), data.jpeg.bytes()]);
  const call = (
    name: string,
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body: unknown = null,
  ): Attack['requests'][number] => ({
    name,
    method,
    path: `/api/v1${path}`,
    body: body === null ? null : JSON.stringify(body),
  });
  const operation = (name: string, query: string): Attack['requests'][number] => {
    return { name, method: 'POST', path: '/graphql', body: JSON.stringify({ query }) };
  };
  const upload = (name: string, path: string, file: Attack['requests'][number]['file']) => {
    return { ...call(name, 'POST', path), file };
  };
  const { farmId, alertId, userId } = data;
  return [
    {
      name: 'plot imports (dryRun)',
      perSecond: UPLOADS,
      requests: [upload('import', '/farms/FARM008/plots/import?dryRun=true', { name: 'plots.geojson', bytes: plots })],
    },
    {
      name: 'large answers under keys',
      perSecond: RATE,
      requests: [
        {
          ...call('assignment', 'PUT', `/alerts/${alertId}/assignment`, { assigneeId: userId, dueOn: null }),
          keyed: true,
        },
      ],
    },
    {
      name: 'plot checks',
      perSecond: RATE,
      requests: [call('check', 'POST', `/farms/${farmId}/plots/check`, { geometry: JSON.parse(data.outline) })],
    },
    {
      name: 'plots with outlines',
      perSecond: RATE,
      requests: [
        operation('farmPlots', `{ farmPlots(farmId: "${farmId}") { plots { name geoJson } } }`),
        call('REST plots', 'GET', `/farms/${farmId}/plots`),
      ],
    },
    {
      name: 'alert pages',
      perSecond: RATE,
      requests: [
        call('alerts', 'GET', '/alerts?limit=100'),
        operation('alerts', '{ alerts(limit: 100) { alerts { id title description lotId titleSaid { text } } } }'),
      ],
    },
    {
      name: 'pictures of many segments',
      perSecond: UPLOADS,
      requests: [upload('picture', `/alerts/${alertId}/files`, { name: 'photo.jpg', bytes: jpeg })],
    },
    { name: 'slow web hooks', perSecond: 1, requests: [call('hooks', 'GET', '/hooks?limit=100')], prepare: hooked },
  ];
}

async function tokenOf(url: string, username: string): Promise<string> {
  const { data } = await restClient(url).send('POST', '/auth/login', { username, password: PASSWORD });
  return String(data.access_token);
}

/** How many of each call and status were answered. */
async function attackedWith(attack: Attack): Promise<string> {
  const worker = new Worker(new URL('./attacker.ts', import.meta.url), {
    execArgv: ['--import', 'tsx'],
    workerData: attack,
  });
  const [answered]: Answered[] = await once(worker, 'message');
  return Object.entries(answered?.counts ?? {})
    .map(([what, count]) => `${what}: ${count}`)
    .join(', ');
}

/** Changes a lot each second, and how long it took at most until somebody else heard of it, ms. */
async function slowestNews(url: string, token: string, writer: RestClient, seconds: number): Promise<number> {
  const socket = await openSocket(url, token);
  const { data: made } = await writer.send('POST', '/lots', lotBody(`LOTNEWS${Date.now()}`));
  const id = String(made.lot.id);
  const following = socket.begin('subscription { lotChanged { lot { id weight } } }');
  let slowest = 0;
  const until = performance.now() + seconds * 1_000;
  for (let n = 0; performance.now() < until; n += 1) {
    const began = performance.now();
    await writer.send('PATCH', `/lots/${id}`, { weight: 100 + n });
    const heard = async (): Promise<void> => {
      for (;;) {
        const { lot } = (await following.next()).data?.lotChanged ?? {};
        if (lot?.id === id && lot.weight === 100 + n) return;
      }
    };
    await Promise.race([heard(), delay(NEWS_WITHIN_MS)]);
    slowest = Math.max(slowest, performance.now() - began);
    await delay(NEWS_EVERY_MS);
  }
  await socket.close();
  return slowest;
}

/** Seconds until a lot that is registered now has had its first check. */
async function secondsToCheck(writer: RestClient, n: number): Promise<number> {
  const began = performance.now();
  const { data } = await writer.send('POST', '/lots', lotBody(`LOTCHECK${n}`));
  for (;;) {
    const { data: now } = await writer.get(`/lots/${data.lot.id}`);
    if (now?.lot?.satelliteTimestamp) return (performance.now() - began) / 1_000;
    await delay(250);
  }
}

function told(measured: readonly Measured[]): string[] {
  const [quiet] = measured;
  const rows = measured.map(
    ({ name, p99, failed, newsMs, megabytesASecond, checkSeconds, answers }) =>
      `| ${name} | ${p99.toFixed(0)} ms (${(p99 / (quiet?.p99 ?? 1)).toFixed(1)} times) | ${failed} | ${newsMs.toFixed(0)} ms | ${megabytesASecond.toFixed(2)} | ${checkSeconds.toFixed(1)} s | ${answers} |`,
  );
  return [
    `One account against the others: ${SECONDS} s each, at most ${RATE} calls a second. Bars: p99 of the list ${BARS.times} times its quiet value, news ${BARS.newsMs} ms, ${BARS.megabytesASecond} MB/s of database.`,
    '',
    '| what one account asks for | list of another, p99 | other than 200 | slowest news | MB/s of database | first check of a new lot | answers |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ];
}
