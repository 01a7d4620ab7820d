import { defineMessage } from './message.ts';

/** Why the server rejects a request. */
export const REFUSED = {
  // The call
  invalid: defineMessage('refused.invalid', {
    fields: ['stage'],
    first: 'stage takes one of: harvested, fermented, drying, processed, shipped, delivered',
  }),
  pleaseLogIn: defineMessage('refused.please_log_in'),
  invalidCredentials: defineMessage('refused.invalid_credentials'),
  sessionEnded: defineMessage('refused.session_ended'),
  forbidden: defineMessage('refused.forbidden'),
  ownFarmOnly: defineMessage('refused.own_farm_only'),
  otherAccounts: defineMessage('refused.other_accounts'),
  automation: defineMessage('refused.automation'),

  // Things that are not there
  lotNotFound: defineMessage('not_found.lot'),
  alertNotFound: defineMessage('not_found.alert'),
  userNotFound: defineMessage('not_found.user'),
  reportNotFound: defineMessage('not_found.report'),
  sessionNotFound: defineMessage('not_found.session'),
  hookNotFound: defineMessage('not_found.hook'),
  fileNotFound: defineMessage('not_found.file'),
  plotNotFound: defineMessage('not_found.plot'),
  farmNotFound: defineMessage('not_found.farm'),
  keyNotFound: defineMessage('not_found.key'),
  resourceNotFound: defineMessage('not_found.resource'),
  notPublic: defineMessage('not_found.public_lot'),
  noChain: defineMessage('not_found.chain'),
  notSoManyBlocks: defineMessage('not_found.blocks'),
  noRefusedEvent: defineMessage('not_found.refused_event'),
  farmerNotFound: defineMessage('not_found.farmer'),
  reportErased: defineMessage('not_found.report_erased'),

  // Accounts
  usernameTaken: defineMessage('conflict.username_taken', { username: 'maria' }),
  wrongPassword: defineMessage('refused.wrong_password'),
  lastAdmin: defineMessage('conflict.last_admin'),
  demoAccount: defineMessage('conflict.demo_account'),
  accountChanged: defineMessage('conflict.account_changed'),
  farmerHasAccount: defineMessage('conflict.farmer_has_account'),

  // Lots, alerts, reports
  lotIdTaken: defineMessage('conflict.lot_id_taken', { lotId: 'LOT701' }),
  lotIdsTaken: defineMessage('conflict.lot_ids_taken'),
  noFreeLotId: defineMessage('conflict.no_free_lot_id'),
  staleVersion: defineMessage('conflict.stale_version', { currentVersion: 3 }),
  stalePlot: defineMessage('conflict.stale_plot', { currentVersion: 3 }),
  changedPlot: defineMessage('conflict.plot_changed_outside'),
  twoVersions: defineMessage('conflict.two_versions'),
  uncheckableLot: defineMessage('conflict.lot_differs_no_check'),
  differingLot: defineMessage('conflict.lot_differs_no_change'),
  undecidableLot: defineMessage('conflict.lot_differs_no_decision'),
  alertStep: defineMessage('conflict.alert_step', { from: 'resolved', to: 'dismissed' }),
  alertStands: defineMessage('conflict.alert_stands', { status: 'dismissed' }),
  alertResolved: defineMessage('conflict.alert_resolved'),
  alertResolvedAs: defineMessage('conflict.alert_resolved_as', { outcome: 'No Deforestation' }),
  alertClosed: defineMessage('conflict.alert_closed'),
  manyComments: defineMessage('conflict.many_comments', { most: 200 }),
  alertTakesNoFiles: defineMessage('conflict.alert_takes_no_files'),
  manyAlertFiles: defineMessage('conflict.many_alert_files', { files: 20, megabytes: 50 }),
  noRoomForFiles: defineMessage('conflict.no_room_for_files'),
  alertFileChanged: defineMessage('conflict.alert_file_changed'),
  noMail: defineMessage('conflict.no_mail'),
  manyKeys: defineMessage('conflict.many_keys', { most: 500 }),
  manyHooks: defineMessage('conflict.many_hooks', { most: 50 }),
  reportChanged: defineMessage('conflict.report_changed'),

  // Idempotency keys
  keyReused: defineMessage('conflict.key_reused'),
  keyAnswerGone: defineMessage('conflict.key_answer_gone'),
  keyUnderWay: defineMessage('conflict.key_under_way'),

  // Too much at once
  tooManyRequests: defineMessage('busy.requests'),
  tooManyAttempts: defineMessage('busy.attempts', { minutes: 5 }),
  tooManyVerifications: defineMessage('busy.verifications'),
  tooManyReports: defineMessage('busy.reports'),
  reportUnderWay: defineMessage('busy.report_under_way'),
  tooManyCertificates: defineMessage('busy.certificates'),
  tooManyFiles: defineMessage('busy.files'),
  tooManyImports: defineMessage('busy.imports'),
  tooManyEdits: defineMessage('busy.edits', { most: 200 }),
  tooManyReportsADay: defineMessage('busy.reports_a_day', { most: 100 }),
  tooManyForeignOverlaps: defineMessage('busy.foreign_overlaps', { most: 20 }),
  busyPlots: defineMessage('conflict.plots_nearby'),
  tooManyKeysADay: defineMessage('busy.keys_a_day', { most: 200_000 }),
  tooManyKeyBytes: defineMessage('busy.key_bytes', { megabytes: 512 }),
  tooManySignInsADay: defineMessage('busy.sign_ins_a_day', { most: 5_000 }),
  tooManyChangesADay: defineMessage('busy.changes_a_day', { most: 200_000 }),
};

/** Why a request could not be carried out, whatever it asked for. */
export const REQUEST = {
  serverError: defineMessage('request.server_error'),
  ledgerAway: defineMessage('request.ledger_away'),
  databaseAway: defineMessage('request.database_away'),
  diskFull: defineMessage('request.disk_full'),
  timeout: defineMessage('request.timeout'),
  slow: defineMessage('request.slow'),
  longHeaders: defineMessage('request.long_headers'),
  noHttp: defineMessage('request.no_http'),
  brokenJson: defineMessage('request.broken_json'),
  deepJson: defineMessage('request.deep_json', { levels: 64 }),
  notAsRead: defineMessage('request.not_as_read'),
  largeBody: defineMessage('request.large_body'),
  largerBody: defineMessage('request.larger_body', { kilobytes: 64 }),
  largeFile: defineMessage('request.large_file', { megabytes: 25 }),
  longAddress: defineMessage('request.long_address'),
  notJson: defineMessage('request.not_json'),
  notForm: defineMessage('request.not_form'),
  wrongMethod: defineMessage('request.wrong_method', { method: 'PUT' }),
  batchInBatch: defineMessage('request.batch_in_batch'),
  signInInBatch: defineMessage('request.sign_in_in_batch'),
  sendsFileInBatch: defineMessage('request.sends_file_in_batch'),
  asksFileInBatch: defineMessage('request.asks_file_in_batch'),
  batchTimeOver: defineMessage('request.batch_time_over'),
};

/** What came of an import. */
export const IMPORT = {
  nothing: defineMessage('import.nothing', { invalid: 1, total: 2 }),
  possible: defineMessage('import.possible', { total: 2 }),
  done: defineMessage('import.done', { lots: 2 }),
};
