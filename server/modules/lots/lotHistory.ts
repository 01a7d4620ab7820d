import { kgFromGrams } from '../../domain/text/units.ts';
import { API_FIELD, apiText } from '../../domain/ledger/apiFields.ts';
import {
  actionOf,
  erasedBy,
  momentOf,
  readContent,
  warningsOf,
  type ClearField,
  type CommittedField,
  type EventContent,
  type LotAction,
} from '../../domain/ledger/content.ts';
import type { Database } from '../../platform/database/database.ts';
import type { ShippingWarning } from '../../domain/lot/shippingGuard.ts';
import type { Stage } from '../../domain/lot/stages.ts';
import { checkStoredValues, type StoredValue, committing } from '../../domain/verification/storedValues.ts';
import { nullWhileAway, type Ledger, type LedgerEntry } from '../../domain/ledger/ledger.ts';
import { nativeSha256 } from '../../platform/checkpoints/nativeSha256.ts';
import { LOT_EVENT_COLUMNS, lotEventFacts, type LotEventRow } from './lotEventSeal.ts';
import type { Caller } from '../../platform/access/caller.ts';
import type { AuthorizedLots } from './authorizedLots.ts';

/** `from` and `to` are null where there was no value, and of values that were erased. */
export interface FieldChangeView {
  field: string;
  from: string | null;
  to: string | null;
}

export interface HistoryView {
  at: string;
  action: LotAction;
  /** name of the account that acted; null for the system, and once it was erased */
  actor: string | null;
  stage: Stage | null;
  /** what spoke against shipping it, when it was shipped nevertheless */
  warnings: readonly ShippingWarning[];
  changes: FieldChangeView[];
  /** null until recorded */
  transactionId: string | null;
  state: HistoryState;
}

/**
 * Whether the ledger holds an event as our database has it: `recorded`; `pending`, it waits; `differs`, it was changed or
 * added behind the program's back; `unchecked`, the ledger cannot be reached now.
 */
export const HISTORY_STATES = ['recorded', 'pending', 'differs', 'unchecked'] as const;
export type HistoryState = (typeof HISTORY_STATES)[number];

interface EventRow extends LotEventRow {
  content: string;
  seal: string | null;
}

interface OwnEvent {
  eventId: string;
  seq: number;
  at: Date;
  text: string;
  content: EventContent | null;
  sealed: boolean;
}

/** Committed fields about the event itself, not about the lot. */
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

/**
 * A lot's history, from its own events and the stored personal values: events are compared with their signatures and
 * the ledger, values with their commitments.
 */
export class LotHistory {
  readonly #database: Database;
  readonly #lots: AuthorizedLots;
  readonly #ledger: Pick<Ledger, 'readLot'>;

  constructor(parts: { database: Database; lots: AuthorizedLots; ledger: Pick<Ledger, 'readLot'> }) {
    this.#database = parts.database;
    this.#lots = parts.lots;
    this.#ledger = parts.ledger;
  }

  /** A lot's history, newest first; null if the caller may not see the lot. */
  async read(caller: Caller, idOrLotId: string): Promise<HistoryView[] | null> {
    const lot = await this.#lots.find(caller, idOrLotId);
    if (lot === null) return null;
    const [rows, kept, key] = await Promise.all([
      this.#database.rows<EventRow>(
        `select ${LOT_EVENT_COLUMNS}, e.content, e.seal from lot_event e where e.lot_id = $1 order by e.seq`,
        [lot.id],
      ),
      this.#database.rows<StoredValue & { eventId: string }>(
        `select v.event_id as "eventId", v.field, v.value, v.salt from personal_value v join lot_event e using (event_id)
         where e.lot_id = $1`,
        [lot.id],
      ),
      this.#database.row<{ lot_key: string }>('select lot_key from lot where id = $1', [lot.id]),
    ]);
    // Read after our own, so that events recorded meanwhile are not missed.
    const chain = await nullWhileAway(() => this.#ledger.readLot(key?.lot_key ?? ''));
    const { seals } = this.#database;
    const events = rows.map((row): OwnEvent => ({
      eventId: row.event_id,
      seq: row.seq,
      at: new Date(row.at),
      text: row.content,
      content: readContent(row.content),
      sealed: seals.check('lot-event', row.event_id, lotEventFacts(row), row.seal),
    }));
    return historyOf(events, kept, chain?.entries ?? null);
  }
}

/** Builds the history out of a lot's events in order; each change names the value before it. */
async function historyOf(
  events: readonly OwnEvent[],
  kept: readonly StoredValue[],
  entries: readonly LedgerEntry[] | null,
): Promise<HistoryView[]> {
  const contents = events.map(({ content }) => content).filter((content) => content !== null);
  const values = await checkStoredValues(contents, kept, committing(nativeSha256));
  const faulty = new Set(values.faults.map(({ seq }) => seq));
  const recorded = entries && new Map(entries.map((entry) => [entry.eventId, entry]));
  const last: LastWords = new Map();
  const history = events.map((event): HistoryView => {
    const { content, eventId } = event;
    const entry = recorded?.get(eventId) ?? null;
    const changed = content === null || !event.sealed || faulty.has(event.seq);
    const said = content === null ? [] : changesOf(content, last, (field) => values.read(eventId, field));
    const actor = values.read(eventId, 'userName');
    return {
      at: content === null || content.type === 'alert' ? event.at.toISOString() : momentOf(content),
      action: actionOf(content),
      actor: typeof actor === 'string' ? actor : null,
      stage: content?.set.stage ?? null,
      warnings: content === null ? [] : warningsOf(content),
      changes: said,
      transactionId: entry?.transactionId ?? null,
      state: changed ? 'differs' : stateOf(event, entry, recorded !== null),
    };
  });
  const own = new Set(events.map(({ eventId }) => eventId));
  const foreign = (entries ?? []).filter(({ eventId }) => !own.has(eventId)).map(lostEvent);
  return [...history, ...foreign].reverse();
}

function stateOf(event: OwnEvent, entry: LedgerEntry | null, asked: boolean): HistoryState {
  if (!asked) return 'unchecked';
  if (entry === null) return 'pending';
  return entry.transactionValid && entry.blockValid && entry.content === event.text ? 'recorded' : 'differs';
}

/** An event that the ledger holds and our database has lost. */
function lostEvent(entry: LedgerEntry): HistoryView {
  const content = readContent(entry.content);
  return {
    at: content === null ? entry.blockTime.toISOString() : momentOf(content),
    action: actionOf(content),
    actor: null,
    stage: content?.set.stage ?? null,
    warnings: content === null ? [] : warningsOf(content),
    changes: [],
    transactionId: entry.transactionId,
    state: 'differs',
  };
}

/** The last value of each field, by its name in the API, and the event that set it. */
type LastWords = Map<string, { text: string | null; seq: number }>;

/** @param last updated with the event's values */
function changesOf(
  content: EventContent,
  last: LastWords,
  kept: (field: CommittedField) => unknown,
): FieldChangeView[] {
  const { seq } = content;
  const changes: FieldChangeView[] = [];
  const note = (field: ClearField | CommittedField, to: string | null): void => {
    const name = API_FIELD[field];
    const from = last.get(name)?.text ?? null;
    last.set(name, { text: to, seq });
    if (from !== to) changes.push({ field: name, from, to });
  };
  if (content.type === 'used' || content.type === 'returned') {
    const before = Number(last.get('used')?.text ?? 0);
    const moved = kgFromGrams(content.grams) * (content.type === 'used' ? 1 : -1);
    // Kilograms to the gram: sums of fractions are rounded.
    const text = String(Math.round((before + moved) * 1_000) / 1_000);
    changes.push({ field: 'used', from: String(before), to: text });
    last.set('used', { text, seq });
  }
  for (const [field, value] of Object.entries(content.set) as [ClearField, unknown][])
    note(field, apiText(field, value));
  for (const field of Object.keys(content.commit) as CommittedField[]) {
    if (!NOT_A_CHANGE.includes(field)) note(field, apiText(field, kept(field)));
  }
  for (const { seq: of, fields } of erasedBy(content)) {
    for (const field of fields) {
      const name = API_FIELD[field];
      // A value that a later one has replaced was not the field's any more.
      if (NOT_A_CHANGE.includes(field) || (of !== null && of !== last.get(name)?.seq)) continue;
      last.set(name, { text: null, seq });
      changes.push({ field: name, from: null, to: null });
    }
  }
  return changes;
}
