import { setTimeout } from 'node:timers/promises';
import type { Database } from '../../../platform/database/database.ts';
import type { Finding } from '../../../domain/ledger/finding.ts';
import { recountFigures } from './recountStatistics.ts';

/** A fold takes milliseconds, a recount of a million lots some minutes. */
const TRIES = 1_200;
const PAUSE_MS = 500;

/**
 * Compares the sums that lists and the dashboard show with the lots and alerts. It sets nothing right: the recount does.
 * @throws Error when others fold or count for ten minutes; the signal's reason, when it is broken off
 */
export async function checkFigures(database: Pick<Database, 'pool'>, signal?: AbortSignal): Promise<Finding[]> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const recount = await recountFigures(database.pool, new Date(), { mend: false, whole: false });
    if (recount !== null) {
      return Object.entries(recount.tables).map(([table, count]) => ({
        table,
        row: `${count} rows`,
        fault: 'are not what the lots and alerts come to',
      }));
    }
    signal?.throwIfAborted();
    await setTimeout(PAUSE_MS);
  }
  throw new Error('The figures could not be compared: another process was summing them all the time');
}
