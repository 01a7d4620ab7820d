import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { notesOf } from '../alerts/alertErasure.ts';
import type { Database } from '../database/database.ts';
import { API_FIELD } from '../domain/ledger/apiFields.ts';
import { committedField } from '../domain/ledger/content.ts';
import { readAccount } from '../identity/accountErasure.ts';
import { requirePerson, type Caller, type RequestInfo } from '../identity/caller.ts';
import { audit } from '../audit/audit.ts';
import { Refused } from '../refusal.ts';
import { jsonRows } from './jsonRows.ts';
import type { Person } from './person.ts';
import type { PersonalStore } from './personalStore.ts';
import { reachOf, theirNotes, theirs, wordsOf } from './reach.ts';

/** The caller's data by section; every moment is ISO 8601 in UTC. */
export type PersonalData = { exportedAt: string } & Record<string, unknown>;

/** Sections that are rows with the account's id, the id as the one parameter. Hashes of passwords and tokens are not data of anybody. */
const SECTIONS: Record<string, string> = {
  account: `select id, username, name, role, email, farm_id as "farmId", demo, disabled_at as "disabledAt",
      created_at as "createdAt", updated_at as "updatedAt" from app_user where id = ?`,
  sessions: `select s.id, s.created_at as "createdAt", s.last_used_at as "lastUsedAt", s.device, s.ended_at as "endedAt",
      s.end_reason as "endReason", count(t.hash)::int as "refreshTokens", max(t.expires_at) as "lastTokenExpiresAt"
    from session s left join refresh_token t on t.session_id = s.id where s.user_id = ? group by s.id order by s.created_at`,
  partnerKeys: `select id, name, prefix, role, farm_id as "farmId", created_at as "createdAt", last_used_at as "lastUsedAt",
      revoked_at as "revokedAt" from api_key where created_by = ? order by created_at`,
  actions: `select l.lot_id as "lotId", e.event_id as "eventId", e.type, e.at, e.actor_role as role,
      e.gdpr_consent as "gdprConsent", e.request_id as "requestId"
    from lot_event e join lot l on l.id = e.lot_id where e.actor_id = ? order by e.at, e.event_id`,
  actionsOfPartnerKeys: `select l.lot_id as "lotId", e.event_id as "eventId", e.key_id as "keyId", e.type, e.at,
      e.actor_role as role, e.gdpr_consent as "gdprConsent", e.request_id as "requestId"
    from lot_event e join api_key k on k.id = e.key_id join lot l on l.id = e.lot_id where k.created_by = ?
    order by e.at, e.event_id`,
  lotsCreated: `select id, lot_id as "lotId", created_at as "createdAt", deleted_at as "deletedAt"
    from lot where created_by = ? order by created_at, id`,
  alertsAcknowledged: `select a.id, l.lot_id as "lotId", a.acknowledged_at as "acknowledgedAt"
    from alert a join lot l on l.id = a.lot_id where a.acknowledged_by = ? order by a.acknowledged_at, a.id`,
  alertsClosed: `select a.id, l.lot_id as "lotId", a.status, a.outcome, a.note, a.closed_at as "closedAt"
    from alert a join lot l on l.id = a.lot_id where a.closed_by = ? order by a.closed_at, a.id`,
  auditTrail: `select at, action, role, target_kind as "targetKind", target_id as "targetId", request_id as "requestId",
      gdpr_consent as "gdprConsent", details from audit_entry where user_id = ? order by at, id`,
  changesToAccount: `select at, action, details from audit_entry where target_kind = 'user' and target_id = ? order by at, id`,
  notices: `select at, kind from event_log where topic = 'user' and user_id = ? order by at, id`,
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

/** Everything that is stored about a person, for themselves (GDPR Art. 15 and 20). */
export class PersonalExport {
  readonly #database: Database;
  readonly #stores: readonly PersonalStore[];

  constructor(parts: { database: Database; stores: readonly PersonalStore[] }) {
    this.#database = parts.database;
    this.#stores = parts.stores;
  }

  /** All of one moment. @throws Refused unauthenticated, forbidden (partner keys), session-ended (erased meanwhile) */
  async read(caller: Caller, info: RequestInfo): Promise<PersonalData> {
    const { userId, ...person } = requirePerson(caller);
    return this.#database.write(async (em) => {
      await em.execute('set transaction isolation level repeatable read');
      await em.execute("set local time zone 'UTC'");
      const account = await readAccount(em, userId);
      if (account === null) throw new Refused({ kind: 'session-ended' });
      const { name, email, farmId, role } = account;
      const subject = { userId, name, email, farmId, farmer: role === 'farmer' };
      const data: PersonalData = { exportedAt: new Date().toISOString() };
      for (const [section, sql] of Object.entries(SECTIONS)) {
        const rows = await jsonRows(em, sql, [userId]);
        data[section] = section === 'account' ? rows[0] : rows;
      }
      Object.assign(data, await namedIn(em, subject));
      for (const store of this.#stores) Object.assign(data, await store.export(em, subject));
      await audit(em, {
        caller: { ...person, userId },
        action: 'data.exported',
        target: { kind: 'user', id: userId },
        info,
      });
      return data;
    });
  }
}

/** Names and words of the person on lots, and the lots that are their own work as a farmer. */
async function namedIn(em: EntityManager, person: Person): Promise<Record<string, unknown>> {
  const reach = await reachOf(em, person);
  const isTheirs = theirs(person, reach);
  const rows = values.parse(
    await em.execute(
      `select l.id as "lotId", l.lot_id as lot, v.event_id as "eventId", e.seq, e.at, v.field, v.value, e.actor_id as "actorId"
       from personal_value v join lot_event e using (event_id) join lot l on l.id = e.lot_id
       where l.id in (select value::uuid from json_array_elements_text(?::json)) order by e.at, v.event_id, v.field`,
      [JSON.stringify(reach.all)],
    ),
  );
  const named = rows.filter(isTheirs);
  const grown = new Set(named.filter(({ field }) => field === 'farmerName').map(({ lotId }) => lotId));
  const lots = await jsonRows(
    em,
    `select lot_id as "lotId", farm_id as "farmId", farmer_name as "farmerName", variety as "cacaoVariety",
       harvest_date::text as "harvestDate", lat_micro / 1e6 as latitude, lon_micro / 1e6 as longitude,
       weight_grams / 1000.0 as weight, process_details as "processDetails", deforestation_status as "deforestationStatus",
       created_at as "createdAt", deleted_at as "deletedAt"
     from lot where id in (select value::uuid from json_array_elements_text(?::json)) order by lot_id`,
    [JSON.stringify([...grown])],
  );
  const notes = (await notesOf(em, { closedBy: null, words: wordsOf(person) })).filter(theirNotes(person, reach));
  return {
    lotsGrown: lots,
    notesOnAlerts: notes.map(({ alertId, text }) => ({ alertId, note: text })),
    namesAndWords: named.map(({ lot, eventId, at, field, value }) => ({
      lotId: lot,
      eventId,
      at,
      field: API_FIELD[field],
      value,
    })),
  };
}
