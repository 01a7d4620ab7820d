import type { EntityManager } from '@mikro-orm/postgresql';
import { PreparedStatement } from '../../platform/database/preparedStatement.ts';
import type { ClearFields } from '../../domain/ledger/content.ts';
import { columnOf } from '../../domain/lot/lotTable.ts';
import { eventParts, makeLotEvent, rowsOfEvents, SYSTEM, type LotEvent } from './lotEvents.ts';
import type { Lot } from './lot.ts';
import type { LockedLot } from './lotTransfer.ts';

const NAMES = [
  'variety',
  'harvestDate',
  'harvestUntil',
  'certifications',
  'isAnonymized',
  'deforestationStatus',
  'satelliteAt',
] as const satisfies readonly (keyof Lot)[];

/** What a derived lot has of its origins, as its row holds it. */
export type InheritedColumns = Pick<Lot, (typeof NAMES)[number]>;

/** What a lot has of its origins now. */
export function inheritedColumns(lot: LockedLot): InheritedColumns {
  const { variety, harvestDate, harvestUntil, certifications, isAnonymized, deforestationStatus, satelliteAt } = lot;
  return { variety, harvestDate, harvestUntil, certifications, isAnonymized, deforestationStatus, satelliteAt };
}

/** Those that differ from what a lot has. */
export function changedInheritance(lot: LockedLot, values: InheritedColumns): (keyof InheritedColumns)[] {
  return NAMES.filter((name) => textOfValue(lot[name]) !== textOfValue(values[name]));
}

function textOfValue(value: unknown): string {
  return JSON.stringify(value instanceof Date ? value.toISOString() : value);
}

const WRITE = new PreparedStatement(`with changed as (
    update lot set ${NAMES.map((name) => `${columnOf(name)} = r.${columnOf(name)}`).join(', ')}, head_seq = r.head_seq,
      head_hash = r.head_hash, updated_at = r.updated_at,
      ledger_status = case lot.ledger_status when 'recorded' then 'pending' else lot.ledger_status end
    from json_populate_recordset(null::lot, $1::json) r where lot.id = r.id
  ), ${eventParts(2)}
  select from event where false`);

/**
 * Writes what locked derived lots take over from their origins, with an `inherited` event each, in one statement. The
 * lots' versions stay: no person changed them.
 * @param org MSP id that writes the events
 */
export async function recordInherited(
  em: EntityManager,
  lots: readonly { lot: LockedLot; values: InheritedColumns; changed: readonly (keyof InheritedColumns)[] }[],
  at: Date,
  org: string,
): Promise<void> {
  const rows: object[] = [];
  const events: LotEvent[] = [];
  for (const { lot, values, changed } of lots) {
    const set = clearPart(values, changed);
    const event = await makeLotEvent(lot, { type: 'inherited', set, personal: {}, actor: SYSTEM, at }, org);
    const columns = Object.fromEntries(NAMES.map((name) => [columnOf(name), values[name]]));
    rows.push({ id: lot.id, ...columns, head_seq: event.seq, head_hash: event.hash, updated_at: at });
    events.push(event);
  }
  await WRITE.run(em, [JSON.stringify(rows), ...rowsOfEvents(em, events)]);
}

function clearPart(values: InheritedColumns, changed: readonly (keyof InheritedColumns)[]): ClearFields {
  const { satelliteAt, ...rest } = values;
  const all: ClearFields = { ...rest, satelliteTimestamp: satelliteAt?.toISOString() ?? null };
  const names = new Set<string>(changed.map((name) => (name === 'satelliteAt' ? 'satelliteTimestamp' : name)));
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)));
}
