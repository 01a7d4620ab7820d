import { API_FIELD, apiText } from '../domain/ledger/apiFields.ts';
import {
  actionOf,
  erasedBy,
  eventContent,
  momentOf,
  type ClearField,
  type CommittedField,
} from '../domain/ledger/content.ts';
import type { Database } from '../database/database.ts';
import type { LotScope } from '../domain/permissions.ts';
import type { Stage } from '../domain/stages.ts';
import type { LotReader } from './lotReader.ts';

/** `from` and `to` are null where there was no value, and of values that were erased. */
export interface FieldChangeView {
  field: string;
  from: string | null;
  to: string | null;
}

export interface HistoryView {
  at: string;
  action: string;
  /** name of the account that acted; null for the system, and once it was erased */
  actor: string | null;
  stage: Stage | null;
  changes: FieldChangeView[];
  /** null until recorded */
  transactionId: string | null;
}

interface EventRow {
  event_id: string;
  content: string;
  at: Date;
  tx_id: string | null;
}

interface PersonalRow {
  event_id: string;
  field: CommittedField;
  value: unknown;
}

/** Committed fields that say how an event came about rather than what the lot is. */
const NOT_A_CHANGE: readonly CommittedField[] = [
  'userName',
  'place2',
  'place1',
  'evidenceHash',
  'alertFinding',
  'alertPlace',
  'alertAnswer',
  'alertNote',
];

/** What happened to a lot, from its own events and the personal values that are still kept. */
export class LotHistory {
  readonly #database: Database;
  readonly #reader: LotReader;

  constructor(database: Database, reader: LotReader) {
    this.#database = database;
    this.#reader = reader;
  }

  /** A lot's history, newest first; null when the lot is not in scope. */
  async read(scope: LotScope, idOrLotId: string): Promise<HistoryView[] | null> {
    const lot = await this.#reader.find(scope, idOrLotId);
    if (lot === null) return null;
    const [events, personal] = await Promise.all([
      this.#database.rows<EventRow>(
        `select e.event_id, e.content, e.at, o.tx_id from lot_event e left join ledger_outbox o using (event_id)
         where e.lot_id = $1 order by e.seq`,
        [lot.id],
      ),
      this.#database.rows<PersonalRow>(
        `select v.event_id, v.field, v.value from personal_value v join lot_event e using (event_id) where e.lot_id = $1`,
        [lot.id],
      ),
    ]);
    return historyOf(events, personal);
  }
}

/** Builds the history out of a lot's events in order; each change names the value before it. */
function historyOf(events: readonly EventRow[], personal: readonly PersonalRow[]): HistoryView[] {
  const kept = new Map(personal.map((row) => [`${row.event_id} ${row.field}`, row.value]));
  const last = new Map<string, string | null>();
  const history = events.map((event) => {
    const content = eventContent.parse(JSON.parse(event.content));
    const changes: FieldChangeView[] = [];
    const note = (field: ClearField | CommittedField, to: string | null): void => {
      const name = API_FIELD[field];
      const from = last.get(name) ?? null;
      last.set(name, to);
      if (from !== to) changes.push({ field: name, from, to });
    };
    for (const [field, value] of Object.entries(content.set) as [ClearField, unknown][])
      note(field, apiText(field, value));
    for (const field of Object.keys(content.commit) as CommittedField[]) {
      if (!NOT_A_CHANGE.includes(field)) note(field, apiText(field, kept.get(`${event.event_id} ${field}`)));
    }
    for (const field of new Set(erasedBy(content).flatMap(({ fields }) => fields))) {
      if (NOT_A_CHANGE.includes(field)) continue;
      last.set(API_FIELD[field], null);
      changes.push({ field: API_FIELD[field], from: null, to: null });
    }
    const actor = kept.get(`${event.event_id} userName`);
    return {
      at: content.type === 'alert' ? event.at.toISOString() : momentOf(content),
      action: actionOf(content),
      actor: typeof actor === 'string' ? actor : null,
      stage: content.set.stage ?? null,
      changes,
      transactionId: event.tx_id,
    };
  });
  return history.reverse();
}
