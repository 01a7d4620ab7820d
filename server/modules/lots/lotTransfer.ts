import type { EntityManager } from '@mikro-orm/postgresql';
import { PreparedStatement } from '../../platform/database/preparedStatement.ts';
import { columnOf } from '../../domain/lot/lotTable.ts';
import { isUuid } from '../../domain/lot/lotId.ts';
import { eventParts, makeLotEvent, rowsOfEvents, type Actor, type LotEvent } from './lotEvents.ts';
import type { Lot } from './lot.ts';
import { NEW_LOT_NAMES, type RegisteredLot } from './newLot.ts';

const NAMES = [
  'id',
  'lotId',
  'lotKey',
  'kind',
  'farmId',
  'stage',
  'weightGrams',
  'usedGrams',
  'temperatureHundredths',
  'variety',
  'harvestDate',
  'harvestUntil',
  'certifications',
  'isAnonymized',
  'deforestationStatus',
  'satelliteAt',
  'headSeq',
  'headHash',
] as const satisfies readonly (keyof Lot)[];

/** A lot that grams are taken out of, its row locked. */
export type LockedLot = Pick<Lot, (typeof NAMES)[number]>;

const COLUMNS = NAMES.map((name) => `${columnOf(name)} as "${name}"`).join(', ');
const LOCK = new PreparedStatement<LockedLot>(
  `select ${COLUMNS} from lot where deleted_at is null and (id = any($1::uuid[]) or lot_id = any($2::text[]))
   order by id for update`,
);

/** Lots by UUID or lotId, their rows locked until the transaction ends, in the order of all locks; others are missing. */
export async function lockLots(em: EntityManager, refs: readonly string[]): Promise<LockedLot[]> {
  return LOCK.run(em, [refs.filter(isUuid), refs.filter((ref) => !isUuid(ref))]);
}

const UUIDS = new PreparedStatement<{ id: string }>(
  'select id from lot where id = any($1::uuid[]) or lot_id = any($2::text[])',
);

/** UUIDs of lots by UUID or lotId; those of others are missing. Locks nothing. */
export async function lotUuidsOf(em: EntityManager, refs: readonly string[]): Promise<string[]> {
  const rows = await UUIDS.run(em, [refs.filter(isUuid), refs.filter((ref) => !isUuid(ref))]);
  return rows.map(({ id }) => id);
}

/** Grams that leave a locked lot or come back to it. */
export interface Movement {
  lot: Pick<Lot, 'id' | 'lotKey' | 'headSeq' | 'headHash' | 'usedGrams'>;
  /** below 0: they come back */
  grams: number;
}

/** A movement with its event on the lot's chain. */
export interface MadeMovement extends Movement {
  event: LotEvent;
}

/** Makes the event of a movement. @param org MSP id that writes it */
export async function makeMovement(
  { lot, grams }: Movement,
  of: { transfer: string; consignment: string | null; actor: Actor; at: Date },
  org: string,
): Promise<MadeMovement> {
  const type = grams > 0 ? 'used' : 'returned';
  const change = { type, ...of, grams: Math.abs(grams), personal: {} } as const;
  return { lot, grams, event: await makeLotEvent(lot, change, org) };
}

const NEW_COLUMNS = NEW_LOT_NAMES.map(columnOf).join(', ');
const WRITE = new PreparedStatement(`with moved as (
    update lot set used_grams = r.used_grams, head_seq = r.head_seq, head_hash = r.head_hash, updated_at = r.updated_at,
      version = lot.version + 1,
      ledger_status = case lot.ledger_status when 'recorded' then 'pending' else lot.ledger_status end
    from json_populate_recordset(null::lot, $1::json) r where lot.id = r.id
  ), formed as (
    insert into lot (${NEW_COLUMNS}) select ${NEW_COLUMNS} from json_populate_recordset(null::lot, $2::json)
  ), ${eventParts(3)}
  select from event where false`);

/**
 * Writes all lots and events of one transfer, in the caller's transaction and in one statement; the caller holds the
 * locks of the lots that grams are moved out of or back to.
 * @throws UniqueConstraintViolationException when the lot id of a new lot is taken
 */
export async function writeTransfer(
  em: EntityManager,
  movements: readonly MadeMovement[],
  formed: readonly { lot: RegisteredLot; event: LotEvent }[],
  at: Date,
): Promise<void> {
  const moved = movements.map(({ lot, grams, event }) => ({
    id: lot.id,
    used_grams: lot.usedGrams + grams,
    head_seq: event.seq,
    head_hash: event.hash,
    updated_at: at,
  }));
  const made = formed.map(({ lot }) => Object.fromEntries(NEW_LOT_NAMES.map((name) => [columnOf(name), lot[name]])));
  const events = [...movements, ...formed].map(({ event }) => event);
  await WRITE.run(em, [JSON.stringify(moved), JSON.stringify(made), ...rowsOfEvents(em, events)]);
}
