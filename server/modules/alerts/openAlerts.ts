import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '../../platform/database/database.ts';
import { PreparedStatement } from '../../platform/database/preparedStatement.ts';

/** Whether a person still has to close an alert of this lot. Read in the caller's transaction. */
export async function hasOpenAlert(em: EntityManager, lotUuid: string): Promise<boolean> {
  const rows = await em.execute(
    `select 1 from alert where lot_id = ? and status in ('active', 'acknowledged') limit 1`,
    [lotUuid],
  );
  return rows.length > 0;
}

const WITH_ALERT = new PreparedStatement<{ lotId: string }>(
  'select distinct lot_id as "lotId" from alert where lot_id = any($1::uuid[])',
);

/** Those of the lots that have an alert, open or closed. Read in the caller's transaction. */
export async function lotsWithAlert(em: EntityManager, lotUuids: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await WITH_ALERT.run(em, [lotUuids])).map(({ lotId }) => lotId));
}

/** Those of the lots of which an alert is open still, for who shows them. */
export async function lotsWithOpenAlert(database: Database, lotUuids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await database.rows<{ lotId: string }>(
    `select distinct lot_id as "lotId" from alert where lot_id = any($1) and status in ('active', 'acknowledged')`,
    [lotUuids],
  );
  return new Set(rows.map(({ lotId }) => lotId));
}
