import type { Logger } from 'pino';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/database.ts';
import { EmbeddedLedger } from './ledger-embedded/embeddedLedger.ts';
import { HeadFile } from '../platform/checkpoints/headFile.ts';
import { HeadWitnesses } from '../platform/checkpoints/witnesses.ts';
import type { OwnLedger } from '../domain/ledger/ledger.ts';
import { refuseOtherLedger } from './otherLedger.ts';

/**
 * Opens the configured ledger (LEDGER); the only place that knows the drivers.
 * @throws ConfigError when the database's lots are on the other kind; errors of `EmbeddedLedger.open` and
 *   `FabricLedger.open`
 */
export async function openLedger(
  config: Config,
  { database, secret, log }: { database: Database; secret: string; log: Logger },
): Promise<OwnLedger> {
  const { pool } = database;
  await refuseOtherLedger(pool, config.ledger.driver);
  const heads = {
    file: new HeadFile(config.headFile),
    // Processes that record also send heads.
    ...(config.role !== 'web' && { witnesses: new HeadWitnesses(config.headWitnesses, log) }),
    log,
  };
  if (config.ledger.driver === 'embedded') return EmbeddedLedger.open({ pool, secret, heads });
  // What talks to a network takes a while to load, and most servers have none.
  const { FabricLedger } = await import('./ledger-fabric/fabricLedger.ts');
  return FabricLedger.open({ pool, config: config.ledger, heads, log });
}
