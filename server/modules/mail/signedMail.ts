import { signedTable } from '../../platform/row-signatures/signedRows.ts';
import { instantSql } from '../../platform/row-signatures/instantSql.ts';

/**
 * Recipients and addresses of alert mail: signed, so that they cannot be changed outside of the program. The position
 * in the log is not signed.
 */
export const ALERT_MAIL = signedTable({
  kind: 'alert-mail',
  table: 'alert_mail',
  key: { column: 'account_id', type: 'uuid' },
  again: true,
  facts: {
    address: 't.address',
    language: 't.language',
    pace: 't.pace',
    askedAt: instantSql('t.asked_at'),
    confirmedAt: instantSql('t.confirmed_at'),
    stoppedAt: instantSql('t.stopped_at'),
  },
});

/** Stored notifications: signed, so that only the program's are mailed. */
export const ALERTS_TOLD = signedTable({
  kind: 'alert-told',
  table: 'alert_told',
  key: { column: 'id', type: 'uuid' },
  facts: { lotId: 't.lot_id', body: 't.body', createdAt: instantSql('t.created_at') },
});

/** The signed tables of this module, for the integrity audit. */
export const SIGNED_MAIL = [ALERT_MAIL, ALERTS_TOLD];
