import { filesOf, removeFiles, type ErasableFile } from '../alerts/files/fileErasure.ts';
import { commentsOf, eraseComments, releaseTasks, tellOf } from '../alerts/investigation/investigationErasure.ts';
import { jsonRows } from './jsonRows.ts';
import type { PersonalStore } from './personalStore.ts';
import { reachOf, theirNotes, searchWords, type Reach } from './reach.ts';
import type { Person } from './person.ts';

/** Files added by the person, files with the person's name in the file name, and files on alerts of their lots. */
function theirFiles(person: Person, reach: Reach): (file: ErasableFile) => boolean {
  const isTheirs = theirNotes(person, reach);
  return ({ onTheirLot, lotId, name, uploadedBy, alertId }) =>
    onTheirLot || isTheirs({ alertId, lotId, text: name, closedBy: uploadedBy });
}

/**
 * What people do about alerts. Words go that the person wrote or that name them, as notes on alerts do; files that they added, and those of
 * alerts of lots that they grew.
 */
export const alertWork: PersonalStore = {
  async erase(em, { person, lotIds, reach }) {
    const isTheirs = theirNotes(person, reach);
    const kept = await commentsOf(em, { authorId: person.userId, words: searchWords(person) });
    const gone = kept.filter(({ authorId, ...comment }) => isTheirs({ ...comment, closedBy: authorId }));
    if (gone.length > 0) await eraseComments(em, gone);
    const released = person.userId === null ? 0 : await releaseTasks(em, person.userId);
    const sought = { userId: person.userId, lotIds, words: searchWords(person) };
    const files = (await filesOf(em, sought, 'for update of f')).filter(theirFiles(person, reach));
    const fileIds = files.map(({ id }) => id);
    await removeFiles(em, fileIds, new Date());
    await tellOf(em, files);
    return [
      ...(gone.length > 0 ? ['alertComments'] : []),
      ...(released > 0 ? ['alertAssignments'] : []),
      ...(files.length > 0 ? ['alertFiles'] : []),
    ];
  },
  async *export(em, person) {
    const reach = await reachOf(em, person);
    const isTheirs = theirNotes(person, reach);
    const kept = await commentsOf(em, { authorId: person.userId, words: searchWords(person) });
    const theirs = kept.filter(({ authorId, ...comment }) => isTheirs({ ...comment, closedBy: authorId }));
    yield ['commentsOnAlerts', theirs.map(({ id, alertId, text }) => ({ id, alertId, text }))];
    const files = await filesOf(em, { userId: person.userId, lotIds: [], words: searchWords(person) });
    yield [
      'filesOfAlerts',
      files.filter(theirFiles(person, reach)).map(({ id, alertId, name }) => ({ id, alertId, name })),
    ];
    const tasks = `select t.alert_id as "alertId", t.due_on::text as "dueOn", t.set_at as "setAt" from alert_task t
      where t.assignee_id = ? order by t.set_at, t.alert_id`;
    yield ['alertsAssigned', jsonRows(em, tasks, [person.userId])];
    const set = `select t.alert_id as "alertId", t.set_at as "setAt" from alert_task t where t.set_by = ?
      order by t.set_at, t.alert_id`;
    yield ['alertsAssignedToOthers', jsonRows(em, set, [person.userId])];
  },
};
