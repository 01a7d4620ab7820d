import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { allLots, PASSWORD, signedIn } from '../../support/drill.ts';
import { newLot } from '../../support/newLot.ts';
import { PostgresServer } from '../../support/postgresServer.ts';
import { scratchFolder } from '../../support/scratch.ts';
import {
  addUser,
  build,
  declareRestored,
  startServer,
  verifyLedger,
  type ServerProcess,
} from '../../support/serverProcess.ts';
import { until } from '../../support/until.ts';

/*
 * `npm run drill:restore`: a base backup and an archive of PostgreSQL's log are made under a running program, and the database is brought
 * back to a moment between two sets of lots (docs/operations/restore.md, 'Restore to a point in time'). Prints what the program and its commands say on the way. Status 1: it is not
 * as it was at that moment, or the ledger does not go on.
 */
const BEFORE = 20;
const AFTER = 10;

await build({ pages: false });
const folder = await scratchFolder('manam-restore-');
await chmod(folder, 0o711);
const place = async (name: string): Promise<string> => {
  await mkdir(join(folder, name), { mode: 0o711 });
  return join(folder, name);
};
const lost = await PostgresServer.make(await place('lost'));
const archive = await lost.ownFolder('archive');
let restored: PostgresServer | null = null;
let server: ServerProcess | null = null;
const environment = (database: PostgresServer): NodeJS.ProcessEnv => ({
  DATA_DIR: join(folder, 'program'),
  HEAD_FILE: join(folder, 'ledger-head.json'),
  DATABASE_URL: database.url,
  AUTH_SECRET: 'a-secret-for-drills-that-is-long-enough',
  DEMO: 'false',
  FOREST: 'sample',
  PORT: '0',
  LOG_LEVEL: 'silent',
});
let sound = true;
try {
  await lost.start({ archive_mode: 'on', archive_command: `cp %p ${archive}/%f` });
  await lost.makeDatabase();
  const env = environment(lost);
  await addUser(env, PASSWORD, 'processor', 'processor');
  server = await startServer(env, { pages: false });
  const backup = await lost.backup(await place('restored'));
  say('The base backup is made.');
  await makeLots(server.url, BEFORE);
  const [moment] = await lost.ask<{ at: string }>('select now()::text as at');
  await makeLots(server.url, AFTER);
  say(`${BEFORE} lots, then ${moment?.at}, then ${AFTER} lots, all of them recorded.`);
  await server.stop();
  const [last] = await lost.ask<{ segment: string }>('select pg_walfile_name(pg_switch_wal()) as segment');
  await until(
    async () =>
      (await lost.ask('select from pg_stat_archiver where last_archived_wal >= $1', [last?.segment])).length > 0,
    'the log to be archived',
  );
  await lost.kill();

  restored = backup;
  await restored.restore({
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: moment?.at ?? '',
    recovery_target_action: 'promote',
  });
  await restored.start({});
  await until(
    async () => (await restored?.ask<{ left: boolean }>('select not pg_is_in_recovery() as left'))?.[0]?.left,
    'the moment',
  );
  const there = environment(restored);
  const [held] = await restored.ask<{ lots: string }>('select count(*) as lots from lot');
  tell(Number(held?.lots) === BEFORE, `The restored database holds ${held?.lots} lots.`);

  const verified = await verifyLedger(there);
  tell(verified.status === 1, `ledger:verify: ${verified.stderr.trim()}`);
  server = await startServer(there, { pages: false });
  const { ledger } = (await (await signedIn(server.url, 'processor')).get('/health')).data;
  tell(
    ledger.status === 'degraded',
    `The program serves people; ledger in health: ${ledger.status}, ${ledger.message}`,
  );
  await server.stop();
  const declared = await declareRestored(there);
  tell(declared.status === 0, `ledger:restored: ${declared.stdout.trim()}${declared.stderr.trim()}`);
  server = await startServer(there, { pages: false });
  await makeLots(server.url, AFTER);
  const after = (await (await signedIn(server.url, 'processor')).get('/health')).data;
  tell(after.ledger.status === 'ok', `${AFTER} more lots are recorded; ledger in health: ${after.ledger.status}`);
  await server.stop();
  const again = await verifyLedger(there);
  tell(again.status === 0, `ledger:verify: ${again.stdout.trim()}${again.stderr.trim()}`);
} finally {
  await server?.kill();
  await restored?.stop();
  await lost.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}
process.exitCode = sound ? 0 : 1;

/** Makes lots and waits until all are on the ledger. */
async function makeLots(url: string, count: number): Promise<void> {
  const rest = await signedIn(url, 'processor');
  for (let made = 0; made < count; made += 1) {
    const { status, body } = await rest.send('POST', '/lots', newLot());
    if (status !== 201) throw new Error(body.message);
  }
  await until(
    async () => (await allLots(rest)).every(({ blockchainHash }) => blockchainHash?.status === 'recorded'),
    'every lot to be recorded',
    { withinMs: 120_000, lookMs: 250 },
  );
}

function tell(asItShould: boolean, line: string): void {
  if (!asItShould) sound = false;
  say(`${asItShould ? '' : 'NOT AS IT SHOULD: '}${line}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
