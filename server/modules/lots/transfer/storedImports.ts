import type { EntityManager } from '@mikro-orm/postgresql';
import type { UserCaller } from '../../../platform/access/caller.ts';
import { PreparedStatement } from '../../../platform/database/preparedStatement.ts';
import { sqlView } from '../../../platform/database/sqlView.ts';
import type { ReadableFile } from '../../../platform/spreadsheet/sheetFile.ts';

/** Imports of an account or key that are listed; the oldest make room. */
export const MOST_IMPORTS = 500;
const LONGEST_NAME = 120;

/** A file that was sent to be imported. */
export interface ImportFile extends ReadableFile {
  name: string;
  sha256: string;
}

/** An import that was carried out. */
export interface CarriedOut {
  id: string;
  user: UserCaller;
  requestId: string;
  at: Date;
  file: ImportFile;
  lots: number;
  grams: number;
  farms: number;
}

const STORE = new PreparedStatement(
  `insert into lot_import (id, created_by, created_key, created_at, request_id, file_name, sha256, lots, grams, farms)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);
const MAKE_ROOM = new PreparedStatement(
  `delete from lot_import i where i.id in (
     select o.id from lot_import o where (o.created_by = $1 or o.created_key = $2)
     order by o.created_at desc, o.id offset ${MOST_IMPORTS})`,
);
// Two imports at the same time would each count without the other, and neither would make room for both.
const LOCK = new PreparedStatement(`select pg_advisory_xact_lock(hashtextextended('manam-imports-of-' || $1, 0))`);

/** Stores an import, in its transaction. */
export async function storeImport(em: EntityManager, made: CarriedOut): Promise<void> {
  const { id, user, requestId, at, file, lots, grams, farms } = made;
  const keyId = user.via.kind === 'key' ? user.via.keyId : null;
  const name = file.name.replaceAll(/\p{Cc}/gu, '').slice(-LONGEST_NAME);
  await LOCK.run(em, [user.userId ?? keyId]);
  await STORE.run(em, [id, user.userId, keyId, at, requestId, name, file.sha256, lots, grams, farms]);
  await MAKE_ROOM.run(em, [user.userId, keyId]);
}

/** Lots of an import `i`, as a condition on `lot l`: each first event, which is signed, names the call. */
export const LOTS_OF_IMPORT = `l.created_at = i.created_at and exists (
  select from lot_event e where e.lot_id = l.id and e.seq = 1 and e.request_id = i.request_id)`;

/** Imports with the names of their files. */
export const LOT_IMPORTS = sqlView('lot_import', ['id', 'created_by', 'created_at', 'file_name', 'undone_at']);

/** Lots of one import. `at`: number of the parameter with its id */
export const importCondition = (at: string): string =>
  `l.created_at = (select i.created_at from lot_import i where i.id = ${at})
   and exists (select from lot_import i where i.id = ${at} and ${LOTS_OF_IMPORT})`;

/** Takes away the names of files of an account, and of those with lots of an erased person: they may name people. @returns how many */
export async function eraseFileNames(
  em: EntityManager,
  { userId, lotIds }: { userId: string | null; lotIds: readonly string[] },
): Promise<number> {
  const gone: unknown[] = await em.execute(
    `update lot_import i set file_name = '' where i.file_name <> '' and (i.created_by = ?::uuid or exists (
       select from lot l where l.id in (select value::uuid from json_array_elements_text(?::json)) and ${LOTS_OF_IMPORT}))
     returning i.id`,
    [userId, JSON.stringify(lotIds)],
  );
  return gone.length;
}

/** Forgets what an account chose for its columns. */
export async function forgetColumns(em: EntityManager, userId: string): Promise<void> {
  await em.execute('delete from lot_import_columns where user_id = ?', [userId]);
}

/** Imports of a person, first ones first. `?`: the account */
export const IMPORTS_MADE_BY = `select id, file_name as "fileName", created_at as "createdAt", lots, undone_at as "undoneAt"
  from lot_import where created_by = ? order by created_at, id`;
/** What they chose for columns. `?`: the account */
export const COLUMNS_CHOSEN_BY = `select columns, used_at as "usedAt" from lot_import_columns where user_id = ? order by used_at, heads`;
