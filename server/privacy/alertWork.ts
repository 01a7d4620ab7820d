import { commentsOf, eraseComments, releaseTasks } from '../alerts/investigation/investigationErasure.ts';
import { jsonRows } from './jsonRows.ts';
import type { PersonalStore } from './personalStore.ts';
import { reachOf, theirNotes, wordsOf } from './reach.ts';

/** What people wrote about alerts, and whose alerts are to look into: as notes on alerts, words go that the person wrote or that name them. */
export const alertWork: PersonalStore = {
  async erase(em, { person, reach }) {
    const isTheirs = theirNotes(person, reach);
    const kept = await commentsOf(em, { authorId: person.userId, words: wordsOf(person) });
    const gone = kept.filter(({ authorId, ...comment }) => isTheirs({ ...comment, closedBy: authorId }));
    if (gone.length > 0) await eraseComments(em, gone);
    const released = person.userId === null ? 0 : await releaseTasks(em, person.userId);
    return [...(gone.length > 0 ? ['alertComments'] : []), ...(released > 0 ? ['alertAssignments'] : [])];
  },
  async *export(em, person) {
    const isTheirs = theirNotes(person, await reachOf(em, person));
    const kept = await commentsOf(em, { authorId: person.userId, words: wordsOf(person) });
    const theirs = kept.filter(({ authorId, ...comment }) => isTheirs({ ...comment, closedBy: authorId }));
    yield ['commentsOnAlerts', theirs.map(({ id, alertId, text }) => ({ id, alertId, text }))];
    const tasks = `select t.alert_id as "alertId", t.due_on::text as "dueOn", t.set_at as "setAt" from alert_task t
      where t.assignee_id = ? order by t.set_at, t.alert_id`;
    yield ['alertsAssigned', jsonRows(em, tasks, [person.userId])];
    const set = `select t.alert_id as "alertId", t.set_at as "setAt" from alert_task t where t.set_by = ?
      order by t.set_at, t.alert_id`;
    yield ['alertsAssignedToOthers', jsonRows(em, set, [person.userId])];
  },
};
