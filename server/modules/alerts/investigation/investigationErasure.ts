import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { foldedColumn } from '../../../platform/database/foldedColumn.ts';
import { signRows, verifiedRows } from '../../../platform/row-signatures/signedRows.ts';
import { ALERT_COMMENTS, ALERT_TASK_ROWS } from './signedInvestigation.ts';
import { LOG_CHANGED_ALERTS } from '../../../platform/change-feed/eventLogSql.ts';

/** A comment that is still stored. */
export interface ErasableComment {
  id: string;
  alertId: string;
  lotId: string;
  text: string;
  /** null for a partner key */
  authorId: string | null;
}

const comments = z.array(
  z.object({
    id: z.string(),
    alertId: z.string(),
    lotId: z.string(),
    text: z.string(),
    authorId: z.string().nullable(),
  }),
);

/** The comments by an account, or with one of these words, in any case, with accents or without. */
export async function commentsOf(
  em: EntityManager,
  { authorId, words }: { authorId: string | null; words: readonly string[] },
): Promise<ErasableComment[]> {
  return comments.parse(
    await em.execute(
      `select c.id, c.alert_id as "alertId", a.lot_id as "lotId", c.text, c.author_id as "authorId"
       from alert_comment c join alert a on a.id = c.alert_id
       where c.text is not null and (c.author_id = ?::uuid or exists (
         select 1 from json_array_elements_text(?::json) word
           where strpos(${foldedColumn('c.text')}, ${foldedColumn('word')}) > 0))
       order by c.id`,
      [authorId, JSON.stringify(words)],
    ),
  );
}

/** Takes the texts out of comments, in the caller's transaction. What was changed past the program stays without a seal that holds. */
export async function eraseComments(em: EntityManager, gone: readonly ErasableComment[]): Promise<void> {
  const ids = gone.map(({ id }) => id);
  const list = JSON.stringify(ids);
  await em.execute(
    'select 1 from alert_comment where id in (select value::uuid from json_array_elements_text(?::json)) order by id for update',
    [list],
  );
  const whole = await verifiedRows(em, ALERT_COMMENTS, ids);
  await em.execute(
    'update alert_comment set text = null where id in (select value::uuid from json_array_elements_text(?::json))',
    [list],
  );
  await signRows(em, ALERT_COMMENTS, [...whole]);
  await tellOf(em, gone);
}

/** Takes an account off the alerts that it was to look into, in the caller's transaction. @returns how many */
export async function releaseTasks(em: EntityManager, userId: string): Promise<number> {
  const held: { alertId: string; lotId: string }[] = await em.execute(
    `select t.alert_id as "alertId", a.lot_id as "lotId" from alert_task t join alert a on a.id = t.alert_id
     where t.assignee_id = ? order by t.alert_id for update of t`,
    [userId],
  );
  const ids = held.map(({ alertId }) => alertId);
  const whole = await verifiedRows(em, ALERT_TASK_ROWS, ids);
  await em.execute('update alert_task set assignee_id = null where assignee_id = ?', [userId]);
  await signRows(em, ALERT_TASK_ROWS, [...whole]);
  await tellOf(em, held);
  return ids.length;
}

/** Adds events about changed alerts, in the caller's transaction. */
export async function tellOf(em: EntityManager, changed: readonly { alertId: string; lotId: string }[]): Promise<void> {
  const rows = changed.map(({ alertId, lotId }) => ({ alert_id: alertId, lot_id: lotId }));
  await em.execute(LOG_CHANGED_ALERTS, [JSON.stringify(rows)]);
}

/** What a person gets of the tasks that are assigned to them, first ones first. `?`: the account */
export const TASKS_OF = `select t.alert_id as "alertId", t.due_on::text as "dueOn", t.set_at as "setAt" from alert_task t
  where t.assignee_id = ? order by t.set_at, t.alert_id`;

/** What a person gets of the tasks that they assigned, first ones first. `?`: the account */
export const TASKS_SET_BY = `select t.alert_id as "alertId", t.set_at as "setAt" from alert_task t where t.set_by = ?
  order by t.set_at, t.alert_id`;
