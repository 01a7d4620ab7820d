import type { Database } from '../../platform/database/database.ts';
import { isUuid, normaliseLotId } from '../../domain/lot/lotId.ts';

/** What an id that the audit table holds is known by today. */
export interface NamedId {
  /** null: there is none, or it was erased */
  name: string | null;
  erased: boolean;
}

/** Names of the subjects of rows, by id. Rows hold only ids, so erased subjects have no name here either. */
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

/** Characters of a name by which accounts are found that are called so. */
const LEAST_OF_A_NAME = 2;

/**
 * The ids that a search text may mean: the text itself, the lot of this id, and the account of this user name; without
 * any, the people whose name contains it.
 */
export async function idsMeant(database: Database, text: string): Promise<string[]> {
  const rows = await database.rows<{ id: string }>(
    `with called as (select id from app_user where lower(username) = lower($1) and erased_at is null)
     select id::text from called
     union all select id::text from app_user
       where not exists (select from called) and length($1) >= $3 and erased_at is null and strpos(lower(name), lower($1)) > 0
     union all select id::text from lot where lot_id = $2`,
    [text, normaliseLotId(text), LEAST_OF_A_NAME],
  );
  return [isUuid(text) ? text.toLowerCase() : text, ...rows.map(({ id }) => id)];
}
