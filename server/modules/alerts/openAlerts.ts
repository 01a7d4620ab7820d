import type { EntityManager } from '@mikro-orm/postgresql';
import type { DeforestationStatus } from '../../domain/forest/deforestation.ts';
import type { Database } from '../../platform/database/database.ts';
import { PreparedStatement } from '../../platform/database/preparedStatement.ts';
import { ALL_LOTS } from '../lots/lotViews.ts';
import type { ShippingRisks } from '../lots/stageStep.ts';
import { LOT_ORIGINS } from '../transformations/originViews.ts';

/** Whether a person still has to close an alert of this lot. Read in the caller's transaction. */
export async function hasOpenAlert(em: EntityManager, lotUuid: string): Promise<boolean> {
  const rows = await em.execute(
    `select 1 from alert where lot_id = ? and status in ('active', 'acknowledged') limit 1`,
    [lotUuid],
  );
  return rows.length > 0;
}

const OPEN_WITH_ORIGINS = new PreparedStatement<{ lotId: string }>(
  `select a.lot_id as "lotId" from alert a
     where a.lot_id = any($1::uuid[]) and a.status in ('active', 'acknowledged')
   union select o.lot_id from ${LOT_ORIGINS} o join alert a on a.lot_id = o.origin_id
     where o.lot_id = any($1::uuid[]) and a.status in ('active', 'acknowledged')`,
);

const STATUSES_OF_ORIGINS = new PreparedStatement<{ lotId: string; statuses: DeforestationStatus[] }>(
  `select o.lot_id as "lotId", array_agg(distinct l.deforestation_status) as statuses
   from ${LOT_ORIGINS} o join ${ALL_LOTS} l on l.id = o.origin_id where o.lot_id = any($1::uuid[]) group by o.lot_id`,
);

/**
 * What speaks against shipping lots: open alerts, on themselves or on an origin, and the present statuses of their
 * origins, which may not have reached them yet. Read in the caller's transaction.
 */
export async function findShippingRisks(em: EntityManager, lotUuids: readonly string[]): Promise<ShippingRisks> {
  const openAlerts = await OPEN_WITH_ORIGINS.run(em, [lotUuids]);
  const origins = await STATUSES_OF_ORIGINS.run(em, [lotUuids]);
  return {
    openAlerts: new Set(openAlerts.map(({ lotId }) => lotId)),
    originStatuses: new Map(origins.map(({ lotId, statuses }) => [lotId, statuses])),
  };
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
