import { instantSql } from '../../platform/row-signatures/instantSql.ts';
import { signedTable } from '../../platform/row-signatures/signedRows.ts';

/** Links of buyers: a row that was changed or added in the database opens nothing. */
export const BUYER_LINK_ROWS = signedTable({
  kind: 'buyer-link',
  table: 'buyer_link',
  key: { column: 'id', type: 'uuid' },
  facts: {
    consignmentId: 't.consignment_id',
    tokenHash: `encode(t.token_hash, 'hex')`,
    createdBy: 't.created_by',
    createdKey: 't.created_key',
    createdAt: instantSql('t.created_at'),
    expiresAt: instantSql('t.expires_at'),
    revokedAt: instantSql('t.revoked_at'),
  },
});

/** Buyers who are to be informed of alerts. */
export const BUYER_TASK_ROWS = signedTable({
  kind: 'buyer-task',
  table: 'buyer_task',
  key: { column: 'id', type: 'uuid' },
  facts: {
    alertId: 't.alert_id',
    consignmentId: 't.consignment_id',
    openedAt: instantSql('t.opened_at'),
    doneAt: instantSql('t.done_at'),
    doneBy: 't.done_by',
    doneKey: 't.done_key',
  },
});

/** The signed tables of this module, for the integrity audit. */
export const SIGNED_CONSIGNMENTS = [BUYER_LINK_ROWS, BUYER_TASK_ROWS];
