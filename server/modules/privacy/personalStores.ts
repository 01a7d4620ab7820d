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
import {
  farmsOfPerson,
  FARMS_REGISTERED_BY,
  storeRemaining,
  withoutPerson,
  type FarmJudge,
} from '../farms/farmErasure.ts';
import { erasePlotNames, plotNamesOf, type PlotName } from '../farms/plotErasure.ts';
import { eraseMailOf, LETTERS_TO, MAIL_SETTING_OF } from '../mail/mailErasure.ts';
import { clientErrorsOf, eraseClientErrors } from '../monitoring/clientReports.ts';
import { contactRequestsOf, eraseContactRequests } from '../monitoring/contactService.ts';
import {
  BUYER_LINKS_BY,
  BUYER_TASKS_BY,
  CONSIGNMENT_STEPS_BY,
  eraseActorName,
  eraseBuyers,
} from '../consignments/consignmentErasure.ts';
import {
  ANSWERS_BY,
  ASSESSMENTS_MADE_BY,
  CONCERNS_BY,
  DOCUMENTS_ABOUT_FARM,
  DOCUMENTS_ADDED_BY,
  documentsKeptOf,
  eraseDocumentsOf,
  eraseDueDiligenceTexts,
  MEASURES_BY,
  type ErasedSubject,
} from '../due-diligence/dueDiligenceErasure.ts';
import { eraseInvitations, INVITATIONS_BY, invitationsThat } from '../identity/invitationErasure.ts';
import { SHIPPING_REVIEWS_BY } from '../lots/shipping/shippingReviewRows.ts';
import { KEPT } from '../../domain/messages/retentionMessages.ts';
import { DATA_HANDED_OVER } from './dataHandedOver.ts';
import { kept as retained, type Kept } from './erasureReceipt.ts';
import { eraseParties, PARTIES_ADDED_BY, partiesThat } from '../parties/partyErasure.ts';
import { eraseReportFiles, REPORTS_MADE_BY } from '../reports/reportErasure.ts';
import {
  CONSIGNMENTS_FILED,
  DECLARATIONS_VERIFIED_BY,
  eraseUnfiledContents,
  STATEMENTS_MADE_BY,
  statementsKeptOf,
} from '../statements/statementErasure.ts';
import { COLUMNS_CHOSEN_BY, eraseFileNames, forgetColumns, IMPORTS_MADE_BY } from '../lots/transfer/storedImports.ts';
import { eraseViews, VIEWS_SAVED_BY } from '../saved-views/savedViewErasure.ts';
import { eraseNotificationState, NOTIFICATIONS_READ_BY } from '../notifications/notificationErasure.ts';
import { eraseHooksOf, HOOKS_MADE_BY } from '../webhooks/webhookErasure.ts';
import type { ExportSection } from './jsonBatches.ts';
import { jsonRows } from './jsonRows.ts';
import { mentions, sameName, unmistakable, type Person } from './person.ts';
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
  /** What of it outlives the erasure and says until when, for the receipt; asked after `erase`. */
  kept?(em: EntityManager, erased: Erased): Promise<Kept[]>;
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

/** Open invitations of the person, known by address or full name, and those that they made. */
const invitations: PersonalStore = {
  async erase(em, { person }) {
    const ids = (await invitationsThat(em, naming(person))).map(({ id }) => id);
    return (await eraseInvitations(em, { ids, inviterId: person.userId })) > 0 ? ['invitations'] : [];
  },
  async *export(em, person) {
    yield ['invitations', await invitationsThat(em, naming(person))];
    yield ['invitationsMade', jsonRows(em, INVITATIONS_BY, [person.userId])];
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

/** Imports of lots: names of files may name the person. The imports and their figures stay. */
const lotImports: PersonalStore = {
  async erase(em, { person, lotIds }) {
    if (person.userId !== null) await forgetColumns(em, person.userId);
    return (await eraseFileNames(em, { userId: person.userId, lotIds })) > 0 ? ['importedFileNames'] : [];
  },
  async *export(em, { userId }) {
    yield ['lotImports', jsonRows(em, IMPORTS_MADE_BY, [userId])];
    yield ['columnsOfImports', jsonRows(em, COLUMNS_CHOSEN_BY, [userId])];
  },
};

/** Views of lists: those of the person, and those of others that name them; what the person read of notifications. */
const savedViews: PersonalStore = {
  async erase(em, { person }) {
    if (person.userId !== null) await eraseNotificationState(em, person.userId);
    return (await eraseViews(em, { userId: person.userId, names: naming(person) })) > 0 ? ['savedViews'] : [];
  },
  async *export(em, { userId }) {
    yield ['savedViews', jsonRows(em, VIEWS_SAVED_BY, [userId])];
    yield ['notificationsRead', jsonRows(em, NOTIFICATIONS_READ_BY, [userId])];
  },
};

/** Parties that are the person, or whose values name them, known by address or full name. */
const parties: PersonalStore = {
  async erase(em, { person }) {
    const gone = await partiesThat(em, naming(person));
    const ids = gone.map(({ id }) => id);
    await eraseParties(em, ids, new Date());
    await eraseBuyers(em, ids);
    return gone.length > 0 ? ['parties'] : [];
  },
  async *export(em, person) {
    yield ['parties', await partiesThat(em, naming(person))];
    yield ['partiesAdded', jsonRows(em, PARTIES_ADDED_BY, [person.userId])];
  },
};

/** Who asked, confirmed, shipped and looked at it; their ids stay, and name nobody any more. */
const shippingReviews: PersonalStore = {
  erase: async () => [],
  async *export(em, { userId }) {
    yield ['shippingReviews', jsonRows(em, SHIPPING_REVIEWS_BY, [userId, userId, userId, userId, userId])];
  },
};

/** The person's name in the history of consignments. */
const consignments: PersonalStore = {
  erase: async (em, { person: { userId } }) =>
    userId !== null && (await eraseActorName(em, userId)) > 0 ? ['consignments'] : [],
  async *export(em, { userId }) {
    yield ['consignmentSteps', jsonRows(em, CONSIGNMENT_STEPS_BY, [userId])];
    yield ['buyerLinks', jsonRows(em, BUYER_LINKS_BY, [userId])];
    yield ['buyersInformed', jsonRows(em, BUYER_TASKS_BY, [userId])];
  },
};

/** Contents of statements that nobody has got; what was filed is kept as the law asks for. */
const statements: PersonalStore = {
  erase: async (em, { lotIds }) =>
    (await eraseUnfiledContents(em, lotIds, new Date())) > 0 ? ['statementContents'] : [],
  async kept(em, { lotIds }) {
    const found = await statementsKeptOf(em, lotIds);
    if (found === null) return [];
    return [retained(KEPT.statements({ statements: found.statements }), found.until, KEPT.statementsReason({}))];
  },
  async *export(em, { userId }) {
    yield ['statementsMade', jsonRows(em, STATEMENTS_MADE_BY, [userId])];
    yield ['declarationsVerified', jsonRows(em, DECLARATIONS_VERIFIED_BY, [userId])];
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

/** What of the register is about a person: of their own farm by their name, elsewhere by what is unmistakable. */
function ofFarms(person: Person, others: readonly string[]): FarmJudge {
  const own = (farmId: string) => person.farmId !== '' && farmId === person.farmId;
  const named = ({ farmId }: { farmId: string }) => (own(farmId) ? person : unmistakable(person));
  return {
    isTheirs: ({ farmId }) => person.farmer && own(farmId),
    isFarmer: (name, farm) => sameName(name, named(farm).name),
    names: (text, farm) => mentions(text, named(farm), others),
  };
}

/** The register of farms: the farmer's name, phone and notes of their own farm, and texts of others that name them. */
const farms: PersonalStore = {
  async erase(em, { person, reach }) {
    const found = await farmsOfPerson(em, { farmId: person.farmId, words: searchWords(unmistakable(person)) });
    const judge = ofFarms(person, reach.others);
    const remaining = found.flatMap((farm) => withoutPerson(farm, judge) ?? []);
    await storeRemaining(em, remaining, new Date());
    return remaining.length > 0 ? ['farms'] : [];
  },
  async *export(em, person) {
    const found = await farmsOfPerson(em, { farmId: person.farmId, words: searchWords(unmistakable(person)) });
    const { others } = await reachOf(em, person);
    const judge = ofFarms(person, others);
    yield ['farms', found.filter((farm) => judge.isTheirs(farm) || withoutPerson(farm, judge) !== null)];
    yield ['farmsRegistered', jsonRows(em, FARMS_REGISTERED_BY, [person.userId])];
  },
};

/** Documents of the farm of a farmer, and texts of due diligence that name the person. */
const dueDiligence: PersonalStore = {
  async erase(em, { person }) {
    const subject: ErasedSubject = {
      farmId: person.farmer ? person.farmId : '',
      words: searchWords(unmistakable(person)),
      names: naming(person),
    };
    const documents = await eraseDocumentsOf(em, subject, { at: new Date(), filed: CONSIGNMENTS_FILED });
    return [...(documents ? ['documents'] : []), ...(await eraseDueDiligenceTexts(em, subject))];
  },
  async kept(em, { person: { farmer, farmId } }) {
    const found = farmer && farmId !== '' ? await documentsKeptOf(em, farmId) : null;
    if (found === null) return [];
    return [retained(KEPT.documents({ documents: found.documents }), found.until, KEPT.documentsReason({}))];
  },
  async *export(em, { userId, farmer, farmId }) {
    const ownFarm = farmer && farmId !== '';
    yield ['documentsAboutFarm', ownFarm ? jsonRows(em, DOCUMENTS_ABOUT_FARM, [farmId]) : []];
    yield ['dataHandedOver', ownFarm ? jsonRows(em, DATA_HANDED_OVER, [farmId, farmId, farmId]) : []];
    yield ['documentsAdded', jsonRows(em, DOCUMENTS_ADDED_BY, [userId])];
    yield ['riskAssessments', jsonRows(em, ASSESSMENTS_MADE_BY, [userId, userId])];
    yield ['riskAnswers', jsonRows(em, ANSWERS_BY, [userId])];
    yield ['mitigationMeasures', jsonRows(em, MEASURES_BY, [userId, userId])];
    yield ['concerns', jsonRows(em, CONCERNS_BY, [userId, userId])];
  },
};

/** Every store, in the order of the export. */
export const PERSONAL_STORES: readonly PersonalStore[] = [
  storedAnswers,
  storedReports,
  alertWork,
  alertMail,
  invitations,
  webHooks,
  lotImports,
  savedViews,
  contactRequests,
  clientErrors,
  farms,
  plots,
  parties,
  shippingReviews,
  consignments,
  statements,
  dueDiligence,
];
