import type { EntityManager } from '@mikro-orm/postgresql';
import { PreparedStatement } from '../../platform/database/preparedStatement.ts';
import { nextRecheck } from '../../domain/forest/recheck.ts';
import { ALL_LOTS } from '../lots/lotViews.ts';

const DAY_MS = 86_400_000;

// A delivered lot that was checked is due again only with other data.
const CHECKED = new PreparedStatement(
  `update recheck set source = r.source, queued_at = null,
     due_at = case when lot.stage = 'delivered' and not r.damaged then 'infinity' else r.due_at end
   from json_to_recordset($1::json) r(lot_id uuid, due_at timestamptz, source text, damaged boolean)
     join ${ALL_LOTS} lot on lot.id = r.lot_id
   where recheck.lot_id = r.lot_id`,
);
const PUT_OFF = new PreparedStatement(
  'update recheck set due_at = $2, queued_at = null where lot_id = any($1::uuid[]) and due_at < $2',
);

/**
 * Stores when each checked lot is due again, in the transaction that writes the checks. The caller holds the lots'
 * locks.
 */
export async function noteChecked(
  em: EntityManager,
  checks: readonly { lotUuid: string; at: Date; damaged: boolean }[],
  source: string,
): Promise<void> {
  const rows = checks.map(({ lotUuid, at, damaged }) => ({
    lot_id: lotUuid,
    due_at: nextRecheck(lotUuid, at, damaged),
    source,
    damaged,
  }));
  await CHECKED.run(em, [JSON.stringify(rows)]);
}

/** Lots of which no check can be made are looked at again a day later. */
export async function putOff(em: EntityManager, lotUuids: readonly string[], now: Date): Promise<void> {
  await PUT_OFF.run(em, [lotUuids, new Date(now.getTime() + DAY_MS)]);
}
