import { Readable } from 'node:stream';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { notesOf } from '../alerts/alertErasure.ts';
import type { Database } from '../../platform/database/database.ts';
import { currentRequest, streamedStep } from '../../platform/database/requestScope.ts';
import { API_FIELD } from '../../domain/ledger/apiFields.ts';
import { committedField } from '../../domain/ledger/content.ts';
import { ACCOUNT_OF, KEYS_MADE_BY, readAccount, SESSIONS_OF } from '../identity/accountErasure.ts';
import { requirePerson, type Caller, type RequestInfo } from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit-log/audit.ts';
import { Refused } from '../../platform/errors/refusal.ts';
import { jsonBatches, type ExportSection } from './jsonBatches.ts';
import { jsonRows } from './jsonRows.ts';
import type { Person } from './person.ts';
import type { PersonalStore } from './personalStores.ts';
import { reachOf, theirNotes, theirs, searchWords } from './reach.ts';
import { KEY_NAMES } from '../identity/identityViews.ts';
import { ALL_LOTS, LOT_EVENTS, PERSONAL_VALUES } from '../lots/lotViews.ts';
import { ALERT_FACTS } from '../alerts/alertViews.ts';
import { AUDITED } from '../../platform/audit-log/auditFacts.ts';
import { NOTICES_TO } from '../../platform/change-feed/eventLogSql.ts';

/** Sections that are rows with the account's id, the id as the one parameter. Hashes of passwords and tokens are not data of anybody. */
const SECTIONS: Record<string, string> = {
  account: ACCOUNT_OF,
  sessions: SESSIONS_OF,
  partnerKeys: KEYS_MADE_BY,
  actions: `select l.lot_id as "lotId", e.event_id as "eventId", e.type, e.at, e.actor_role as role,
      e.gdpr_consent as "gdprConsent", e.request_id as "requestId"
    from ${LOT_EVENTS} e join ${ALL_LOTS} l on l.id = e.lot_id where e.actor_id = ? order by e.at, e.event_id`,
  actionsOfPartnerKeys: `select l.lot_id as "lotId", e.event_id as "eventId", e.key_id as "keyId", e.type, e.at,
      e.actor_role as role, e.gdpr_consent as "gdprConsent", e.request_id as "requestId"
    from ${LOT_EVENTS} e join ${KEY_NAMES} k on k.id = e.key_id join ${ALL_LOTS} l on l.id = e.lot_id where k.created_by = ?
    order by e.at, e.event_id`,
  lotsCreated: `select id, lot_id as "lotId", created_at as "createdAt", deleted_at as "deletedAt"
    from ${ALL_LOTS} l where created_by = ? order by created_at, id`,
  alertsAcknowledged: `select a.id, l.lot_id as "lotId", a.acknowledged_at as "acknowledgedAt"
    from ${ALERT_FACTS} a join ${ALL_LOTS} l on l.id = a.lot_id where a.acknowledged_by = ? order by a.acknowledged_at, a.id`,
  alertsClosed: `select a.id, l.lot_id as "lotId", a.status, a.outcome, a.note, a.closed_at as "closedAt"
    from ${ALERT_FACTS} a join ${ALL_LOTS} l on l.id = a.lot_id where a.closed_by = ? order by a.closed_at, a.id`,
  auditTrail: `select at, action, role, target_kind as "targetKind", target_id as "targetId", request_id as "requestId",
      gdpr_consent as "gdprConsent", -- they name plots of farms that the person does not see
      case when action = 'plot.overlap-found' then '{}' else details end as details
    from ${AUDITED} line where user_id = ? order by at, id`,
  changesToAccount: `select at, action, details from ${AUDITED} line where target_kind = 'user' and target_id = ? order by at, id`,
  notices: NOTICES_TO,
  erasuresAskedFor: `select id, requested_at as "requestedAt", done_at as "doneAt" from erasure where requested_by = ?
    order by requested_at`,
};

const values = z.array(
  z.object({
    lotId: z.string(),
    lot: z.string(),
    eventId: z.string(),
    seq: z.int(),
    at: z.coerce.date(),
    field: committedField,
    value: z.unknown(),
    actorId: z.string().nullable(),
  }),
);

/** Longer than an answer may take to be sent: PostgreSQL is not to end the transaction of somebody who reads slowly before that. */
const HELD_SECONDS = 150;

/** Everything that is stored about a person, for themselves (GDPR Art. 15 and 20). */
export class PersonalExport {
  readonly #database: Database;
  readonly #stores: readonly PersonalStore[];

  constructor(parts: { database: Database; stores: readonly PersonalStore[] }) {
    this.#database = parts.database;
    this.#stores = parts.stores;
  }

  /**
   * All of one moment as JSON, every moment in it ISO 8601 in UTC. Rows are read as the text is taken: one connection is held for it, in
   * a transaction that writes nothing, so that no news wait for it.
   * @returns a stream of UTF-8 text
   * @throws Refused unauthenticated, forbidden (partner keys), session-ended (erased meanwhile)
   */
  async read(caller: Caller, info: RequestInfo): Promise<Readable> {
    const { userId, ...person } = requirePerson(caller);
    const moment = await this.#database.moment();
    try {
      await moment.em.execute(`set local idle_in_transaction_session_timeout = '${HELD_SECONDS}s'`);
      await moment.em.execute("set local time zone 'UTC'");
      const account = await readAccount(moment.em, userId);
      if (account === null) throw new Refused({ kind: 'session-ended' });
      const { name, email, farmId, role } = account;
      const subject = { userId, name, email, farmId, farmer: role === 'farmer' };
      await this.#database.writeFromReserve((em) =>
        audit(em, {
          caller: { ...person, userId },
          action: 'data.exported',
          target: { kind: 'user', id: userId },
          info,
        }),
      );
      const request = currentRequest();
      const texts = jsonBatches(this.#sections(moment.em, subject));
      const taken = inSteps(texts, (next) => streamedStep(request, next));
      const stream = Readable.from(taken, { objectMode: false });
      // Also if the stream is never read.
      stream.once('close', () => void moment.end());
      return stream;
    } catch (error) {
      await moment.end();
      throw error;
    }
  }

  async *#sections(em: EntityManager, subject: Person & { userId: string }): AsyncGenerator<ExportSection> {
    yield ['exportedAt', new Date().toISOString()];
    for (const [section, sql] of Object.entries(SECTIONS)) {
      const rows = jsonRows(em, sql, [subject.userId]);
      yield [section, section === 'account' ? await onlyRow(rows) : rows];
    }
    yield* namedIn(em, subject);
    for (const store of this.#stores) yield* store.export(em, subject);
  }
}

async function* inSteps(
  texts: AsyncGenerator<string>,
  step: (next: () => Promise<IteratorResult<string>>) => Promise<IteratorResult<string>>,
): AsyncGenerator<string> {
  for (;;) {
    const text = await step(() => texts.next());
    if (text.done) return;
    yield text.value;
  }
}

async function onlyRow(rows: AsyncIterable<unknown[]>): Promise<unknown> {
  let only: unknown = null;
  for await (const [row] of rows) only = row;
  return only;
}

/** Names and words of the person on lots, and the lots that are their own work as a farmer. */
async function* namedIn(em: EntityManager, person: Person): AsyncGenerator<ExportSection> {
  const reach = await reachOf(em, person);
  const isTheirs = theirs(person, reach);
  const lots = JSON.stringify(reach.all);
  async function* named(fields: string): AsyncGenerator<z.infer<typeof values>> {
    const sql = `select l.id as "lotId", l.lot_id as lot, v.event_id as "eventId", e.seq, e.at, v.field, v.value, e.actor_id as "actorId"
       from ${PERSONAL_VALUES} v join ${LOT_EVENTS} e using (event_id) join ${ALL_LOTS} l on l.id = e.lot_id
       where l.id in (select value::uuid from json_array_elements_text(?::json)) ${fields} order by e.at, v.event_id, v.field`;
    for await (const rows of jsonRows(em, sql, [lots])) yield values.parse(rows).filter(isTheirs);
  }
  const grown = new Set<string>();
  for await (const rows of named("and v.field = 'farmerName'")) for (const { lotId } of rows) grown.add(lotId);
  const grownLots = `select lot_id as "lotId", farm_id as "farmId", farmer_name as "farmerName", variety as "cacaoVariety",
       harvest_date::text as "harvestDate", lat_micro / 1e6 as latitude, lon_micro / 1e6 as longitude,
       weight_grams / 1000.0 as weight, process_details as "processDetails", deforestation_status as "deforestationStatus",
       created_at as "createdAt", deleted_at as "deletedAt"
     from ${ALL_LOTS} l where id in (select value::uuid from json_array_elements_text(?::json)) order by lot_id`;
  yield ['lotsGrown', jsonRows(em, grownLots, [JSON.stringify([...grown])])];
  const notes = (await notesOf(em, { closedBy: null, words: searchWords(person) })).filter(theirNotes(person, reach));
  yield ['notesOnAlerts', notes.map(({ alertId, text }) => ({ alertId, note: text }))];
  yield ['namesAndWords', shown(named(''))];
}

async function* shown(portions: AsyncIterable<z.infer<typeof values>>): AsyncGenerator<unknown[]> {
  for await (const rows of portions) {
    yield rows.map(({ lot, eventId, at, field, value }) => ({
      lotId: lot,
      eventId,
      at,
      field: API_FIELD[field],
      value,
    }));
  }
}
