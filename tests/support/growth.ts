import { FILE_LIMITS } from '../../server/modules/alerts/files/alertFileService.ts';
import { MOST_COMMENTS } from '../../server/modules/alerts/investigation/investigationService.ts';
import { DUE_DILIGENCE_LIMITS } from '../../server/domain/due-diligence/dueDiligenceInput.ts';
import { CONSIGNMENT_CALLS } from '../../server/domain/consignment/consignmentCalls.ts';
import { LIMITS } from '../../server/platform/config.ts';
import { TRANSFORMATION_LIMITS } from '../../server/domain/mass/massBalance.ts';
import { LOT_LIMITS } from '../../server/domain/lot/lotInput.ts';
import { PLOT_LIMITS } from '../../server/domain/plot/plotInput.ts';
import { NOTIFICATION_LIMITS } from '../../server/domain/notifications/notifications.ts';
import { VIEW_LIMITS } from '../../server/domain/views/savedViewInput.ts';
import { MOST_HOOKS } from '../../server/modules/webhooks/webhookService.ts';
import { MOST_FARMS } from '../../server/modules/farms/farmRegister.ts';
import { MOST_REMEMBERED } from '../../server/modules/lots/transfer/rememberedColumns.ts';
import { MOST_IMPORTS } from '../../server/modules/lots/transfer/storedImports.ts';
import { MOST_PARTIES } from '../../server/modules/parties/partyService.ts';
import { LOGIN_LIMITS } from '../../server/modules/identity/loginLimits.ts';
import { MOST_INVITATIONS } from '../../server/domain/access/invitationInput.ts';
import { MOST_KEYS } from '../../server/modules/identity/keyService.ts';
import { CODES_A_DAY } from '../../server/modules/mail/mailService.ts';
import { MOST_ROWS } from '../../server/modules/monitoring/clientReports.ts';
import { MOST_REQUESTS } from '../../server/modules/monitoring/contactService.ts';
import { MOST_LOTS_A_DAY, MOST_SESSIONS_A_DAY } from '../../server/modules/monitoring/searchAnalytics.ts';
import { MOST_STATEMENTS } from '../../server/modules/statements/statementService.ts';
import { MOST_DECLARATIONS_A_DAY } from '../../server/modules/statements/supplierDeclarations.ts';
import { MOST_REPORTS_A_DAY } from '../../server/modules/reports/reportStore.ts';

/** Something that calls make grow, and what holds it. */
interface Growth {
  /** as people call it */
  what: string;
  /** tables that hold it, or the files */
  holds: readonly string[];
  /** the bound, by caller */
  bound: string;
  /**
   * What becomes of a call beyond it: `refused` before it is carried out; `replaced`: the oldest make room, or nothing more is counted;
   * `follows`: it grows with something else of this table, and with it alone
   */
  beyond: 'refused' | 'replaced' | 'follows';
}

const MEGABYTE = 2 ** 20;
const figure = (count: number): string => count.toLocaleString('en-US');
const changes = figure(LIMITS.changesADay);

/**
 * Everything that a call can make grow. `docs/security.md` ('What a call can make grow') shows it, and
 * `tests/api/platform/growth.test.ts` compares both with the tables of the database and drives each bound.
 */
export const GROWTH = {
  changes: {
    what: 'changes of any kind: lots, stages, steps on alerts, plots, accounts',
    holds: [
      'lot',
      'delivery',
      'personal_value',
      'app_user',
      'alert_task',
      'transformation',
      'consignment',
      'consignment_lot',
      'consignment_event',
      'consignment_value',
      'buyer_task',
      'shipping_review',
      'dd_assessment',
      'dd_answer',
      'dd_measure',
      'dd_concern',
    ],
    bound: `${changes} in 24 hours for each user or partner key, each lot of an import counted`,
    beyond: 'refused',
  },
  lotEdits: {
    what: 'edits of a lot',
    holds: ['lot_event'],
    bound: `${figure(LOT_LIMITS.editsADay)} in 24 hours for each lot`,
    beyond: 'refused',
  },
  alertComments: {
    what: 'comments on an alert',
    holds: ['alert_comment'],
    bound: `${figure(MOST_COMMENTS)} for each alert`,
    beyond: 'refused',
  },
  alertFiles: {
    what: 'files of an alert',
    holds: ['alert_file'],
    bound: `${FILE_LIMITS.files} files and ${FILE_LIMITS.alertMegabytes} MB for each alert`,
    beyond: 'refused',
  },
  allAlertFiles: {
    what: 'files of all alerts together',
    holds: ['alert_file'],
    bound: `${figure(LIMITS.alertFilesBytes / MEGABYTE)} MB`,
    beyond: 'refused',
  },
  documents: {
    what: 'documents of due diligence',
    holds: ['dd_document'],
    bound: `${DUE_DILIGENCE_LIMITS.documentsOfSubject} for each farm, plot, lot or consignment`,
    beyond: 'refused',
  },
  allDocuments: {
    what: 'documents of due diligence together',
    holds: ['dd_document'],
    bound: `${figure(LIMITS.documentsBytes / MEGABYTE)} MB`,
    beyond: 'refused',
  },
  farmPlots: {
    what: 'plots of a farm',
    holds: ['plot'],
    bound: `${figure(PLOT_LIMITS.plotsOfFarm)} for each farm`,
    beyond: 'refused',
  },
  plotVersions: {
    what: 'versions of a plot',
    holds: ['plot_version'],
    bound: `${figure(PLOT_LIMITS.versions)} for each plot`,
    beyond: 'refused',
  },
  reports: {
    what: 'reports, their portions and their files',
    holds: ['report', 'report_file', 'report_part', 'report_making'],
    bound: `${figure(MOST_REPORTS_A_DAY)} in 24 hours for each user or partner key, one of many lots at a time`,
    beyond: 'refused',
  },
  imports: {
    what: 'imports of lots that are listed',
    holds: ['lot_import'],
    bound: `the newest ${figure(MOST_IMPORTS)} of each user or partner key`,
    beyond: 'replaced',
  },
  importColumns: {
    what: 'sets of columns that are remembered for imports',
    holds: ['lot_import_columns'],
    bound: `${MOST_REMEMBERED} for each user`,
    beyond: 'replaced',
  },
  notificationMarks: {
    what: 'marks of notifications that were read one by one',
    holds: ['notification_state'],
    bound: `${NOTIFICATION_LIMITS.marks} for each user`,
    beyond: 'replaced',
  },
  savedViews: {
    what: 'views of lists that people save',
    holds: ['saved_view'],
    bound: `${VIEW_LIMITS.ofAccount} for each user, ${VIEW_LIMITS.shared} of all that are shared`,
    beyond: 'refused',
  },
  webHooks: {
    what: 'web hooks',
    holds: ['web_hook'],
    bound: `${figure(MOST_HOOKS)} in use`,
    beyond: 'refused',
  },
  buyerLinks: {
    what: "links of a consignment's buyer",
    holds: ['buyer_link'],
    bound: `${CONSIGNMENT_CALLS.links} that are valid, for each consignment`,
    beyond: 'refused',
  },
  statements: {
    what: 'statements of a consignment, with their parts, contents and packages',
    holds: ['statement', 'statement_content', 'statement_package', 'statement_package_piece', 'statement_exchange'],
    bound: `${MOST_STATEMENTS} for each consignment`,
    beyond: 'refused',
  },
  supplierDeclarations: {
    what: 'numbers of suppliers that are verified',
    holds: ['supplier_declaration'],
    bound: `${figure(MOST_DECLARATIONS_A_DAY)} in 24 hours`,
    beyond: 'refused',
  },
  farms: {
    what: 'farms of the register',
    holds: ['farm'],
    bound: `${figure(MOST_FARMS)} that are not erased`,
    beyond: 'refused',
  },
  parties: {
    what: 'parties',
    holds: ['party'],
    bound: `${figure(MOST_PARTIES)} that are not erased`,
    beyond: 'refused',
  },
  partnerKeys: {
    what: 'partner keys',
    holds: ['api_key'],
    bound: `${figure(MOST_KEYS)} in use`,
    beyond: 'refused',
  },
  invitations: {
    what: 'invitations',
    holds: ['invitation'],
    bound: `${MOST_INVITATIONS} that are open`,
    beyond: 'refused',
  },
  mailCodes: {
    what: 'mail addresses, and the codes that are mailed to them',
    holds: ['alert_mail', 'alert_mail_letter'],
    bound: `one address and ${CODES_A_DAY} codes in 24 hours for each account`,
    beyond: 'refused',
  },
  idempotencyKeys: {
    what: 'idempotency keys',
    holds: ['idempotency_key'],
    bound: `${figure(LIMITS.keysADay)} in 24 hours for each user or partner key`,
    beyond: 'refused',
  },
  idempotencyBytes: {
    what: 'answers that are stored for them',
    holds: ['idempotency_key'],
    bound: `16 kB each, ${figure(LIMITS.keyBytesADay / MEGABYTE)} MB in 24 hours for each user or partner key`,
    beyond: 'refused',
  },
  signIns: {
    what: 'sessions and refresh tokens',
    holds: ['session', 'refresh_token'],
    bound: `${figure(LIMITS.signInsADay)} in 24 hours for each account`,
    beyond: 'refused',
  },
  failedSignIns: {
    what: 'sign-ins that failed',
    holds: ['login_failure'],
    bound: `${LOGIN_LIMITS.perAccount} in 15 minutes for each account, ${LOGIN_LIMITS.perAddress} for each address`,
    beyond: 'refused',
  },
  clientErrors: {
    what: 'errors that pages report',
    holds: ['client_error'],
    bound: `${figure(MOST_ROWS)} in all`,
    beyond: 'replaced',
  },
  clientMetrics: {
    what: 'measurements of pages',
    holds: ['client_metric'],
    bound: `${figure(MOST_ROWS)} in all`,
    beyond: 'replaced',
  },
  contactRequests: {
    what: 'contact requests',
    holds: ['contact_request'],
    bound: `${figure(MOST_REQUESTS)} in all`,
    beyond: 'replaced',
  },
  searchedLots: {
    what: 'lot ids that were searched for',
    holds: ['search_day', 'search_day_lot'],
    bound: `${figure(MOST_LOTS_A_DAY)} a day in all`,
    beyond: 'replaced',
  },
  searchSessions: {
    what: 'sessions that searched',
    holds: ['search_session'],
    bound: `${figure(MOST_SESSIONS_A_DAY)} a day in all`,
    beyond: 'replaced',
  },
  ledger: {
    what: 'events on the ledger, the outbox and the register chain',
    holds: [
      'ledger_outbox',
      'ledger_organisation',
      'ledger_block',
      'ledger_transaction',
      'ledger_content',
      'ledger_head',
      'ledger_tree_node',
      'ledger_restored',
      'register_event',
      'fabric_block',
      'fabric_event',
      'fabric_submission',
      'fabric_tree_node',
    ],
    bound: 'one event for each change of a lot or an alert',
    beyond: 'follows',
  },
  audit: {
    what: 'lines of the audit table',
    holds: ['audit_entry', 'audit_portion', 'audit_anchor'],
    bound: 'one for each change, sign-in, sign-in that failed and export',
    beyond: 'follows',
  },
  checks: {
    what: 'satellite checks and alerts',
    holds: ['satellite_check', 'recheck', 'alert'],
    bound: 'one check for each new lot, each new place and each request; the clock checks FOREST_READS_PER_SECOND',
    beyond: 'follows',
  },
  news: {
    what: 'news, and what is told of alerts',
    holds: ['event_log', 'event_reader', 'alert_told', 'web_hook_delivery'],
    bound: `one row for each change, and one for each web hook (at most ${MOST_HOOKS}) of each change of an alert; removed after 7 and 30 days`,
    beyond: 'follows',
  },
  transformationParts: {
    what: 'parts and origins of transformations',
    holds: ['transformation_input', 'transformation_output', 'lot_origin', 'lot_ancestor'],
    bound: `one row for each of the at most ${figure(TRANSFORMATION_LIMITS.inputs)} inputs and ${TRANSFORMATION_LIMITS.outputs} outputs of a transformation, and one for each lot that an output was made of`,
    beyond: 'follows',
  },
  figures: {
    what: 'figures that are kept with each write',
    holds: [
      'lot_figure',
      'lot_figure_change',
      'farm_figure',
      'day_figure',
      'quality_figure',
      'check_figure',
      'alert_figure',
      'alert_figure_change',
      'alert_place_figure',
      'figure_fold',
    ],
    bound: 'some rows for each lot and alert',
    beyond: 'follows',
  },
  privacy: {
    what: 'erasures',
    holds: ['erasure', 'erasure_lot'],
    bound: 'one under way for each person, and a row for each of their lots',
    beyond: 'follows',
  },
  jobs: {
    what: 'jobs',
    holds: ['graphile_worker'],
    bound: 'one that waits for each lot, web hook, letter and report; removed when done',
    beyond: 'follows',
  },
  program: {
    what: 'what the program holds of itself',
    holds: ['installation', 'cooperative', 'seal_key', 'schema_migration', 'rate_spent'],
    bound: 'no call adds to it; rates: a row for each rate and caller of a day',
    beyond: 'follows',
  },
  files: {
    what: 'files on disk: uploads, satellite tiles',
    holds: ['DATA_DIR', 'the folder for temporary files'],
    bound: `an upload of ${LIMITS.uploadBytes / MEGABYTE} MB while its call lasts; tiles: FOREST_CACHE_MB`,
    beyond: 'follows',
  },
  logs: {
    what: 'lines of the log',
    holds: ['standard output'],
    bound: 'one for each request at most, by PUBLIC_RATE_LIMIT and STAFF_RATE_LIMIT; LOG_LEVEL says which',
    beyond: 'follows',
  },
  browser: {
    what: 'drafts of forms, and lots that were opened without connection',
    holds: ['the browser'],
    bound: 'nothing of them is on the server',
    beyond: 'follows',
  },
} as const satisfies Record<string, Growth>;
