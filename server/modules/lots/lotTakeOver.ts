import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { ErasedValues } from '../../domain/ledger/content.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { signersOf } from '../../platform/row-signatures/signersOf.ts';
import { LotEntity } from './lot.ts';
import { appendLotEvent, SYSTEM } from './lotEvents.ts';
import { LOT_EVENT_COLUMNS, lotEventFacts, type LotEventRow } from './lotEventSeal.ts';

/** How a lot from before there were seals stands against the ledger, by the rules of that time. */
export interface JudgedLot {
  /** null: it checks out, or what is not recorded yet explains it */
  fault: string | null;
  /** values that an erasure took without an event that names them */
  missing: ErasedValues[];
}

const AT_ONCE = 100;
const idRows = z.array(z.object({ id: z.string() }));

/** Lots of which an event has no seal, and that were not set aside. */
const UNSEALED = `
  select distinct e.lot_id as id from lot_event e
  where e.seal is null and not exists (select from set_aside s where s.kind = 'lot' and s.id = e.lot_id::text)
  order by 1 limit ${AT_ONCE}`;

/**
 * Takes over the lots of a database from before there were seals (decisions, 'Upgrade'): what checks out is sealed and told
 * to the ledger, what does not is set aside and named. Each portion is a transaction of its own and may be begun again.
 */
export class LotTakeOver {
  readonly #ledger: Pick<Ledger, 'mspId'>;
  readonly #judge: (lotIds: readonly string[]) => Promise<Map<string, JudgedLot>>;
  readonly #clock: () => Date;

  constructor(parts: {
    ledger: Pick<Ledger, 'mspId'>;
    judge(lotIds: readonly string[]): Promise<Map<string, JudgedLot>>;
    clock?: () => Date;
  }) {
    this.#ledger = parts.ledger;
    this.#judge = (lotIds) => parts.judge(lotIds);
    this.#clock = parts.clock ?? (() => new Date());
  }

  /** RowSigner the events of the next lots, or sets these aside. @returns how many lots; 0 when none are left */
  async sealLots(em: EntityManager): Promise<number> {
    const ids = idRows.parse(await em.execute(UNSEALED)).map(({ id }) => id);
    if (ids.length === 0) return 0;
    const judged = await this.#judge(ids);
    for (const id of ids) {
      const lot = judged.get(id);
      if (lot === undefined || lot.fault !== null) await setAside(em, id, lot?.fault ?? 'There is no such lot');
      else await this.#seal(em, id, lot.missing);
    }
    return ids.length;
  }

  async #seal(em: EntityManager, lotId: string, missing: ErasedValues[]): Promise<void> {
    const seals = signersOf(em);
    const rows: LotEventRow[] = await em.execute(
      `select ${LOT_EVENT_COLUMNS} from lot_event e where e.lot_id = ? and e.seal is null`,
      [lotId],
    );
    await em.execute(
      `update lot_event e set seal = given.seal from json_to_recordset(?::json) as given (event_id text, seal text)
       where e.event_id = given.event_id`,
      [
        JSON.stringify(
          rows.map((row) => ({
            event_id: row.event_id,
            seal: seals.seal('lot-event', row.event_id, lotEventFacts(row)),
          })),
        ),
      ],
    );
    if (missing.length === 0) return;
    // The ledger is told now what went then, so that from here on nothing may be missing without a word.
    const lot = await em.findOneOrFail(LotEntity, { id: lotId });
    const change = { type: 'erased' as const, set: {}, personal: {}, erase: missing, actor: SYSTEM, at: this.#clock() };
    await appendLotEvent(em, lot, change, this.#ledger.mspId);
  }
}

async function setAside(em: EntityManager, lotId: string, reason: string): Promise<void> {
  await em.execute(`insert into set_aside (kind, id, reason) values ('lot', ?, ?) on conflict (kind, id) do nothing`, [
    lotId,
    reason.slice(0, 500),
  ]);
}

/** How many rows were set aside when the database was taken over: health names them. */
export async function countSetAside(database: Pick<Database, 'row'>): Promise<number> {
  const row = await database.row<{ count: number }>('select count(*) from set_aside');
  return row?.count ?? 0;
}
