import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { foldedColumn } from '../../platform/database/foldedColumn.ts';
import { LOG_CHANGED_ALERTS } from '../../platform/change-feed/eventLogSql.ts';

/** `closedBy`: the account that closed the alert and wrote the note. */
const note = z.object({ alertId: z.string(), lotId: z.string(), text: z.string(), closedBy: z.string().nullable() });
export type ErasableNote = z.infer<typeof note>;
const notes = z.array(note);

/** Which notes are looked at: those by an account, or with one of these words, in any case, with accents or without. */
export interface SoughtNotes {
  closedBy: string | null;
  words: readonly string[];
}

/** The notes that are looked at. @param lock holds their alerts still until the transaction ends */
export async function notesOf(
  em: EntityManager,
  where: SoughtNotes,
  lock: '' | 'for update' = '',
): Promise<ErasableNote[]> {
  return notes.parse(
    await em.execute(
      `select a.id as "alertId", a.lot_id as "lotId", a.note as text, a.closed_by as "closedBy" from alert a
       where a.note is not null and (a.closed_by = ?::uuid or exists (
         select 1 from json_array_elements_text(?::json) word
           where strpos(${foldedColumn('a.note')}, ${foldedColumn('word')}) > 0))
       order by a.id ${lock}`,
      [where.closedBy, JSON.stringify(where.words)],
    ),
  );
}

/** Erases the notes that `theirs` picks, in the caller's transaction. @returns how many went */
export async function eraseNotes(
  em: EntityManager,
  where: SoughtNotes,
  theirs: (note: ErasableNote) => boolean,
): Promise<number> {
  const gone = (await notesOf(em, where, 'for update')).filter(theirs);
  const changed = JSON.stringify(gone.map(({ alertId, lotId }) => ({ alert_id: alertId, lot_id: lotId })));
  await em.execute(
    `update alert set note = null, version = alert.version + 1
     from json_to_recordset(?::json) as gone (alert_id uuid) where alert.id = gone.alert_id`,
    [changed],
  );
  await em.execute(LOG_CHANGED_ALERTS, [changed]);
  return gone.length;
}

/**
 * Removes location and pixels from the alerts of lots whose location is erased; the finding, its time and its outcome
 * stay.
 */
export async function eraseAlertPlaces(em: EntityManager, lotIds: readonly string[]): Promise<void> {
  // The key is a hash of the place, which could be found again by trying places.
  await em.execute(
    `update alert set lat_micro = null, lon_micro = null, finding_pixels = '[]', finding_key = 'erased ' || id,
       version = version + 1
     where lot_id in (select value::uuid from json_array_elements_text(?::json))`,
    [JSON.stringify(lotIds)],
  );
}
