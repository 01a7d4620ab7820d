import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import {
  committedField,
  readContent,
  type CommittedField,
  type ErasedValues,
  type EventContent,
} from '../../domain/ledger/content.ts';
import { foldEvents, type LotState } from '../../domain/ledger/projection.ts';
import { columnOf, factsOf, LOT_FIELD_NAMES } from '../../domain/lot/lotTable.ts';
import type { Ledger } from '../../domain/ledger/ledger.ts';
import { signersOf } from '../../platform/row-signatures/signersOf.ts';
import type { Lot } from './lot.ts';
import { makeLotEvent, writeLotEvents, type Actor, type LotEvent } from './lotEvents.ts';
import { signedContent, storedEvent } from './storedEvents.ts';
import { FORGET_LEFT_FARMS } from '../../platform/change-feed/eventLogSql.ts';

/** A stored personal value, and its event. */
export interface ErasableValue {
  lotId: string;
  eventId: string;
  /** the event's place in its lot's chain */
  seq: number;
  field: CommittedField;
  value: unknown;
  /** the account that acted; null for the program and for partner keys */
  actorId: string | null;
}

/** What became of one lot. */
export interface ErasedLot {
  id: string;
  /** fields of which at least one value went, newest or older */
  fields: CommittedField[];
}

/** The columns of the lot's row that repeat a personal field; both go together. */
const ROW_COLUMNS = LOT_FIELD_NAMES.map(factsOf).flatMap(({ ledger, stored }) =>
  ledger.kind === 'committed' ? [{ field: ledger.name, column: columnOf(stored) }] : [],
);

/** Lots that are read, judged and written together. */
const AT_ONCE = 1_000;

const erasableRows = z.array(
  z.object({
    lotId: z.string(),
    eventId: z.string(),
    seq: z.int(),
    field: committedField,
    value: z.unknown(),
    actorId: z.string().nullable(),
  }),
);
const storedEvents = z.array(storedEvent);

/** The newest event of a lot, and the state by its signed events. */
interface Chain extends Pick<Lot, 'id' | 'lotKey' | 'headSeq' | 'headHash'> {
  state: LotState;
}

const EMPTIED = ROW_COLUMNS.map(
  ({ field, column }) => `${column} = case when '${field}' = any(gone.fields) then null else lot.${column} end`,
).join(', ');

/**
 * Takes personal values and their salts out of lots, and says so on each lot's chain (docs/spec/privacy-and-erasure.md,
 * 'Erasure').
 */
export class LotErasure {
  readonly #ledger: Pick<Ledger, 'mspId'>;

  constructor(ledger: Pick<Ledger, 'mspId'>) {
    this.#ledger = ledger;
  }

  /** Holds lots still, deleted ones too, in the order in which everybody locks them. */
  async lock(em: EntityManager, lotIds: readonly string[]): Promise<void> {
    await em.execute(
      `select 1 from lot where id in (select value::uuid from json_array_elements_text(?::json)) order by id for update`,
      [JSON.stringify(lotIds)],
    );
  }

  /**
   * Erases the values that `theirs` picks, in the caller's transaction; the caller holds the lots' locks. A field of
   * which the newest value went is empty in the row from then on; a field that somebody else set later keeps that value.
   * Takes the same few statements for up to 1,000 lots as for one.
   * @param actor who asked; without a name, where it is the person's own
   * @returns the lots of which something was erased
   */
  async erase(
    em: EntityManager,
    lotIds: readonly string[],
    theirs: (value: ErasableValue) => boolean,
    actor: Actor,
    at: Date,
  ): Promise<ErasedLot[]> {
    const erased: ErasedLot[] = [];
    for (let from = 0; from < lotIds.length; from += AT_ONCE) {
      const part = lotIds.slice(from, from + AT_ONCE);
      const values = (await this.#kept(em, part)).filter(theirs);
      if (values.length > 0) erased.push(...(await this.#erasePart(em, values, actor, at)));
    }
    return erased;
  }

  async #kept(em: EntityManager, lotIds: readonly string[]): Promise<ErasableValue[]> {
    const rows: unknown = await em.execute(
      `select e.lot_id as "lotId", v.event_id as "eventId", e.seq, v.field, v.value, e.actor_id as "actorId"
       from personal_value v join lot_event e using (event_id)
       where e.lot_id in (select value::uuid from json_array_elements_text(?::json))`,
      [JSON.stringify(lotIds)],
    );
    return erasableRows.parse(rows);
  }

  async #erasePart(em: EntityManager, values: readonly ErasableValue[], actor: Actor, at: Date): Promise<ErasedLot[]> {
    await em.execute(
      `delete from personal_value v
       using json_to_recordset(?::json) as gone ("eventId" text, field text)
       where v.event_id = gone."eventId" and v.field = gone.field`,
      [JSON.stringify(values.map(({ eventId, field }) => ({ eventId, field })))],
    );
    const byLot = Map.groupBy(values, ({ lotId }) => lotId);
    const lotIds = [...byLot.keys()];
    // Events of the last week name the farm that a lot left; the farm may be what is erased.
    await em.execute(FORGET_LEFT_FARMS, [JSON.stringify(lotIds)]);
    const chains = await this.#chains(em, lotIds);
    const erased = await Promise.all(
      chains.map(async (lot) => {
        const gone = byLot.get(lot.id) ?? [];
        const fields = [...new Set(gone.map(({ field }) => field))].sort();
        const emptied = fields.filter((field) => lastWordGone(field, gone, lot.state));
        const change = { type: 'erased' as const, set: {}, personal: {}, erase: erasedValues(gone), actor, at };
        return { id: lot.id, fields, emptied, event: await makeLotEvent(lot, change, this.#ledger.mspId) };
      }),
    );
    await this.#write(em, erased, at);
    return erased.map(({ id, fields }) => ({ id, fields }));
  }

  /** Moves the heads of the lots' chains, empties repeated values in their rows, and writes the events. */
  async #write(
    em: EntityManager,
    events: readonly { event: LotEvent; emptied: CommittedField[] }[],
    at: Date,
  ): Promise<void> {
    await em.execute(
      `update lot set head_seq = gone.seq, head_hash = gone.hash, version = lot.version + 1, updated_at = ?,
         ledger_status = case when lot.ledger_status = 'recorded' then 'pending' else lot.ledger_status end, ${EMPTIED}
       from json_to_recordset(?::json) as gone (id uuid, seq int, hash text, fields text[]) where lot.id = gone.id`,
      [
        at,
        JSON.stringify(
          events.map(({ event: { lotUuid, seq, hash }, emptied }) => ({ id: lotUuid, seq, hash, fields: emptied })),
        ),
      ],
    );
    await writeLotEvents(
      em,
      events.map(({ event }) => event),
    );
  }

  /**
   * Read from the events, not from the lots' rows: an erasure is carried out whatever a row says, and signs nothing of it. An event whose
   * signature does not hold counts only for its position in the chain, unless the lot has no other.
   */
  async #chains(em: EntityManager, lotIds: readonly string[]): Promise<Chain[]> {
    const rows: unknown = await em.execute(
      `select event_id, lot_id, seq, type, at, actor_id, key_id, actor_role, gdpr_consent, request_id, content, content_hash, seal
       from lot_event where lot_id in (select value::uuid from json_array_elements_text(?::json)) order by lot_id, seq`,
      [JSON.stringify(lotIds)],
    );
    const seals = signersOf(em);
    return [...Map.groupBy(storedEvents.parse(rows), (event) => event.lot_id)].map(([id, events]) => {
      const newest = events.at(-1);
      const state =
        folded(events.map((event) => signedContent(seals, event))) ??
        folded(events.map(({ content }) => readContent(content)));
      if (state === null || newest === undefined) throw new Error(`No event of lot ${id} can be read`);
      return { id, lotKey: state.lotKey, headSeq: newest.seq, headHash: newest.content_hash, state };
    });
  }
}

function folded(contents: readonly (EventContent | null)[]): LotState | null {
  return foldEvents(contents.filter((content) => content !== null));
}

/** What an `erased` event names: each value that went, by the event that it was of. */
function erasedValues(gone: readonly ErasableValue[]): ErasedValues[] {
  return [...Map.groupBy(gone, ({ seq }) => seq)]
    .sort(([a], [b]) => a - b)
    .map(([seq, values]) => ({ seq, fields: values.map(({ field }) => field).sort() }));
}

/** Whether the row's columns of a field are emptied: only when its newest value went. Others may have set it since. */
function lastWordGone(field: CommittedField, gone: readonly ErasableValue[], state: LotState): boolean {
  if (ROW_COLUMNS.every((repeated) => repeated.field !== field)) return false;
  const last = state.committed[field];
  return last !== undefined && gone.some((value) => value.field === field && value.eventId === last.eventId);
}
