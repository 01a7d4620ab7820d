import type { EntityManager } from '@mikro-orm/postgresql';
import type { Rows } from '../database/rows.ts';
import { CHANGE_COLUMNS, readChanges, type LoggedEvent, type Change } from './changeFeed.ts';
import { PreparedStatement } from '../database/preparedStatement.ts';

const INSERT = new PreparedStatement(
  'insert into event_log (topic, kind, lot_id, alert_id, user_id, key_id, consignment_id) values ($1, $2, $3, $4, $5, $6, $7)',
);

/**
 * Adds one row to `event_log` in the caller's transaction. It names rows; a subscriber's access is checked when it is
 * read.
 */
export async function logEvent(em: EntityManager, event: LoggedEvent): Promise<void> {
  const of = { lotId: null, alertId: null, userId: null, keyId: null, consignmentId: null, ...event };
  await INSERT.run(em, [of.topic, of.kind, of.lotId, of.alertId, of.userId, of.keyId, of.consignmentId]);
}

/** A position in `event_log`: its rows are in the order of their transactions, and by id within one. */
export interface LogPosition {
  tx: string;
  id: number;
}

/** Rows before the oldest running transaction are old, all later ones are new. */
export const PRESENT = 'select pg_snapshot_xmin(pg_current_snapshot())::text as tx, 0::bigint as id';

export interface LogPage {
  /** committed rows before which no older transaction can insert any more */
  news: Change[];
  /** those of accounts and keys that an older transaction still holds back */
  held: Change[];
  /** how many rows were read up to `position`; as many as requested if there may be more */
  read: number;
  position: LogPosition;
}

/** The next page after a position. */
export async function readLog(rows: Pick<Rows, 'rows'>, from: LogPosition, most: number): Promise<LogPage> {
  // Ordered by the column: `tx` alone would be the text, in which 1000 comes before 999.
  const found = await rows.rows<{ id: number; tx: string; settled: boolean }>(
    `select ${CHANGE_COLUMNS}, tx::text as tx, event_log.tx < pg_snapshot_xmin(pg_current_snapshot()) as settled
     from event_log
     where (tx, id) > ($1::xid8, $2::bigint)
       and (event_log.tx < pg_snapshot_xmin(pg_current_snapshot()) or topic in ('user', 'key'))
     order by event_log.tx, id limit ${most}`,
    [from.tx, from.id],
  );
  const settled = found.filter((row) => row.settled);
  const last = settled.at(-1);
  return {
    news: changesOf(settled),
    held: changesOf(found.filter((row) => !row.settled)),
    read: settled.length,
    position: last === undefined ? from : { tx: last.tx, id: last.id },
  };
}

function changesOf(rows: readonly unknown[]): Change[] {
  return rows.map(readChanges).filter((item) => item !== null);
}
