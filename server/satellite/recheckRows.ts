import type { EntityManager } from '@mikro-orm/postgresql';
import { PreparedStatement } from '../database/preparedStatement.ts';
import { nextRecheck } from '../domain/recheck.ts';

const DAY_MS = 86_400_000;

const CHECKED = new PreparedStatement(
  `update recheck set due_at = r.due_at, source = r.source, queued_at = null
   from json_populate_recordset(null::recheck, $1::json) r where recheck.lot_id = r.lot_id`,
);
const PUT_OFF = new PreparedStatement(
  'update recheck set due_at = $2, queued_at = null where lot_id = any($1::uuid[]) and due_at < $2',
);

/** Notes checks that were made, in the transaction that writes them: when each lot is to be checked again. The caller holds the lots' locks. */
export async function noteChecked(
  em: EntityManager,
  checks: readonly { lotUuid: string; at: Date; damaged: boolean }[],
  source: string,
): Promise<void> {
  const rows = checks.map(({ lotUuid, at, damaged }) => ({
    lot_id: lotUuid,
    due_at: nextRecheck(lotUuid, at, damaged),
    source,
  }));
  await CHECKED.run(em, [JSON.stringify(rows)]);
}

/** Lots of which no check can be made are looked at again a day later. */
export async function putOff(em: EntityManager, lotUuids: readonly string[], now: Date): Promise<void> {
  await PUT_OFF.run(em, [lotUuids, new Date(now.getTime() + DAY_MS)]);
}
