import { sqlView } from '../../../platform/database/sqlView.ts';

/** Comments on alerts; an erased one has no text. */
export const COMMENT_TEXTS = sqlView('alert_comment', [
  'id',
  'alert_id',
  'author_id',
  'author_key',
  'text',
  'written_at',
]);
/** Whom alerts are assigned to, and until when. */
export const ALERT_ASSIGNMENTS = sqlView('alert_task', ['alert_id', 'assignee_id', 'due_on', 'set_by', 'set_at']);
