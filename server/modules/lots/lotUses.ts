import type { EntityManager } from '@mikro-orm/postgresql';
import type { MovedPart } from '../../domain/ledger/content.ts';
import type { Ledger } from '../../domain/ledger/ledger.ts';
import { PreparedStatement } from '../../platform/database/preparedStatement.ts';
import type { Lot } from './lot.ts';
import { eventParts, makeLotEvent, rowsOfEvents, type Actor, type LotEvent } from './lotEvents.ts';

/** What is known of a locked lot whose grams move. */
export type UsableLot = Pick<Lot, 'id' | 'lotId' | 'lotKey' | 'headSeq' | 'headHash' | 'stage' | 'weightGrams'> & {
  usedGrams: number;
  deletedAt: Date | null;
};

/** Grams that one lot gives, or gets back. */
export interface LotMovement {
  lot: UsableLot;
  grams: number;
}

const LOCK = new PreparedStatement<UsableLot>(
  `select id, lot_id as "lotId", lot_key as "lotKey", head_seq as "headSeq", head_hash as "headHash", stage,
     weight_grams as "weightGrams", used_grams as "usedGrams", deleted_at as "deletedAt"
   from lot where id = any($1::uuid[]) order by id for update`,
);
const HOLD = new PreparedStatement('select from lot where id = any($1::uuid[]) order by id for share');
const FIND = new PreparedStatement<{ id: string; lotId: string }>(
  `select id, lot_id as "lotId" from lot where id = any($1::uuid[]) or lot_id = any($2::text[])`,
);
/** As `appendLotEvent` does for one lot. */
const MOVE = new PreparedStatement(`with changed as (
    update lot set used_grams = r.used_grams, head_seq = r.head_seq, head_hash = r.head_hash, updated_at = r.updated_at,
      ledger_status = case lot.ledger_status when 'recorded' then 'pending' else lot.ledger_status end
    from json_populate_recordset(null::lot, $1::json) r where lot.id = r.id
  ), ${eventParts(2)}
  select from event where false`);

/** Ids of lots that are given by UUID or lot id, deleted ones too; unknown ones are missing. */
export async function findLotIds(
  em: EntityManager,
  given: { uuids: readonly string[]; lotIds: readonly string[] },
): Promise<{ id: string; lotId: string }[]> {
  return FIND.run(em, [given.uuids, given.lotIds]);
}

/** Locks lots in the order of their ids (docs/architecture.md, 'Lock order'); deleted ones too. */
export async function lockForUse(em: EntityManager, ids: readonly string[]): Promise<UsableLot[]> {
  return LOCK.run(em, [ids]);
}

/** Holds lots as they are until the transaction ends, in the order of their ids: nobody changes them meanwhile. */
export async function holdLots(em: EntityManager, ids: readonly string[]): Promise<void> {
  await HOLD.run(em, [ids]);
}

/**
 * Moves grams out of locked lots or back, in a few statements whatever their number. The caller has checked that there
 * is enough; the database refuses more than a lot weighs.
 * @param to.transfer of all events that are recorded with these
 * @param to.consignment key of the consignment's chain; null: a transformation
 * @returns the parts as the transfer's destination names them, in the order of `movements`
 */
export async function recordUses(
  em: EntityManager,
  ledger: Pick<Ledger, 'mspId'>,
  movements: readonly LotMovement[],
  to: { type: 'used' | 'returned'; transfer: string; consignment: string | null; actor: Actor; at: Date },
): Promise<MovedPart[]> {
  const sign = to.type === 'used' ? 1 : -1;
  const events: LotEvent[] = [];
  const rows: object[] = [];
  const parts: MovedPart[] = [];
  for (const { lot, grams } of movements) {
    const event = await makeLotEvent(lot, { ...to, grams, personal: {} }, ledger.mspId);
    events.push(event);
    rows.push({
      id: lot.id,
      used_grams: lot.usedGrams + sign * grams,
      head_seq: event.seq,
      head_hash: event.hash,
      updated_at: to.at,
    });
    parts.push({ key: lot.lotKey, seq: event.seq, hash: event.hash, grams });
  }
  await MOVE.run(em, [JSON.stringify(rows), ...rowsOfEvents(em, events)]);
  return parts;
}
