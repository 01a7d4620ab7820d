import { instant, signedTable } from '../../platform/row-signatures/signedRows.ts';

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
    askedAt: instant('t.asked_at'),
    confirmedAt: instant('t.confirmed_at'),
    stoppedAt: instant('t.stopped_at'),
  },
});

/** Stored notifications: signed, so that only the program's are mailed. */
export const ALERTS_TOLD = signedTable({
  kind: 'alert-told',
  table: 'alert_told',
  key: { column: 'id', type: 'uuid' },
  facts: { lotId: 't.lot_id', body: 't.body', createdAt: instant('t.created_at') },
});
