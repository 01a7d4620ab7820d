import { signedTable } from '../../../platform/row-signatures/signedRows.ts';
import { instantSql } from '../../../platform/row-signatures/instantSql.ts';

/** Assignees of alerts. */
export const ALERT_TASK_ROWS = signedTable({
  kind: 'alert-task',
  table: 'alert_task',
  key: { column: 'alert_id', type: 'uuid' },
  again: true,
  facts: {
    assigneeId: 't.assignee_id',
    dueOn: 't.due_on::text',
    setBy: 't.set_by',
    setAt: instantSql('t.set_at'),
  },
});

/** What was written about alerts. */
export const ALERT_COMMENTS = signedTable({
  kind: 'alert-comment',
  table: 'alert_comment',
  key: { column: 'id', type: 'uuid' },
  facts: {
    alertId: 't.alert_id',
    authorId: 't.author_id',
    authorKey: 't.author_key',
    text: 't.text',
    writtenAt: instantSql('t.written_at'),
  },
});

/** The signed tables of this module, for the integrity audit. */
export const SIGNED_INVESTIGATION = [ALERT_TASK_ROWS, ALERT_COMMENTS];
