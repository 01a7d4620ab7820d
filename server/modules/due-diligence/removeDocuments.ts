import type { EntityManager } from '@mikro-orm/postgresql';
import { signRows, verifiedRows } from '../../platform/row-signatures/signedRows.ts';
import { DOCUMENT_ROWS } from './signedDueDiligence.ts';

/** SQL that takes place and time of a photo out of its row. */
export const NO_PHOTO = 'photo_lat_micro = null, photo_lon_micro = null, photo_taken_at = null';

/**
 * Deletes bytes, thumbnail, title, file name, hashes, salt, place and time of documents that are not removed, in the
 * caller's transaction. That
 * there was a document of this class, who added it and when stays.
 * @returns how many
 */
export async function removeDocuments(em: EntityManager, ids: readonly string[], at: Date): Promise<number> {
  if (ids.length === 0) return 0;
  const these = 'id in (select value::uuid from json_array_elements_text(?::json))';
  const held: { id: string }[] = await em.execute(
    `select id from dd_document where ${these} and removed_at is null order by id for update`,
    [JSON.stringify(ids)],
  );
  if (held.length === 0) return 0;
  const present = held.map(({ id }) => id);
  const whole = await verifiedRows(em, DOCUMENT_ROWS, present);
  await em.execute(
    `update dd_document set title = null, name = null, sha256 = null, bytes = null, salt = null, thumbnail = null,
       thumbnail_sha256 = null, ${NO_PHOTO}, removed_at = ? where ${these}`,
    [at, JSON.stringify(present)],
  );
  await signRows(em, DOCUMENT_ROWS, [...whole]);
  return present.length;
}
