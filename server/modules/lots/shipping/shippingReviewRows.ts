import { instantSql } from '../../../platform/row-signatures/instantSql.ts';
import { sqlView } from '../../../platform/database/sqlView.ts';
import { signedTable } from '../../../platform/row-signatures/signedRows.ts';

/** Requests for a second person, and shipped lots that auditors look at. A row that was added in the database counts for nothing. */
export const SHIPPING_REVIEW_ROWS = signedTable({
  kind: 'shipping-review',
  table: 'shipping_review',
  key: { column: 'id', type: 'uuid' },
  facts: {
    lotId: 't.lot_id',
    stage: 't.stage',
    warnings: 'to_json(t.warnings)',
    openedAt: instantSql('t.opened_at'),
    askedBy: 't.asked_by',
    askedKey: 't.asked_key',
    expiresAt: instantSql('t.expires_at'),
    confirmedAt: instantSql('t.confirmed_at'),
    confirmedBy: 't.confirmed_by',
    shippedAt: instantSql('t.shipped_at'),
    shippedBy: 't.shipped_by',
    shippedKey: 't.shipped_key',
    closedAt: instantSql('t.closed_at'),
    closedBy: 't.closed_by',
    closedKey: 't.closed_key',
  },
});

/** Reviews by their steps, for those who show them beside others. */
export const SHIPPING_REVIEWS = sqlView('shipping_review', [
  'id',
  'lot_id',
  'stage',
  'warnings',
  'opened_at',
  'asked_by',
  'asked_key',
  'expires_at',
  'confirmed_at',
  'confirmed_by',
  'shipped_at',
  'shipped_by',
  'shipped_key',
  'closed_at',
]);

/** What a person gets of their part in reviews, first ones first. `?`: the account, five times */
export const SHIPPING_REVIEWS_BY = `select l.lot_id as "lotId", r.stage, r.warnings, r.opened_at as "openedAt",
    r.asked_by = ?::uuid as asked, r.confirmed_by = ?::uuid as confirmed, r.shipped_by = ?::uuid as shipped, r.closed_by = ?::uuid as closed
  from shipping_review r join lot l on l.id = r.lot_id
  where ?::uuid in (r.asked_by, r.confirmed_by, r.shipped_by, r.closed_by) order by r.opened_at, r.id`;
