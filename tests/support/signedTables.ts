import type { SignedKind } from '../../server/platform/row-signatures/signedKinds.ts';
import type { PastRow } from './pastRows.ts';

/** Where rows of a kind stand and by which columns they are found; or why no earlier state of one can be put back. */
const KINDS: Readonly<Record<SignedKind, { table: string; key: readonly string[] } | { never: string }>> = {
  account: { table: 'app_user', key: ['id'] },
  'account-link': { never: 'the seal of a link in a mail, no row' },
  'alert-comment': { table: 'alert_comment', key: ['id'] },
  'alert-file': { table: 'alert_file', key: ['id'] },
  'alert-mail': { table: 'alert_mail', key: ['account_id'] },
  'alert-mail-stop': { never: 'the seal of a link in a mail, no row' },
  'alert-task': { table: 'alert_task', key: ['alert_id'] },
  'alert-told': { table: 'alert_told', key: ['id'] },
  audit: { never: 'written once, and chained' },
  'audit-portion': { never: 'written once, and chained' },
  cooperative: { table: 'cooperative', key: ['id'] },
  'dd-answer': { table: 'dd_answer', key: ['id'] },
  'dd-assessment': { table: 'dd_assessment', key: ['id'] },
  'dd-concern': { table: 'dd_concern', key: ['id'] },
  'dd-document': { table: 'dd_document', key: ['id'] },
  'dd-measure': { table: 'dd_measure', key: ['id'] },
  delivery: { never: 'written once' },
  erasure: { table: 'erasure', key: ['id'] },
  'erasure-lot': { table: 'erasure_lot', key: ['lot_id'] },
  installation: { table: 'installation', key: ['key'] },
  invitation: { table: 'invitation', key: ['id'] },
  job: { never: 'it says what to look at, not what to do: one that runs again finds it done' },
  'buyer-link': { table: 'buyer_link', key: ['id'] },
  'buyer-task': { table: 'buyer_task', key: ['id'] },
  'consignment-event': { never: 'written once, and chained' },
  'lot-event': { never: 'written once, and chained' },
  'partner-key': { table: 'api_key', key: ['id'] },
  farm: { table: 'farm', key: ['id'] },
  party: { table: 'party', key: ['id'] },
  plot: { table: 'plot', key: ['id'] },
  'plot-version': { table: 'plot_version', key: ['id'] },
  'refresh-token': { table: 'refresh_token', key: ['hash'] },
  'register-event': { never: 'written once, and chained' },
  report: { table: 'report', key: ['id'] },
  'report-file': { table: 'report_file', key: ['report_id', 'format'] },
  'report-part': { never: 'written once: the report names the hash of all' },
  statement: { table: 'statement', key: ['id'] },
  'statement-package': { table: 'statement_package', key: ['statement_id'] },
  'supplier-declaration': { never: 'written once' },
  'shipping-review': { table: 'shipping_review', key: ['id'] },
  session: { table: 'session', key: ['id'] },
  'web-hook': { table: 'web_hook', key: ['id'] },
  'web-hook-delivery': { table: 'web_hook_delivery', key: ['id'] },
};
/** Where rows stand that have versions. */
export const SEALED_PLACES = Object.entries(KINDS).flatMap(([kind, place]) =>
  'never' in place ? [] : [{ kind, ...place }],
);

/** The row that another belongs to, which must be put back with it where it is gone. */
export function ownerOf({ table, row }: PastRow, states: readonly PastRow[]): PastRow | undefined {
  const column = { refresh_token: 'session_id', report_file: 'report_id' }[table];
  return states.find((state) => column !== undefined && row[column] === state.row['id']);
}

/**
 * Whether putting a state back has no effect that lasts: the next integrity run writes over the progress of an earlier one, and a delivery
 * that waits again is sent a second time under its id, which receivers must expect.
 */
export function isRepeatedOnly({ table, row }: PastRow): boolean {
  if (table === 'installation') return row['key'] === 'ledger-walk-under-way';
  return table === 'web_hook_delivery' && row['state'] === 'waiting';
}
