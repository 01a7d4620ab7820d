import type { EntityManager } from '@mikro-orm/postgresql';
import { PreparedStatement } from '../../platform/database/preparedStatement.ts';
import { columnOf } from '../../domain/lot/lotTable.ts';
import { eventParts, makeLotEvent, rowsOfEvents, type Actor, type LotEvent } from './lotEvents.ts';
import { creationOf, NEW_LOT_NAMES, type RegisteredLot } from './newLot.ts';
import { LOT_COLUMNS, type LotRow } from './lotView.ts';

const COLUMNS = NEW_LOT_NAMES.map(columnOf).join(', ');

const REGISTER = new PreparedStatement<LotRow>(`with new_lot as (
    insert into lot as l (${COLUMNS}) select ${COLUMNS} from json_populate_recordset(null::lot, $1::json)
    returning ${LOT_COLUMNS}
  ), ${eventParts(2)}
  select * from new_lot`);

/** A new lot with its first event, to be written together. */
export interface Registered {
  lot: RegisteredLot;
  event: LotEvent;
}

/** Makes a new lot's first event, and moves the lot's head to it. @param org MSP id that writes the event */
export async function registered(lot: RegisteredLot, actor: Actor, org: string): Promise<Registered> {
  const event = await makeLotEvent(lot, creationOf(lot, actor, lot.createdAt), org);
  return { lot: { ...lot, headSeq: event.seq, headHash: event.hash }, event };
}

/**
 * Writes new lots with their first events and related rows, in the caller's transaction and in one statement.
 * @returns the lots as stored
 * @throws UniqueConstraintViolationException when one of the lot ids is taken
 */
export async function registerLots(em: EntityManager, made: readonly Registered[]): Promise<LotRow[]> {
  const lots = made.map(({ lot }) => Object.fromEntries(NEW_LOT_NAMES.map((name) => [columnOf(name), lot[name]])));
  return REGISTER.run(em, [
    JSON.stringify(lots),
    ...rowsOfEvents(
      em,
      made.map(({ event }) => event),
    ),
  ]);
}
