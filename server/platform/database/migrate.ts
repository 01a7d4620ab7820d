import { MikroORM } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import { runMigrations } from 'graphile-worker';
import { ConfigError } from '../../config.ts';
import { acquireStartupLock, type LockLog } from './startupLock.ts';
import { Migration20261121000000 } from './migrations/Migration20261121000000.ts';
import { Migration20261121100000 } from './migrations/Migration20261121100000.ts';
import { Migration20261121200000 } from './migrations/Migration20261121200000.ts';
import { Migration20261121300000 } from './migrations/Migration20261121300000.ts';
import { Migration20261121400000 } from './migrations/Migration20261121400000.ts';
import { Migration20261121500000 } from './migrations/Migration20261121500000.ts';
import { Migration20261122000000 } from './migrations/Migration20261122000000.ts';
import { Migration20261122100000 } from './migrations/Migration20261122100000.ts';
import { Migration20261122200000 } from './migrations/Migration20261122200000.ts';
import { Migration20261122300000 } from './migrations/Migration20261122300000.ts';
import { Migration20261122600000 } from './migrations/Migration20261122600000.ts';
import { Migration20261122000040_said_codes } from './migrations/Migration20261122000040_said_codes.ts';
import { Migration20261122000052_audit_list } from './migrations/Migration20261122000052_audit_list.ts';
import { Migration20261122000054_analytics } from './migrations/Migration20261122000054_analytics.ts';
import { Migration20261122000055_report_list } from './migrations/Migration20261122000055_report_list.ts';
import { Migration20261122000060_session_device } from './migrations/Migration20261122000060_session_device.ts';
import { Migration20261122000070_alert_keys } from './migrations/Migration20261122000070_alert_keys.ts';
import { Migration20261123000000_news } from './migrations/Migration20261123000000_news.ts';
import { Migration20261123500000_fabric } from './migrations/Migration20261123500000_fabric.ts';
import { Migration20261123600000_fabric_once } from './migrations/Migration20261123600000_fabric_once.ts';
import { Migration20261123300000_shared_rates } from './migrations/Migration20261123300000_shared_rates.ts';
import { Migration20261123400000_report_parts } from './migrations/Migration20261123400000_report_parts.ts';
import { Migration20261123200000_figures } from './migrations/Migration20261123200000_figures.ts';
import { Migration20261123210000_dense_figures } from './migrations/Migration20261123210000_dense_figures.ts';
import { Migration20261124130000_alert_investigation } from './migrations/Migration20261124130000_alert_investigation.ts';
import { Migration20261124133000_alert_files } from './migrations/Migration20261124133000_alert_files.ts';
import { Migration20261124140000_web_hooks } from './migrations/Migration20261124140000_web_hooks.ts';
import { Migration20261124150000_rechecks } from './migrations/Migration20261124150000_rechecks.ts';
import { Migration20261125010000_all_plots_file } from './migrations/Migration20261125010000_all_plots_file.ts';
import { Migration20261125100000_row_versions } from './migrations/Migration20261125100000_row_versions.ts';
import { Migration20261125000000_idempotency_process } from './migrations/Migration20261125000000_idempotency_process.ts';
import { Migration20261124170000_alert_due } from './migrations/Migration20261124170000_alert_due.ts';
import { Migration20261124160000_alert_mail } from './migrations/Migration20261124160000_alert_mail.ts';
import { Migration20261124000000_plots } from './migrations/Migration20261124000000_plots.ts';
import { Migration20261122000050_lot_presets } from './migrations/Migration20261122000050_lot_presets.ts';

/** PostgreSQL's code for what a role may not do. */
const INSUFFICIENT_PRIVILEGE = '42501';

/** A database that does not answer is told within this time. */
export const CONNECT_WITHIN_MS = 15_000;

/**
 * Brings a database to this version's schema: ours, and the job queue's. Several processes may call it at once: the
 * second waits for the first, and says so.
 * @param url of the schema's owner
 * @throws LockTimeout when another process has been at it for too long
 * @throws ConfigError, one line, when the role may not change the schema
 */
export async function migrate(url: string, log?: LockLog): Promise<void> {
  const orm = new MikroORM({
    clientUrl: url,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: {
      tableName: 'schema_migration',
      migrationsList: [
        { name: 'Migration20261121000000', class: Migration20261121000000 },
        { name: 'Migration20261121100000', class: Migration20261121100000 },
        { name: 'Migration20261121200000', class: Migration20261121200000 },
        { name: 'Migration20261121300000', class: Migration20261121300000 },
        { name: 'Migration20261121400000', class: Migration20261121400000 },
        { name: 'Migration20261121500000', class: Migration20261121500000 },
        { name: 'Migration20261122000000', class: Migration20261122000000 },
        { name: 'Migration20261122100000', class: Migration20261122100000 },
        { name: 'Migration20261122200000', class: Migration20261122200000 },
        { name: 'Migration20261122300000', class: Migration20261122300000 },
        { name: 'Migration20261122600000', class: Migration20261122600000 },
        { name: 'Migration20261122000040_said_codes', class: Migration20261122000040_said_codes },
        { name: 'Migration20261122000052_audit_list', class: Migration20261122000052_audit_list },
        { name: 'Migration20261122000054_analytics', class: Migration20261122000054_analytics },
        { name: 'Migration20261122000055_report_list', class: Migration20261122000055_report_list },
        { name: 'Migration20261122000050_lot_presets', class: Migration20261122000050_lot_presets },
        { name: 'Migration20261122000060_session_device', class: Migration20261122000060_session_device },
        { name: 'Migration20261122000070_alert_keys', class: Migration20261122000070_alert_keys },
        { name: 'Migration20261123000000_news', class: Migration20261123000000_news },
        { name: 'Migration20261123300000_shared_rates', class: Migration20261123300000_shared_rates },
        { name: 'Migration20261123200000_figures', class: Migration20261123200000_figures },
        { name: 'Migration20261123210000_dense_figures', class: Migration20261123210000_dense_figures },
        { name: 'Migration20261123400000_report_parts', class: Migration20261123400000_report_parts },
        { name: 'Migration20261123500000_fabric', class: Migration20261123500000_fabric },
        { name: 'Migration20261123600000_fabric_once', class: Migration20261123600000_fabric_once },
        { name: 'Migration20261124130000_alert_investigation', class: Migration20261124130000_alert_investigation },
        { name: 'Migration20261124133000_alert_files', class: Migration20261124133000_alert_files },
        { name: 'Migration20261124140000_web_hooks', class: Migration20261124140000_web_hooks },
        { name: 'Migration20261124000000_plots', class: Migration20261124000000_plots },
        { name: 'Migration20261124150000_rechecks', class: Migration20261124150000_rechecks },
        { name: 'Migration20261124160000_alert_mail', class: Migration20261124160000_alert_mail },
        { name: 'Migration20261124170000_alert_due', class: Migration20261124170000_alert_due },
        { name: 'Migration20261125010000_all_plots_file', class: Migration20261125010000_all_plots_file },
        {
          name: 'Migration20261125000000_idempotency_process',
          class: Migration20261125000000_idempotency_process,
        },
        { name: 'Migration20261125100000_row_versions', class: Migration20261125100000_row_versions },
      ],
      snapshot: false,
      allOrNothing: true,
    },
    pool: { min: 0, max: 2 },
    driverOptions: { connectionTimeoutMillis: CONNECT_WITHIN_MS },
    // Its lines would stand between ours on standard output.
    debug: false,
    logger: () => undefined,
  });
  try {
    // Held on a connection of its own until the end, so that two starting processes do not migrate at the same time.
    const pool = await orm.em.getConnection().getNativeClient();
    // Who waits for an answer is told; a command stops its own server right after, which ends what is still being closed.
    const ignore = (): void => undefined;
    pool.on('error', ignore).on('connect', (client) => client.on('error', ignore));
    const lock = await pool.connect();
    try {
      await acquireStartupLock(lock, `hashtext('manam-migrate')`, 'bring the database to its schema', log);
      await orm.migrator.up();
      await runMigrations({ pgPool: pool });
    } finally {
      // Closed, which gives the lock back whatever state the connection is in.
      lock.release(true);
    }
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal === null) throw error;
    throw new ConfigError(
      `MIGRATION_DATABASE_URL takes the role that owns the tables: this one may not bring the database to its schema (${refusal}).`,
    );
  } finally {
    await orm.close(true);
  }
}

/** What PostgreSQL said when it refused a right, also as the cause of another error; null for all else. */
function refusalIn(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ('code' in error && error.code === INSUFFICIENT_PRIVILEGE) return error.message;
  return refusalIn(error.cause);
}
