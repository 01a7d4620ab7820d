import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { foldedColumn } from '../../../platform/database/foldedColumn.ts';
import { signRows, verifiedRows } from '../../../platform/row-signatures/signedRows.ts';
import { ALERT_FILES } from './signedFiles.ts';

/**
 * Deletes names and bytes of files, in the caller's transaction, which holds their rows. The fact that there was a
 * file, its uploader and its time stay.
 */
export async function removeFiles(em: EntityManager, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  const whole = await verifiedRows(em, ALERT_FILES, ids);
  await em.execute(
    `update alert_file set name = null, sha256 = null, bytes = null, removed_at = ?
     where id in (select value::uuid from json_array_elements_text(?::json))`,
    [at, JSON.stringify(ids)],
  );
  await signRows(em, ALERT_FILES, [...whole]);
}

/** A file as far as it may be somebody's. */
export interface ErasableFile {
  id: string;
  alertId: string;
  lotId: string;
  name: string;
  /** null for a partner key */
  uploadedBy: string | null;
  /** it is on one of the given lots */
  onTheirLot: boolean;
}

const files = z.array(
  z.object({
    id: z.string(),
    alertId: z.string(),
    lotId: z.string(),
    name: z.string(),
    uploadedBy: z.string().nullable(),
    onTheirLot: z.boolean(),
  }),
);

/** The files that an account added, of alerts of these lots, or with one of these words in their names. @param lock holds their rows */
export async function filesOf(
  em: EntityManager,
  where: { userId: string | null; lotIds: readonly string[]; words: readonly string[] },
  lock: '' | 'for update of f' = '',
): Promise<ErasableFile[]> {
  const lots = JSON.stringify(where.lotIds);
  const onLots = 'a.lot_id in (select value::uuid from json_array_elements_text(?::json))';
  return files.parse(
    await em.execute(
      `select f.id, f.alert_id as "alertId", a.lot_id as "lotId", f.name, f.uploaded_by as "uploadedBy", ${onLots} as "onTheirLot"
       from alert_file f join alert a on a.id = f.alert_id
       where f.removed_at is null and (f.uploaded_by = ?::uuid or ${onLots} or exists (
         select 1 from json_array_elements_text(?::json) word
           where strpos(${foldedColumn('f.name')}, ${foldedColumn('word')}) > 0))
       order by f.id ${lock}`,
      [lots, where.userId, lots, JSON.stringify(where.words)],
    ),
  );
}
