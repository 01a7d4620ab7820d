import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { copyFolder } from '../support/copyFolder.ts';
import { PASSWORD, signedIn } from '../support/drill.ts';
import { PostgresServer } from '../support/postgresServer.ts';
import { scratchFolder } from '../support/scratch.ts';
import { addUser, build, verifyLedger } from '../support/serverProcess.ts';
import { TEST_SECRET } from '../support/testApp.ts';
import { until } from '../support/until.ts';
import { Member } from './failover/installation.ts';
import { DrawCalls } from './transfers/drawCalls.ts';
import { Drawers } from './transfers/drawers.ts';
import { balanceFaults, comparedWithAnswers } from './transfers/drawnBalance.ts';
import { drawnWorld, transferFaultSeconds, verifiedLots } from './transfers/drawnWorld.ts';

const CLIENTS = 16;
/** Answers between a start after a kill and the next kill. */
const ANSWERS_BETWEEN = 40;

let folder: string;
let postgres: PostgresServer;
let env: NodeJS.ProcessEnv;
let web: Member;
let worker: Member;

beforeEach(async () => {
  await build({ pages: false });
  folder = await scratchFolder('manam-transfers-');
  // PostgreSQL may run under another account, and has its own folder in this one.
  await chmod(folder, 0o711);
  const place = join(folder, 'postgres');
  await mkdir(place, { mode: 0o711 });
  await copyFolder(inject('templateFolder'), place);
  postgres = await PostgresServer.make(place);
  await postgres.start();
  await postgres.makeDatabase();
  env = {
    DATA_DIR: join(folder, 'program'),
    DATABASE_URL: postgres.url,
    AUTH_SECRET: TEST_SECRET,
    DEMO: 'false',
    FOREST: 'sample',
    STAFF_RATE_LIMIT: '0',
    PUBLIC_RATE_LIMIT: '0',
    LOG_LEVEL: 'silent',
  };
  web = new Member('web', env);
  worker = new Member('worker', env);
  await addUser(env, PASSWORD, 'admin', 'admin');
  await web.start();
  await worker.start();
});

afterEach(async () => {
  await Promise.all([web?.kill(), worker?.kill()]);
  await postgres?.kill();
  // Its last processes notice it in a moment, and write until then.
  await until(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }).then(() => true), 'the folder to go');
});

const TROUBLES: readonly [string, () => Promise<void>][] = [
  ['server', () => killedAndStarted(web)],
  ['worker', () => killedAndStarted(worker)],
  ['PostgreSQL', () => killedAndStarted(postgres)],
];

async function killedAndStarted(one: { kill(): Promise<void>; start(): Promise<void> }): Promise<void> {
  await one.kill();
  await one.start();
}

/** Kills one after the other, each at least once, until the time is over. @returns how often */
async function killInTurn(drawers: Drawers, milliseconds: number): Promise<number> {
  const end = performance.now() + milliseconds;
  let kills = 0;
  while (kills < TROUBLES.length || performance.now() < end) {
    await drawers.answeredMore(ANSWERS_BETWEEN);
    const [, trouble] = TROUBLES[kills % TROUBLES.length] ?? [];
    await trouble?.();
    kills += 1;
  }
  await drawers.answeredMore(ANSWERS_BETWEEN);
  return kills;
}

it(
  '16 clients that draw from the same 20 lots lose and double nothing under kills of server, worker and database',
  async () => {
    const { lots, consignments } = await drawnWorld(await signedIn(web.url, 'admin'));
    const drawers = new Drawers(() => web.url, 'admin', new DrawCalls(lots, consignments));
    const drawing = drawers.run(CLIENTS);
    const kills = await killInTurn(drawers, transferFaultSeconds() * 1_000);
    drawers.end();
    await drawing;
    expect(kills).toBeGreaterThanOrEqual(TROUBLES.length);
    // Else the kills met nobody.
    expect(drawers.repeated).toBeGreaterThan(0);
    expect(drawers.unlike).toEqual([]);
    const kinds = new Set(drawers.done.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(['added', 'deleted', 'edited', 'removed', 'stage', 'transformation', 'weighed']);
    // All other refusals are of what a call asks for.
    const statuses = new Set(drawers.answered.map(({ status }) => status));
    expect([...statuses].filter((status) => ![200, 201, 400, 404, 409, 429].includes(status))).toEqual([]);

    const ask = <Row extends object>(sql: string): Promise<Row[]> => postgres.ask<Row>(sql);
    await until(
      async () => (await ask(`select from ledger_outbox where state = 'pending'`)).length === 0,
      'all events to be recorded',
      { withinMs: 120_000, lookMs: 250 },
    );
    expect(await comparedWithAnswers(ask, drawers.done)).toEqual({ lost: [], extra: [] });
    expect(await verifiedLots(await signedIn(web.url, 'admin'))).toEqual([]);
    // Checks that a killed worker had in hand are taken over after a minute, and descendants take over their results.
    await until(
      async () => (await ask('select from graphile_worker._private_jobs where attempts < max_attempts')).length === 0,
      'all jobs to end',
      { withinMs: 120_000, lookMs: 250 },
    );
    await until(
      async () => (await ask(`select from ledger_outbox where state = 'pending'`)).length === 0,
      'what the jobs wrote to be recorded',
    );
    expect(await balanceFaults(ask, 'embedded')).toEqual([]);
    await web.stop();
    await worker.stop();
    const { status, stdout, stderr } = await verifyLedger(env);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^The ledger checks out: /);
  },
  transferFaultSeconds() * 1_000 + 400_000,
);
