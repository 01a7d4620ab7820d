import { afterEach, beforeEach, expect, it } from 'vitest';
import { Client } from 'pg';
import { UserService } from '../../server/modules/identity/userService.ts';
import { Member } from '../faults/failover/installation.ts';
import { DrawCalls } from '../faults/transfers/drawCalls.ts';
import { Drawers } from '../faults/transfers/drawers.ts';
import { balanceFaults, comparedWithAnswers } from '../faults/transfers/drawnBalance.ts';
import { drawnWorld, transferFaultSeconds, verifiedLots } from '../faults/transfers/drawnWorld.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { PASSWORD, signedIn } from '../support/drill.ts';
import { FabricNetwork } from '../support/fabricNetwork.ts';
import { killProcess, type ProcessName } from '../support/fabricProcesses.ts';
import { recordedOn, settingsOf, variablesOf } from '../support/fabricServers.ts';
import { connectAsProgram } from '../support/sealed.ts';
import { build } from '../support/serverProcess.ts';
import { testEnvironment } from '../support/testApp.ts';
import { until } from '../support/until.ts';

/* As tests/faults/transfers.test.ts, on a network whose processes are killed. */

const CLIENTS = 16;
/** Answers between two kills. */
const ANSWERS_BETWEEN = 40;
/** The supervisor starts a network's process again by itself. */
const KILLED: readonly (ProcessName | 'web' | 'worker')[] = [
  'peer-coop',
  'worker',
  'ordering',
  'peer-assurance',
  'web',
  'chaincode-coop',
  'chaincode-assurance',
];

let network: FabricNetwork;
let database: TestDatabase;
let own: Client;
let members: Record<'web' | 'worker', Member> | null = null;

beforeEach(async () => {
  await build({ pages: false });
  network = await FabricNetwork.plan();
  await network.up();
  database = await createDatabase();
  own = new Client({ connectionString: database.url });
  await own.connect();
  const program = await connectAsProgram(database.url, { poolSize: 2 });
  const user = { username: 'admin', name: 'Ana', role: 'admin', password: PASSWORD } as const;
  await new UserService({ database: program }).addUser(user);
  await program.close();
});
afterEach(async () => {
  await Promise.all([members?.web.kill(), members?.worker.kill()]);
  await own?.end();
  await database?.drop();
  await network?.remove();
});

it(
  '16 clients that draw from the same 20 lots lose and double nothing under kills of peers, orderer, chaincode and server',
  async () => {
    const env = testEnvironment(database.url, await variablesOf(network, 0));
    const [web, worker] = [new Member('web', env), new Member('worker', env)];
    members = { web, worker };
    await web.start();
    await worker.start();
    const { lots, consignments } = await drawnWorld(await signedIn(web.url, 'admin'));
    const drawers = new Drawers(() => web.url, 'admin', new DrawCalls(lots, consignments));
    const drawing = drawers.run(CLIENTS);
    const end = performance.now() + transferFaultSeconds() * 1_000;
    for (let kills = 0; kills < KILLED.length || performance.now() < end; kills += 1) {
      await drawers.answeredMore(ANSWERS_BETWEEN);
      const name = KILLED[kills % KILLED.length] ?? 'worker';
      if (name === 'web' || name === 'worker') {
        await members[name].kill();
        await members[name].start();
      } else await until(() => killProcess(network, name).then(() => true), `${name} to run, so that it can be killed`);
    }
    drawers.end();
    await drawing;
    expect(drawers.unlike).toEqual([]);

    const ask = async <Row extends object>(sql: string): Promise<Row[]> => (await own.query<Row>(sql)).rows;
    await until(
      async () =>
        (await ask(`select from ledger_outbox where state = 'pending' union all select from fabric_submission`))
          .length === 0,
      'all events to be recorded',
      { withinMs: 300_000, lookMs: 500 },
    );
    expect(await comparedWithAnswers(ask, drawers.done)).toEqual({ lost: [], extra: [] });
    expect(await balanceFaults(ask, 'fabric')).toEqual([]);
    const recorded = await recordedOn(await settingsOf(network, 0));
    const counted = new Map<string, number>();
    for (const hash of recorded) counted.set(hash, (counted.get(hash) ?? 0) + 1);
    const written = await ask<{ hash: string }>(
      `select content_hash as hash from lot_event union all select content_hash from consignment_event`,
    );
    expect(written.filter(({ hash }) => counted.get(hash) !== 1)).toEqual([]);
    expect(await verifiedLots(await signedIn(web.url, 'admin'))).toEqual([]);
  },
  transferFaultSeconds() * 1_000 + 900_000,
);
