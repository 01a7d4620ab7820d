import { PLOT_OUTLINES } from '../farms/plotViews.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import { forgetStoredAnswers, IDEMPOTENCY_KEYS_OF } from '../../platform/idempotency/idempotencyKeys.ts';
import { filesOf, removeFiles, type ErasableFile } from '../alerts/files/fileErasure.ts';
import {
  commentsOf,
  eraseComments,
  releaseTasks,
  TASKS_OF,
  TASKS_SET_BY,
  tellOf,
} from '../alerts/investigation/investigationErasure.ts';
import { erasePlotNames, plotNamesOf, type PlotName } from '../farms/plotErasure.ts';
import { eraseMailOf, LETTERS_TO, MAIL_SETTING_OF } from '../mail/mailErasure.ts';
import { clientErrorsOf, eraseClientErrors } from '../monitoring/clientReports.ts';
import { contactRequestsOf, eraseContactRequests } from '../monitoring/contactService.ts';
import { eraseReportFiles, REPORTS_MADE_BY } from '../reports/reportErasure.ts';
import { eraseHooksOf, HOOKS_MADE_BY } from '../webhooks/webhookErasure.ts';
import type { ExportSection } from './jsonBatches.ts';
import { jsonRows } from './jsonRows.ts';
import { mentions, unmistakable, type Person } from './person.ts';
import { reachOf, theirNotes, searchWords, type Reach } from './reach.ts';

/** Who is erased, and the lots (UUIDs) that named them as their farmer until now. */
export interface Erased {
  person: Person;
  lotIds: readonly string[];
  /** the lots that had to do with the person until now */
  reach: Reach;
}

/**
 * What a feature keeps of people beside accounts, lots and alerts: stored files, answers, requests. Each is listed in
 * `PERSONAL_STORES`, so that erasure and export miss none.
 */
export interface PersonalStore {
  /**
   * Erases values that name the person or were made for them, in the erasure's transaction.
   * @returns the names of the erased values, for the receipt; may be empty
   */
  erase(em: EntityManager, erased: Erased): Promise<string[]>;
  /**
   * Stored data of an account, by their names in the export; in the caller's transaction, each read before the next.
   */
  export(em: EntityManager, person: Person & { userId: string }): AsyncIterable<ExportSection>;
}

/** Stored answers for repeated calls: the answer to any call may name the person, so all of them are deleted. */
const storedAnswers: PersonalStore = {
  erase: async (em) => {
    await forgetStoredAnswers(em);
    return ['storedAnswers'];
  },
  async *export(em, { userId }) {
    yield ['idempotencyKeys', jsonRows(em, IDEMPOTENCY_KEYS_OF, [userId])];
  },
};

/**
 * Reports: texts about the person's lots are erased, figures stay (docs/spec/privacy-and-erasure.md, 'Stored reports').
 */
const storedReports: PersonalStore = {
  erase: async (em, { lotIds }) => ((await eraseReportFiles(em, lotIds)) > 0 ? ['reportFiles'] : []),
  async *export(em, { userId }) {
    yield ['reportsMade', jsonRows(em, REPORTS_MADE_BY, [userId])];
  },
};

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
const alertWork: PersonalStore = {
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
    yield ['alertsAssigned', jsonRows(em, TASKS_OF, [person.userId])];
    yield ['alertsAssignedToOthers', jsonRows(em, TASKS_SET_BY, [person.userId])];
  },
};

/** Where a person's alerts are mailed, and which mails they were sent. */
const alertMail: PersonalStore = {
  erase: async (em, { person }) =>
    person.userId !== null && (await eraseMailOf(em, person.userId)) ? ['alertMail'] : [],
  async *export(em, { userId }) {
    yield ['alertMail', jsonRows(em, MAIL_SETTING_OF, [userId])];
    yield ['alertMailsSent', jsonRows(em, LETTERS_TO, [userId])];
  },
};

/** Web hooks that a person made end with their account, as partner keys do. */
const webHooks: PersonalStore = {
  erase: async (em, { person }) =>
    person.userId !== null && (await eraseHooksOf(em, person.userId)) > 0 ? ['webHooks'] : [],
  async *export(em, { userId }) {
    yield ['webHooksMade', jsonRows(em, HOOKS_MADE_BY, [userId])];
  },
};

/** Contact requests by a person, known by address or full name, or that name them. */
const contactRequests: PersonalStore = {
  erase: async (em, { person }) => ((await eraseContactRequests(em, by(person))) > 0 ? ['contactRequests'] : []),
  async *export(em, person) {
    yield ['contactRequests', await contactRequestsOf(em, by(person))];
  },
};

function by(person: Person) {
  const sought = unmistakable(person);
  return (request: { firstName: string; lastName: string; email: string; company: string; message: string | null }) =>
    mentions(
      [`${request.firstName} ${request.lastName}`, request.email, request.company, request.message ?? ''].join(' | '),
      sought,
    );
}

/** Errors that browsers reported: not linked to an account, but a text may contain a name. */
const clientErrors: PersonalStore = {
  erase: async (em, { person }) => ((await eraseClientErrors(em, naming(person))) > 0 ? ['clientErrors'] : []),
  async *export(em, person) {
    yield ['clientErrors', await clientErrorsOf(em, naming(person))];
  },
};

function naming(person: Person): (text: string) => boolean {
  const sought = unmistakable(person);
  return (text) => mentions(text, sought);
}

/** Picks the names of plots that a person gave, or that name them. */
function theirPlots(person: Person, others: readonly string[]): (plot: PlotName) => boolean {
  return ({ actorId, farmId, name }) =>
    (person.userId !== null && actorId === person.userId) ||
    mentions(name, farmId === person.farmId ? person : unmistakable(person), others);
}

/**
 * Plots: a plot's name is erased with the person who gave it or who is named in it; the land belongs to the farm, and
 * is kept like the locations of its lots.
 */
const plots: PersonalStore = {
  async erase(em, { person, reach }) {
    const named = await plotNamesOf(em, { userId: person.userId, words: searchWords(person) });
    const gone = named.filter(theirPlots(person, reach.others));
    if (gone.length > 0) await erasePlotNames(em, gone);
    return gone.length > 0 ? ['plotNames'] : [];
  },
  async *export(em, { userId }) {
    const sql = `select v.plot_id as "plotId", v.version, v.change, v.name, v.geometry, v.at from ${PLOT_OUTLINES} v
       where v.actor_id = ? order by v.at, v.id`;
    yield ['plotsDrawn', jsonRows(em, sql, [userId])];
  },
};

/** Every store, in the order of the export. */
export const PERSONAL_STORES: readonly PersonalStore[] = [
  storedAnswers,
  storedReports,
  alertWork,
  alertMail,
  webHooks,
  contactRequests,
  clientErrors,
  plots,
];
