import type { IMPORT, REFUSED } from '../../../../server/domain/said/refusedSaid.ts';
import type { said } from './said.ts';

type CodeOf<Topic extends Record<string, { code: string }>> = Topic[keyof Topic]['code'];
/** `refused.invalid` is said field by field. */
type Shown = `said.${Exclude<CodeOf<typeof REFUSED> | CodeOf<typeof IMPORT>, 'refused.invalid'>}`;

/** Refusals that no screen has words of its own for, and what came of an import; in English as the server has it. */
export const refusals = {
  'said.refused.session_ended': 'Your session has ended. Please log in again.',
  'said.refused.forbidden': 'You do not have permission to perform this action.',
  'said.refused.other_accounts': 'You can manage farmers and processors only.',
  'said.refused.automation': 'Access denied - automated access not allowed',
  'said.not_found.user': 'User not found',
  'said.not_found.report': 'Report not found',
  'said.not_found.session': 'Session not found',
  'said.not_found.hook': 'Web hook not found',
  'said.not_found.file': 'File not found',
  'said.not_found.plot': 'Plot not found',
  'said.not_found.farm': 'Farm not found',
  'said.not_found.key': 'Key not found',
  'said.not_found.resource': 'The requested resource was not found.',
  'said.not_found.public_lot': 'Lot not found or not available for public verification',
  'said.not_found.chain': 'Blockchain data not found for this lot',
  'said.not_found.blocks': 'The ledger does not have so many blocks',
  'said.not_found.refused_event': 'There is no refused event of this id',
  'said.not_found.farmer': 'No lot of this farm names this farmer',
  'said.not_found.report_erased':
    'This file named people whose data was erased, so it no longer exists. The figures of the report do.',
  'said.conflict.username_taken': 'Username {username} is already taken',
  'said.refused.wrong_password': 'Your current password is not right',
  'said.conflict.last_admin': 'This is the last admin: make another one first',
  'said.conflict.demo_account':
    'The password of a demo account is public, so it stays disabled. Add another account instead.',
  'said.conflict.account_changed':
    'This account was changed outside of the program, so it is closed. Add another account instead.',
  'said.conflict.farmer_has_account':
    'This farmer has an account: they erase it themselves, or you disable it first and then ask again.',
  'said.conflict.lot_ids_taken': 'Another call took one of these lot ids just now. Try again.',
  'said.conflict.no_free_lot_id': 'All five-digit lot ids are taken',
  'said.conflict.stale_version': 'Someone else changed this lot while you were editing it. Reload it and try again.',
  'said.conflict.stale_plot': 'Someone else changed this plot while you were editing it. Reload it and try again.',
  'said.conflict.plot_changed_outside':
    'This plot is not as it was stored: it was changed in the database, so nothing is done with it.',
  'said.conflict.two_versions': 'If-Match and version name different versions of the lot',
  'said.conflict.alert_closed': 'This alert is closed: nobody can be asked to look into it any more',
  'said.conflict.many_comments': 'An alert takes at most {most, number} comments',
  'said.conflict.alert_takes_no_files': 'Files are taken once an alert was acknowledged, and after it was resolved',
  'said.conflict.many_alert_files':
    'An alert takes at most {files, number} files and {megabytes, number} megabytes together',
  'said.conflict.no_room_for_files':
    'There is no room for more files of alerts: an admin can remove some that nobody needs',
  'said.conflict.alert_file_changed':
    'This file is not as it was stored: it was changed in the database, so it is not given out.',
  'said.conflict.no_mail': 'This server sends no mail: whoever runs it has not set it up',
  'said.conflict.many_keys': 'There are {most, number} partner keys in use already: revoke one first',
  'said.conflict.many_hooks': 'There are {most, number} web hooks already: end one that nobody needs',
  'said.conflict.report_changed':
    'This report is not as it was stored: it was changed in the database, so it is not shown.',
  'said.conflict.key_reused': 'This Idempotency-Key was used with another request. Use a new key for each request.',
  'said.conflict.key_answer_gone':
    'The first request with this Idempotency-Key was carried out; its answer is no longer kept.',
  'said.conflict.key_under_way':
    'The first request with this Idempotency-Key is still under way. Try again in a moment.',
  'said.conflict.plots_nearby': 'Plots nearby are being changed just now. Please try again.',
  'said.busy.requests': 'Too many requests - please wait a moment and try again',
  'said.busy.verifications': 'Too many lots are being verified now - please wait a moment and try again',
  'said.busy.reports': 'Too many reports are being made just now. Try again in a few seconds.',
  'said.busy.report_under_way': 'Another report of many lots is being made for you. Wait for it, or take it back.',
  'said.busy.certificates': 'Too many certificates are being made just now. Try again in a few seconds.',
  'said.busy.files': 'Too many files are being made just now. Try again in a few seconds.',
  'said.busy.imports': 'Too many files are being imported just now. Try again in half a minute.',
  'said.busy.edits':
    'At most {most, number} edits of one lot can be made in 24 hours; stages, checks and decisions still can',
  'said.busy.reports_a_day':
    'At most {most, number} different reports can be made in 24 hours; those that were made can still be read',
  'said.busy.foreign_overlaps':
    'At most {most, number} outlines in 24 hours may lie on or beside plots of other farms. Ask the staff of your cooperative to draw this plot, or try again later.',
  'said.busy.keys_a_day':
    'At most {most, number} requests with an Idempotency-Key can be sent in 24 hours; send this one later, or without a key',
  'said.busy.key_bytes':
    'Answers to requests with an Idempotency-Key may take {megabytes, number} megabytes in 24 hours; send this one later, or without a key',
  'said.busy.sign_ins_a_day': 'An account can sign in at most {most, number} times in 24 hours',
  'said.busy.changes_a_day': 'At most {most, number} changes can be made in 24 hours; reading is still possible',
  'said.import.nothing': 'Nothing was imported: {invalid, number} of {total, number} rows cannot be taken',
  'said.import.possible':
    '{total, plural, one {The row can be imported} other {All {total, number} rows can be imported}}',
  'said.import.done': '{lots, plural, one {# lot was imported} other {# lots were imported}}',
} as const satisfies Record<Exclude<Shown, keyof typeof said>, string> & Readonly<Record<string, string>>;
