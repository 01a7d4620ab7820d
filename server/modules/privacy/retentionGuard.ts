import type { BaseLogger } from 'pino';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { setTimestamp, removeMark, writeMark } from '../../platform/database/installationSettings.ts';
import { CLOCK_DOUBTS, clockDoubt, type ClockDoubt } from '../../domain/privacy/retentionClock.ts';
import { RETENTION_KEY } from './privacyState.ts';

/** Key in `installation` under which it is noted that retention refused to delete. */
const REFUSED_KEY = 'retention-refused';

/** The newest time on the ledger is that of the newest block, or when the newest block of a Fabric channel came to us. */
const MOMENTS = `select clock_timestamp() as database, greatest(
    (select created_at from ledger_block order by number desc limit 1), (select max(followed_at) from fabric_block)) as ledger`;

const moments = z.object({ database: z.coerce.date(), ledger: z.coerce.date().nullable() });
const refusal = z.object({ doubt: z.enum(CLOCK_DOUBTS) });

/** Why retention refused to delete in its last run; null: it did not. */
export async function retentionRefused(database: Pick<Database, 'row' | 'seals'>): Promise<ClockDoubt | null> {
  return refusal.safeParse((await setTimestamp(database, REFUSED_KEY))?.value).data?.doubt ?? null;
}

/**
 * Compares the clock with the database, the ledger and the last run, before anything is deleted by age. The result is
 * stored, and shown in health and log.
 * @param confirmedOn YYYY-MM-DD, CLOCK_CONFIRMED_ON; null: not set
 * @returns whether deletion may continue
 */
export async function isClockReliable(
  database: Database,
  { now, confirmedOn, log }: { now: Date; confirmedOn: string | null; log: Pick<BaseLogger, 'error'> },
): Promise<boolean> {
  const { database: databaseNow, ledger } = moments.parse(await database.row(MOMENTS));
  const lastRun = (await setTimestamp(database, RETENTION_KEY))?.at ?? null;
  const doubt = clockDoubt({
    process: now.getTime(),
    database: databaseNow.getTime(),
    ledger: ledger?.getTime() ?? null,
    lastRun: lastRun?.getTime() ?? null,
    confirmed: confirmedOn === null ? null : Date.parse(confirmedOn),
  });
  await database.write(async (em) => {
    if (doubt !== null) await writeMark(em, REFUSED_KEY, { doubt }, now);
    else await removeMark(em, REFUSED_KEY);
  });
  if (doubt !== null) {
    log.error(
      { doubt, process: now, database: databaseNow, ledger, lastRun, confirmedOn },
      'The clock cannot be relied on: nothing is deleted by age',
    );
  }
  return doubt === null;
}
