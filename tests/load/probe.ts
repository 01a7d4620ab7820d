import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSchema } from 'graphql';
import { Client } from 'pg';
import { pino } from 'pino';
import { z } from 'zod';
import { startEmbeddedPostgres } from '../../server/adapters/postgres-embedded/embeddedPostgres.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { UserService } from '../../server/modules/identity/userService.ts';
import { packageRoot } from '../../server/platform/process/packageRoot.ts';
import { restClient } from '../support/restClient.ts';
import { connectAsProgram } from '../support/sealed.ts';
import { startServer } from '../support/serverProcess.ts';
import { AskBeside, type Beside } from './askBeside.ts';
import { benchSettings, SECRET } from './benchSettings.ts';
import { GRAPHQL_PROBES, operationOf, REST_PROBES, WITHOUT_SIGN_IN, type ProbeData } from './probeCalls.ts';
import { makeProbeData } from './probeData.ts';
import { seedLots } from './seed.ts';

const PASSWORD = 'bench-password-1';
const LOTS = Number(process.env.PROBE_LOTS ?? 10_000);
/** Calls of one kind that one account has under way at once. */
const AT_ONCE = 8;
const MS_EACH = Number(process.env.PROBE_MS ?? 1_500);
const QUIET_MS = 5_000;
/** Of health, beside each call: what decision 15 and docs/performance.md promise. */
const BAR_MS = 100;
const SHOWN = 10;
const LEVELS = [4, 3, 2, 1];

const loopDelay = z.object({ most: z.number(), work: z.number(), gc: z.number() });

interface Probed {
  name: string;
  /** of the answers, how many of each status */
  statuses: string;
  answers: number;
  health: Beside;
  /** longest time for which the event loop was kept, ms: by the clock, of processor time, and for a collection of garbage */
  loop: z.infer<typeof loopDelay>;
}

/**
 * `npm run bench -- probe [words]`: every call with its largest legal input, eight at a time by one account without a rate, and the 99th percentile
 * of `GET /health` of somebody else beside it.
 * @param words of names; all calls without one
 * @returns lines of text
 */
export async function measureProbe(words: readonly string[]): Promise<string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'manam-probe-'));
  const ends: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })];
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'error' }) });
    ends.push(() => postgres.stop());
    await migrate(postgres.url);
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    await seedLots(client, LOTS);
    await client.end();
    const database = await connectAsProgram(postgres.url, { poolSize: 2, secret: SECRET });
    ends.push(() => database.close());
    await new UserService({ database }).addUser({
      username: 'bench',
      name: 'Bench',
      role: 'admin',
      password: PASSWORD,
    });
    const file = join(dataDir, 'loop.json');
    const env = { ...benchSettings(postgres.url, dataDir), CONTACT: 'store', LOOP_DELAY_FILE: file };
    const server = await startServer(env, {
      command: [process.execPath, '--import', './tests/load/loopDelay.mjs', join('dist', 'server', 'main.js')],
      pages: false,
    });
    ends.push(() => server.stop());
    const { data } = await restClient(server.url).send('POST', '/auth/login', {
      username: 'bench',
      password: PASSWORD,
    });
    const token = String(data.access_token);
    const probeData = await makeProbeData(restClient(server.url, token), database);
    const health = new AskBeside(`${server.url}/api/v1/health`);
    ends.push(() => health.stop());
    const loop = async (): Promise<z.infer<typeof loopDelay>> => {
      await rm(file, { force: true });
      server.child.kill('SIGUSR2');
      for (;;) {
        const text = await readFile(file, 'utf8').catch(() => '');
        if (text !== '') return loopDelay.parse(JSON.parse(text));
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    };
    await health.look();
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    const quiet = await health.look();
    const probed: Probed[] = [];
    for (const [name, call] of await callsOf(server.url, token, probeData)) {
      if (words.length > 0 && !words.some((word) => name.toLowerCase().includes(word.toLowerCase()))) continue;
      process.stderr.write(`${name}\n`);
      await call();
      await Promise.all([health.look(), loop()]);
      const statuses = new Map<string, number>();
      const until = performance.now() + MS_EACH;
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          while (performance.now() < until) {
            const status = await call();
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
          }
        }),
      );
      const [beside, kept] = await Promise.all([health.look(), loop()]);
      probed.push({
        name,
        statuses: [...statuses].map(([status, count]) => `${status}: ${count}`).join(', '),
        answers: [...statuses.values()].reduce((sum, count) => sum + count, 0),
        health: beside,
        loop: kept,
      });
    }
    return told(quiet, probed, words.length === 0);
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

type Call = () => Promise<string>;

/** Each call by its name: makes it once and answers the status. */
async function callsOf(url: string, token: string, data: ProbeData): Promise<[string, Call][]> {
  const signedIn = { authorization: `Bearer ${token}` };
  let calls = 0;
  const send = async (path: string, init: RequestInit): Promise<{ status: string; text: string }> => {
    const response = await fetch(url + path, init);
    return { status: String(response.status), text: await response.text() };
  };
  const rest = Object.entries(REST_PROBES).map(([name, probe]): [string, Call] => [
    name,
    async () => {
      const { path, body, file } = probe(data, (calls += 1));
      const [method = 'GET'] = name.split(' ');
      const form = new FormData();
      if (file !== undefined) form.set('file', file.content, file.name);
      const json = body === undefined ? {} : { 'content-type': 'application/json' };
      const { status } = await send(`/api/v1${path}`, {
        method,
        headers: file === undefined ? { ...signedIn, ...json } : signedIn,
        ...(file !== undefined ? { body: form } : body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return status;
    },
  ]);
  const schema = buildSchema(await readFile(join(packageRoot, 'schema.graphql'), 'utf8'));
  const operations: [string, Call][] = [];
  for (const [name, values] of Object.entries(GRAPHQL_PROBES)) {
    const authorization = WITHOUT_SIGN_IN.has(name) ? {} : signedIn;
    const ask = async (levels: number, limit: number | null): Promise<string> => {
      const given = values(data, (calls += 1));
      const operation = operationOf(schema, name, limit === null ? given : { ...given, limit }, levels);
      const { status, text } = await send('/graphql', {
        method: 'POST',
        headers: { ...authorization, 'content-type': 'application/json' },
        body: JSON.stringify(operation),
      });
      const { errors } = answered.parse(JSON.parse(text));
      return `${status}${errors === undefined ? '' : ` ${errors[0]?.extensions?.code ?? errors[0]?.message}`}`;
    };
    // As deep, and as long, as the cost of an operation allows.
    let largest: Call | null = null;
    for (const levels of LEVELS) {
      const limits = 'limit' in values(data, 0) ? [100, 50, 25, 10] : [null];
      for (const limit of limits) {
        if (largest === null && !/TOO_COMPLEX|PARSE_FAILED/.test(await ask(levels, limit))) {
          largest = () => ask(levels, limit);
        }
      }
    }
    if (largest === null) throw new Error(`${name} costs too much in any form`);
    operations.push([name, largest]);
  }
  return [...rest, ...operations];
}

const answered = z.looseObject({
  errors: z
    .array(
      z.looseObject({ message: z.string(), extensions: z.looseObject({ code: z.string().optional() }).optional() }),
    )
    .optional(),
});

function told(quiet: Beside, probed: readonly Probed[], isAll: boolean): string[] {
  const worst = [...probed].sort((a, b) => b.health.p99 - a.health.p99);
  const over = worst.filter(({ health }) => health.p99 > BAR_MS);
  const ms = (value: number): string => value.toFixed(0);
  const rows = (isAll ? worst.slice(0, Math.max(SHOWN, over.length)) : worst).map(
    ({ name, statuses, health, loop }) =>
      `| ${name} | ${statuses} | ${ms(health.p50)} | ${ms(health.p99)} | ${ms(health.most)} | ${ms(loop.most)} | ${ms(loop.work)} | ${ms(loop.gc)} |`,
  );
  const unlike = probed.filter(({ statuses }) => /\b[45]\d\d|[A-Z]{4}/.test(statuses));
  return [
    `${probed.length} calls with their largest legal input, ${AT_ONCE} at a time by one account for ${MS_EACH / 1_000} s each; load ${loadavg()[0]?.toFixed(1)}.`,
    `Health, quiet: p50 ${quiet.p50.toFixed(1)}, p99 ${quiet.p99.toFixed(1)} ms. Calls beside which its p99 is over ${BAR_MS} ms: ${over.length}.`,
    '',
    '| call | answers | health p50 | p99 | most | loop kept, ms | of it processor | garbage |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
    ...(isAll
      ? [`Answers other than success: ${unlike.map(({ name, statuses }) => `${name} (${statuses})`).join('; ')}.`]
      : []),
  ];
}
