import { fixed, sentence } from './said.ts';

const figure = (value: number): string => value.toLocaleString('en-US');

/** Why the server rejects a request. */
export const REFUSED = {
  // The call
  invalid: sentence(
    'refused.invalid',
    { fields: 'texts', first: 'text' },
    { fields: ['stage'], first: 'stage takes one of: harvested, fermented, drying, processed, shipped, delivered' },
    ({ first }) => first,
  ),
  pleaseLogIn: fixed('refused.please_log_in', 'Please log in to continue.'),
  invalidCredentials: fixed('refused.invalid_credentials', 'Invalid username or password'),
  sessionEnded: fixed('refused.session_ended', 'Your session has ended. Please log in again.'),
  forbidden: fixed('refused.forbidden', 'You do not have permission to perform this action.'),
  ownFarmOnly: fixed('refused.own_farm_only', 'You can register lots of your own farm only.'),
  otherAccounts: fixed('refused.other_accounts', 'You can manage farmers and processors only.'),
  automation: fixed('refused.automation', 'Access denied - automated access not allowed'),

  // Things that are not there
  lotNotFound: fixed('not_found.lot', 'Lot not found'),
  alertNotFound: fixed('not_found.alert', 'Alert not found'),
  userNotFound: fixed('not_found.user', 'User not found'),
  reportNotFound: fixed('not_found.report', 'Report not found'),
  sessionNotFound: fixed('not_found.session', 'Session not found'),
  hookNotFound: fixed('not_found.hook', 'Web hook not found'),
  fileNotFound: fixed('not_found.file', 'File not found'),
  plotNotFound: fixed('not_found.plot', 'Plot not found'),
  farmNotFound: fixed('not_found.farm', 'Farm not found'),
  keyNotFound: fixed('not_found.key', 'Key not found'),
  resourceNotFound: fixed('not_found.resource', 'The requested resource was not found.'),
  notPublic: fixed('not_found.public_lot', 'Lot not found or not available for public verification'),
  noChain: fixed('not_found.chain', 'Blockchain data not found for this lot'),
  notSoManyBlocks: fixed('not_found.blocks', 'The ledger does not have so many blocks'),
  noRefusedEvent: fixed('not_found.refused_event', 'There is no refused event of this id'),
  farmerNotFound: fixed('not_found.farmer', 'No lot of this farm names this farmer'),
  reportErased: fixed(
    'not_found.report_erased',
    'This file named people whose data was erased, so it no longer exists. The figures of the report do.',
  ),

  // Accounts
  usernameTaken: sentence(
    'conflict.username_taken',
    { username: 'text' },
    { username: 'maria' },
    ({ username }) => `Username ${username} is already taken`,
  ),
  wrongPassword: fixed('refused.wrong_password', 'Your current password is not right'),
  lastAdmin: fixed('conflict.last_admin', 'This is the last admin: make another one first'),
  demoAccount: fixed(
    'conflict.demo_account',
    'The password of a demo account is public, so it stays disabled. Add another account instead.',
  ),
  accountChanged: fixed(
    'conflict.account_changed',
    'This account was changed outside of the program, so it is closed. Add another account instead.',
  ),
  farmerHasAccount: fixed(
    'conflict.farmer_has_account',
    'This farmer has an account: they erase it themselves, or you disable it first and then ask again.',
  ),

  // Lots, alerts, reports
  lotIdTaken: sentence(
    'conflict.lot_id_taken',
    { lotId: 'text' },
    { lotId: 'LOT701' },
    ({ lotId }) => `Lot ID ${lotId} is already taken`,
  ),
  lotIdsTaken: fixed('conflict.lot_ids_taken', 'Another call took one of these lot ids just now. Try again.'),
  noFreeLotId: fixed('conflict.no_free_lot_id', 'All five-digit lot ids are taken'),
  staleVersion: sentence(
    'conflict.stale_version',
    { currentVersion: 'number' },
    { currentVersion: 3 },
    () => 'Someone else changed this lot while you were editing it. Reload it and try again.',
  ),
  stalePlot: sentence(
    'conflict.stale_plot',
    { currentVersion: 'number' },
    { currentVersion: 3 },
    () => 'Someone else changed this plot while you were editing it. Reload it and try again.',
  ),
  changedPlot: fixed(
    'conflict.plot_changed_outside',
    'This plot is not as it was stored: it was changed in the database, so nothing is done with it.',
  ),
  twoVersions: fixed('conflict.two_versions', 'If-Match and version name different versions of the lot'),
  uncheckableLot: fixed(
    'conflict.lot_differs_no_check',
    'The record of this lot differs from the ledger, so its place cannot be checked until that is cleared up.',
  ),
  differingLot: fixed(
    'conflict.lot_differs_no_change',
    'The record of this lot differs from its signed events, so it cannot be changed until that is cleared up.',
  ),
  undecidableLot: fixed(
    'conflict.lot_differs_no_decision',
    'The record of this lot differs from the ledger, so no decision on it can be taken until that is cleared up.',
  ),
  alertStep: sentence(
    'conflict.alert_step',
    { from: 'text', to: 'text' },
    { from: 'resolved', to: 'dismissed' },
    ({ from, to }) => `An alert that is ${from} cannot become ${to}`,
  ),
  alertStands: sentence(
    'conflict.alert_stands',
    { status: 'text' },
    { status: 'dismissed' },
    ({ status }) => `This alert is ${status} already; what was noted then stands`,
  ),
  alertResolved: fixed(
    'conflict.alert_resolved',
    'This alert is resolved already without an outcome; what was noted then stands',
  ),
  alertResolvedAs: sentence(
    'conflict.alert_resolved_as',
    { outcome: 'text' },
    { outcome: 'No Deforestation' },
    ({ outcome }) => `This alert is resolved already as ${outcome}; what was noted then stands`,
  ),
  alertClosed: fixed('conflict.alert_closed', 'This alert is closed: nobody can be asked to look into it any more'),
  manyComments: sentence(
    'conflict.many_comments',
    { most: 'number' },
    { most: 200 },
    ({ most }) => `An alert takes at most ${most} comments`,
  ),
  alertTakesNoFiles: fixed(
    'conflict.alert_takes_no_files',
    'Files are taken once an alert was acknowledged, and after it was resolved',
  ),
  manyAlertFiles: sentence(
    'conflict.many_alert_files',
    { files: 'number', megabytes: 'number' },
    { files: 20, megabytes: 50 },
    ({ files, megabytes }) => `An alert takes at most ${files} files and ${megabytes} megabytes together`,
  ),
  noRoomForFiles: fixed(
    'conflict.no_room_for_files',
    'There is no room for more files of alerts: an admin can remove some that nobody needs',
  ),
  alertFileChanged: fixed(
    'conflict.alert_file_changed',
    'This file is not as it was stored: it was changed in the database, so it is not given out.',
  ),
  noMail: fixed('conflict.no_mail', 'This server sends no mail: whoever runs it has not set it up'),
  manyKeys: sentence(
    'conflict.many_keys',
    { most: 'number' },
    { most: 500 },
    ({ most }) => `There are ${most} partner keys in use already: revoke one first`,
  ),
  manyHooks: sentence(
    'conflict.many_hooks',
    { most: 'number' },
    { most: 50 },
    ({ most }) => `There are ${most} web hooks already: end one that nobody needs`,
  ),
  reportChanged: fixed(
    'conflict.report_changed',
    'This report is not as it was stored: it was changed in the database, so it is not shown.',
  ),

  // Idempotency keys
  keyReused: fixed(
    'conflict.key_reused',
    'This Idempotency-Key was used with another request. Use a new key for each request.',
  ),
  keyAnswerGone: fixed(
    'conflict.key_answer_gone',
    'The first request with this Idempotency-Key was carried out; its answer is no longer kept.',
  ),
  keyUnderWay: fixed(
    'conflict.key_under_way',
    'The first request with this Idempotency-Key is still under way. Try again in a moment.',
  ),

  // Too much at once
  tooManyRequests: fixed('busy.requests', 'Too many requests - please wait a moment and try again'),
  tooManyAttempts: sentence(
    'busy.attempts',
    { minutes: 'number' },
    { minutes: 5 },
    ({ minutes }) =>
      `Too many failed login attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  ),
  tooManyVerifications: fixed(
    'busy.verifications',
    'Too many lots are being verified now - please wait a moment and try again',
  ),
  tooManyReports: fixed('busy.reports', 'Too many reports are being made just now. Try again in a few seconds.'),
  reportUnderWay: fixed(
    'busy.report_under_way',
    'Another report of many lots is being made for you. Wait for it, or take it back.',
  ),
  tooManyCertificates: fixed(
    'busy.certificates',
    'Too many certificates are being made just now. Try again in a few seconds.',
  ),
  tooManyFiles: fixed('busy.files', 'Too many files are being made just now. Try again in a few seconds.'),
  tooManyImports: fixed('busy.imports', 'Too many files are being imported just now. Try again in half a minute.'),
  tooManyEdits: sentence(
    'busy.edits',
    { most: 'number' },
    { most: 200 },
    ({ most }) => `At most ${most} edits of one lot can be made in 24 hours; stages, checks and decisions still can`,
  ),
  tooManyReportsADay: sentence(
    'busy.reports_a_day',
    { most: 'number' },
    { most: 100 },
    ({ most }) => `At most ${most} different reports can be made in 24 hours; those that were made can still be read`,
  ),
  tooManyForeignOverlaps: sentence(
    'busy.foreign_overlaps',
    { most: 'number' },
    { most: 20 },
    ({ most }) =>
      `At most ${most} outlines in 24 hours may lie on or beside plots of other farms. Ask the staff of your cooperative to draw this plot, or try again later.`,
  ),
  busyPlots: fixed('conflict.plots_nearby', 'Plots nearby are being changed just now. Please try again.'),
  tooManyKeysADay: sentence(
    'busy.keys_a_day',
    { most: 'number' },
    { most: 200_000 },
    ({ most }) =>
      `At most ${figure(most)} requests with an Idempotency-Key can be sent in 24 hours; send this one later, or without a key`,
  ),
  tooManyKeyBytes: sentence(
    'busy.key_bytes',
    { megabytes: 'number' },
    { megabytes: 512 },
    ({ megabytes }) =>
      `Answers to requests with an Idempotency-Key may take ${megabytes} megabytes in 24 hours; send this one later, or without a key`,
  ),
  tooManySignInsADay: sentence(
    'busy.sign_ins_a_day',
    { most: 'number' },
    { most: 5_000 },
    ({ most }) => `An account can sign in at most ${figure(most)} times in 24 hours`,
  ),
  tooManyChangesADay: sentence(
    'busy.changes_a_day',
    { most: 'number' },
    { most: 200_000 },
    ({ most }) => `At most ${figure(most)} changes can be made in 24 hours; reading is still possible`,
  ),
};

/** Why a request could not be carried out, whatever it asked for. */
export const REQUEST = {
  serverError: fixed('request.server_error', 'A server error occurred. Please try again later.'),
  ledgerAway: fixed('request.ledger_away', 'The ledger cannot be reached now. Please try again later.'),
  databaseAway: fixed('request.database_away', 'The database is not available now. Please try again later.'),
  diskFull: fixed(
    'request.disk_full',
    'There is no room to store anything more now; reading is still possible. Please try again later.',
  ),
  timeout: fixed('request.timeout', 'The request took too long and was given up. Please try again later.'),
  slow: fixed('request.slow', 'The request took too long to arrive'),
  longHeaders: fixed('request.long_headers', 'The address and the headers together are too long'),
  noHttp: fixed('request.no_http', 'The request could not be read'),
  brokenJson: fixed('request.broken_json', 'The request could not be read: its body is not valid JSON'),
  deepJson: sentence(
    'request.deep_json',
    { levels: 'number' },
    { levels: 64 },
    ({ levels }) => `The request could not be read: its JSON has more than ${levels} levels`,
  ),
  notAsRead: fixed('request.not_as_read', 'This is not as it was when it was read'),
  largeBody: fixed('request.large_body', 'The request body is larger than 1 MB'),
  largerBody: sentence(
    'request.larger_body',
    { kilobytes: 'number' },
    { kilobytes: 64 },
    ({ kilobytes }) => `The request body is larger than ${kilobytes} kB`,
  ),
  largeFile: sentence(
    'request.large_file',
    { megabytes: 'number' },
    { megabytes: 25 },
    ({ megabytes }) => `The file is larger than ${megabytes} MB`,
  ),
  longAddress: fixed('request.long_address', 'The address is too long'),
  notJson: fixed('request.not_json', 'Send the body as application/json'),
  notForm: fixed('request.not_form', 'Send the body as multipart/form-data, with the file as its part `file`'),
  wrongMethod: sentence(
    'request.wrong_method',
    { method: 'text' },
    { method: 'PUT' },
    ({ method }) => `${method} is not offered here`,
  ),
  batchInBatch: fixed('request.batch_in_batch', 'A batch cannot hold another batch'),
  signInInBatch: fixed('request.sign_in_in_batch', 'Sign-in and session calls cannot be part of a batch'),
  sendsFileInBatch: fixed('request.sends_file_in_batch', 'Files cannot be sent in a batch'),
  asksFileInBatch: fixed('request.asks_file_in_batch', 'Files cannot be asked for in a batch'),
  batchTimeOver: fixed('request.batch_time_over', 'The time of the batch was over; not carried out'),
};

const number = (value: number): string => value.toLocaleString('en-US');

/** What came of an import. */
export const IMPORT = {
  nothing: sentence(
    'import.nothing',
    { invalid: 'number', total: 'number' },
    { invalid: 1, total: 2 },
    ({ invalid, total }) => `Nothing was imported: ${number(invalid)} of ${number(total)} rows cannot be taken`,
  ),
  possible: sentence('import.possible', { total: 'number' }, { total: 2 }, ({ total }) =>
    total === 1 ? 'The row can be imported' : `All ${number(total)} rows can be imported`,
  ),
  done: sentence('import.done', { lots: 'number' }, { lots: 2 }, ({ lots }) =>
    lots === 1 ? '1 lot was imported' : `${number(lots)} lots were imported`,
  ),
};
