import { sentence } from './said.ts';

/** Why the server rejects a request. */
export const REFUSED = {
  // The call
  invalid: sentence('refused.invalid', {
    fields: ['stage'],
    first: 'stage takes one of: harvested, fermented, drying, processed, shipped, delivered',
  }),
  pleaseLogIn: sentence('refused.please_log_in'),
  invalidCredentials: sentence('refused.invalid_credentials'),
  sessionEnded: sentence('refused.session_ended'),
  forbidden: sentence('refused.forbidden'),
  ownFarmOnly: sentence('refused.own_farm_only'),
  otherAccounts: sentence('refused.other_accounts'),
  automation: sentence('refused.automation'),

  // Things that are not there
  lotNotFound: sentence('not_found.lot'),
  alertNotFound: sentence('not_found.alert'),
  userNotFound: sentence('not_found.user'),
  reportNotFound: sentence('not_found.report'),
  sessionNotFound: sentence('not_found.session'),
  hookNotFound: sentence('not_found.hook'),
  fileNotFound: sentence('not_found.file'),
  plotNotFound: sentence('not_found.plot'),
  farmNotFound: sentence('not_found.farm'),
  keyNotFound: sentence('not_found.key'),
  resourceNotFound: sentence('not_found.resource'),
  notPublic: sentence('not_found.public_lot'),
  noChain: sentence('not_found.chain'),
  notSoManyBlocks: sentence('not_found.blocks'),
  noRefusedEvent: sentence('not_found.refused_event'),
  farmerNotFound: sentence('not_found.farmer'),
  reportErased: sentence('not_found.report_erased'),

  // Accounts
  usernameTaken: sentence('conflict.username_taken', { username: 'maria' }),
  wrongPassword: sentence('refused.wrong_password'),
  lastAdmin: sentence('conflict.last_admin'),
  demoAccount: sentence('conflict.demo_account'),
  accountChanged: sentence('conflict.account_changed'),
  farmerHasAccount: sentence('conflict.farmer_has_account'),

  // Lots, alerts, reports
  lotIdTaken: sentence('conflict.lot_id_taken', { lotId: 'LOT701' }),
  lotIdsTaken: sentence('conflict.lot_ids_taken'),
  noFreeLotId: sentence('conflict.no_free_lot_id'),
  staleVersion: sentence('conflict.stale_version', { currentVersion: 3 }),
  stalePlot: sentence('conflict.stale_plot', { currentVersion: 3 }),
  changedPlot: sentence('conflict.plot_changed_outside'),
  twoVersions: sentence('conflict.two_versions'),
  uncheckableLot: sentence('conflict.lot_differs_no_check'),
  differingLot: sentence('conflict.lot_differs_no_change'),
  undecidableLot: sentence('conflict.lot_differs_no_decision'),
  alertStep: sentence('conflict.alert_step', { from: 'resolved', to: 'dismissed' }),
  alertStands: sentence('conflict.alert_stands', { status: 'dismissed' }),
  alertResolved: sentence('conflict.alert_resolved'),
  alertResolvedAs: sentence('conflict.alert_resolved_as', { outcome: 'No Deforestation' }),
  alertClosed: sentence('conflict.alert_closed'),
  manyComments: sentence('conflict.many_comments', { most: 200 }),
  alertTakesNoFiles: sentence('conflict.alert_takes_no_files'),
  manyAlertFiles: sentence('conflict.many_alert_files', { files: 20, megabytes: 50 }),
  noRoomForFiles: sentence('conflict.no_room_for_files'),
  alertFileChanged: sentence('conflict.alert_file_changed'),
  noMail: sentence('conflict.no_mail'),
  manyKeys: sentence('conflict.many_keys', { most: 500 }),
  manyHooks: sentence('conflict.many_hooks', { most: 50 }),
  reportChanged: sentence('conflict.report_changed'),

  // Idempotency keys
  keyReused: sentence('conflict.key_reused'),
  keyAnswerGone: sentence('conflict.key_answer_gone'),
  keyUnderWay: sentence('conflict.key_under_way'),

  // Too much at once
  tooManyRequests: sentence('busy.requests'),
  tooManyAttempts: sentence('busy.attempts', { minutes: 5 }),
  tooManyVerifications: sentence('busy.verifications'),
  tooManyReports: sentence('busy.reports'),
  reportUnderWay: sentence('busy.report_under_way'),
  tooManyCertificates: sentence('busy.certificates'),
  tooManyFiles: sentence('busy.files'),
  tooManyImports: sentence('busy.imports'),
  tooManyEdits: sentence('busy.edits', { most: 200 }),
  tooManyReportsADay: sentence('busy.reports_a_day', { most: 100 }),
  tooManyForeignOverlaps: sentence('busy.foreign_overlaps', { most: 20 }),
  busyPlots: sentence('conflict.plots_nearby'),
  tooManyKeysADay: sentence('busy.keys_a_day', { most: 200_000 }),
  tooManyKeyBytes: sentence('busy.key_bytes', { megabytes: 512 }),
  tooManySignInsADay: sentence('busy.sign_ins_a_day', { most: 5_000 }),
  tooManyChangesADay: sentence('busy.changes_a_day', { most: 200_000 }),
};

/** Why a request could not be carried out, whatever it asked for. */
export const REQUEST = {
  serverError: sentence('request.server_error'),
  ledgerAway: sentence('request.ledger_away'),
  databaseAway: sentence('request.database_away'),
  diskFull: sentence('request.disk_full'),
  timeout: sentence('request.timeout'),
  slow: sentence('request.slow'),
  longHeaders: sentence('request.long_headers'),
  noHttp: sentence('request.no_http'),
  brokenJson: sentence('request.broken_json'),
  deepJson: sentence('request.deep_json', { levels: 64 }),
  notAsRead: sentence('request.not_as_read'),
  largeBody: sentence('request.large_body'),
  largerBody: sentence('request.larger_body', { kilobytes: 64 }),
  largeFile: sentence('request.large_file', { megabytes: 25 }),
  longAddress: sentence('request.long_address'),
  notJson: sentence('request.not_json'),
  notForm: sentence('request.not_form'),
  wrongMethod: sentence('request.wrong_method', { method: 'PUT' }),
  batchInBatch: sentence('request.batch_in_batch'),
  signInInBatch: sentence('request.sign_in_in_batch'),
  sendsFileInBatch: sentence('request.sends_file_in_batch'),
  asksFileInBatch: sentence('request.asks_file_in_batch'),
  batchTimeOver: sentence('request.batch_time_over'),
};

/** What came of an import. */
export const IMPORT = {
  nothing: sentence('import.nothing', { invalid: 1, total: 2 }),
  possible: sentence('import.possible', { total: 2 }),
  done: sentence('import.done', { lots: 2 }),
};
