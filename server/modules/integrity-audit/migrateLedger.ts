import '../../platform/process/nodeVersion.ts';
import { readConfig } from '../../platform/config.ts';
import type { Database } from '../../platform/database/database.ts';
import { commandFailure, withCommandDatabase } from '../../adapters/postgres-embedded/commandDatabase.ts';
import type { TreeHead } from '../../domain/proof/head.ts';
import { assertLedger, NoLedger } from '../../adapters/ledger-embedded/assertLedger.ts';
import { carriedEvents } from '../../adapters/ledger-embedded/encodedEvents.ts';
import { EmbeddedLedger, LedgerKeysSealed } from '../../adapters/ledger-embedded/embeddedLedger.ts';
import { proveEqual } from '../../adapters/ledger-fabric/move/equality.ts';
import { MovingChannel } from '../../adapters/ledger-fabric/move/movingChannel.ts';
import { NotMoved } from '../../adapters/ledger-fabric/move/notMoved.ts';
import { replay } from '../../adapters/ledger-fabric/move/replay.ts';
import { refreshChains } from '../ledger/outbox/writeBack.ts';
import { HeadFile } from '../../platform/checkpoints/headFile.ts';
import { LedgerAway } from '../../domain/ledger/ledger.ts';
import { arePlacesEmbedded } from '../../adapters/otherLedger.ts';
import { openingSecret } from '../../platform/row-signatures/storedSecret.ts';
import { checkEmbedded } from './wholeEmbedded.ts';

/** Exit status 0: the ledger is migrated and verified as equal; 1: it is not. A second run continues. */
process.exitCode = await run().catch((error: unknown) => {
  const own = [NoLedger, NotMoved, LedgerAway, LedgerKeysSealed];
  process.stderr.write(`${commandFailure(error, 'The ledger could not be moved', own)}\n`);
  return 1;
});

/**
 * Moves the embedded ledger to the Fabric channel that the settings name: verifies it whole, hands its events over with their places and
 * times, proves that the channel holds the same, and has the database name the new places.
 */
async function run(): Promise<number> {
  // The channel's settings count, whichever ledger the program runs on until now.
  const config = readConfig({ ...process.env, LEDGER: 'fabric' });
  const { ledger: fabric } = config;
  if (fabric.driver !== 'fabric') throw new Error('The settings name no channel');
  return withCommandDatabase(config, async (database) => {
    await assertLedger(database);
    await assertAlone(database);
    const channel = await MovingChannel.open(database.pool, fabric);
    try {
      if (await isMoved(database, channel)) {
        say('The ledger is moved already: start the program with LEDGER=fabric.');
        return 0;
      }
      return await move(database, channel, await openingSecret(config, database.url), new HeadFile(config.headFile));
    } finally {
      channel.close();
    }
  });
}

async function move(database: Database, channel: MovingChannel, secret: string, file: HeadFile): Promise<number> {
  const { pool } = database;
  // With the file, which keeps the closing head: the program knows it again as that of the ledger before.
  const embedded = await EmbeddedLedger.open({ pool, secret, heads: { file } });
  try {
    const { sound, text } = await checkEmbedded(database, secret, embedded);
    if (!sound) throw new NotMoved(text);
    say(text);
    const closes = await embedded.head();
    if (closes === null) throw new NotMoved('The embedded ledger has no block.');
    const counted = await database.row<{ events: number }>('select count(*)::int as events from ledger_transaction');
    const events = counted?.events ?? 0;
    const tell = (done: number): void => say(`${done} of ${events} events are on the channel.`);
    await replay(channel, closes, carriedEvents(pool, closes.blocks), tell);
    const places = await proveEqual(pool, embedded, channel, carriedEvents(pool, closes.blocks));
    await places.write(pool, closes, refreshChains);
    say(
      `The ledger is moved: ${places.size} events of ${closes.blocks} blocks are on the channel, with the same contents, places and times, and nothing else is. ` +
        'Start the program with LEDGER=fabric from now on.',
    );
    return 0;
  } finally {
    await embedded.close();
  }
}

/** Whether the channel took the place of this database's ledger and nothing is left to do. @throws LedgerAway */
async function isMoved(database: Database, channel: MovingChannel): Promise<boolean> {
  const began = await channel.beginning();
  if (began?.settled !== true || began.closes === null) return false;
  const first = await database.row<Pick<TreeHead, 'ledgerId'>>(
    `select encode(header_hash, 'hex') as "ledgerId" from ledger_block where number = 0`,
  );
  return first?.ledgerId === began.closes.ledgerId && (await arePlacesEmbedded(database.pool)) !== true;
}

/** @throws NotMoved while a process of the program runs on the database */
async function assertAlone(database: Database): Promise<void> {
  const row = await database.row<{ running: boolean }>(
    `select exists (select from pg_stat_activity where datname = current_database()
       and application_name in ('manam-trace-listener', 'manam-jobs')) as running`,
  );
  if (row?.running === true) {
    throw new NotMoved('The program runs on this database: stop all of its processes, and run this again.');
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
