import { instant, signedTable } from '../../platform/row-signatures/signedRows.ts';

/** Who gets alerts by mail, and where: nobody else turns it elsewhere. How far it has come is nobody's fact. */
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

/** What mail tells: nothing is mailed that the program did not write. */
export const ALERTS_TOLD = signedTable({
  kind: 'alert-told',
  table: 'alert_told',
  key: { column: 'id', type: 'uuid' },
  facts: { lotId: 't.lot_id', body: 't.body', createdAt: instant('t.created_at') },
});
