import type { Database } from '../database/database.ts';
import { isUuid, normaliseLotId } from '../domain/lotId.ts';

/** What an id that the audit table holds is known by today. */
export interface NamedId {
  /** null: there is none, or it was erased */
  name: string | null;
  erased: boolean;
}

/** Names of what lines tell of, by id. Lines hold ids alone, so what was erased has no name here either. */
export async function namesOf(database: Database, ids: ReadonlySet<string>): Promise<Map<string, NamedId>> {
  const uuids = [...ids].filter(isUuid);
  if (uuids.length === 0) return new Map();
  const rows = await database.rows<NamedId & { id: string }>(
    `select id::text, case when erased_at is null then username end as name, erased_at is not null as erased
       from app_user where id = any($1::uuid[])
     union all select k.id::text, case when u.erased_at is null then k.name end, u.erased_at is not null
       from api_key k join app_user u on u.id = k.created_by where k.id = any($1::uuid[])
     union all select id::text, lot_id, false from lot where id = any($1::uuid[])`,
    [uuids],
  );
  return new Map(rows.map(({ id, name, erased }) => [id, { name, erased }]));
}

/** The ids that somebody may mean by a text: the text itself, and those of the account or the lot of this name. */
export async function idsMeant(database: Database, text: string): Promise<string[]> {
  const rows = await database.rows<{ id: string }>(
    `select id::text from app_user where lower(username) = lower($1) and erased_at is null
     union all select id::text from lot where lot_id = $2`,
    [text, normaliseLotId(text)],
  );
  return [isUuid(text) ? text.toLowerCase() : text, ...rows.map(({ id }) => id)];
}
