import { signedTable } from '../../platform/row-signatures/signedRows.ts';
import { instantSql } from '../../platform/row-signatures/instantSql.ts';

/** Requests for erasure: one that the program did not put down is not carried out. */
export const ERASURES = signedTable({
  kind: 'erasure',
  table: 'erasure',
  key: { column: 'id', type: 'uuid' },
  facts: {
    userId: 't.user_id',
    farmer: 't.farmer',
    requestedBy: 't.requested_by',
    requestedAt: instantSql('t.requested_at'),
    doneAt: instantSql('t.done_at'),
    receipt: 't.receipt',
  },
});

/** Lots whose farm and location are erased when the law no longer requires them. */
export const ERASURE_LOTS = signedTable({
  kind: 'erasure-lot',
  table: 'erasure_lot',
  key: { column: 'lot_id', type: 'uuid' },
  again: true,
  facts: { erasureId: 't.erasure_id', doneAt: instantSql('t.done_at') },
});

/** The signed tables of this module, for the integrity audit. */
export const SIGNED_ERASURES = [ERASURES, ERASURE_LOTS];
