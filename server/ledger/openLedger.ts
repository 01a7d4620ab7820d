import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { EmbeddedLedger } from './embedded/embeddedLedger.ts';
import { HeadFile } from './embedded/headFile.ts';
import { HeadWitnesses } from './embedded/witnesses.ts';

/**
 * Opens the ledger that the settings name (LEDGER); the only place that knows its drivers.
 * @throws what `EmbeddedLedger.open` throws
 */
export async function openLedger(
  config: Config,
  { database, secret, log }: { database: Database; secret: string; log: Logger },
): Promise<EmbeddedLedger> {
  return EmbeddedLedger.open({
    pool: database.pool,
    secret,
    heads: {
      file: new HeadFile(config.headFile),
      // Those who record send what they recorded.
      ...(config.role !== 'web' && { witnesses: new HeadWitnesses(config.headWitnesses, log) }),
      log,
    },
  });
}
