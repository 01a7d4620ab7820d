import type { Rows } from '../../../platform/database/rows.ts';
import type { RowSigner } from '../../../platform/row-signatures/rowSigner.ts';
import type { SignedFacts } from '../../../platform/row-signatures/signedKinds.ts';
import { ALERT_FILES } from '../files/signedFiles.ts';
import type { CommentView, FileView, InvestigationView } from './investigationAnswers.ts';
import { ALERT_COMMENTS, ALERT_TASK_ROWS } from './signedInvestigation.ts';
import { ACCOUNT_NAMES, KEY_NAMES } from '../../identity/identityViews.ts';

interface Sealed {
  facts: SignedFacts;
  seal: string | null;
}

type TaskRow = Sealed & Pick<InvestigationView, 'assigneeId' | 'assignee' | 'dueOn'>;
type CommentRow = Sealed & Omit<CommentView, 'writtenAt' | 'sealed'> & { writtenAt: Date };
type FileRow = Sealed & Omit<FileView, 'addedAt' | 'sealed'> & { addedAt: Date };

const TASK = `select t.assignee_id as "assigneeId", nullif(u.name, '') as assignee, t.due_on::text as "dueOn",
    ${ALERT_TASK_ROWS.facts('t')} as facts, t.seal
  from alert_task t left join ${ACCOUNT_NAMES} u on u.id = t.assignee_id where t.alert_id = $1`;

const COMMENTS = `select t.id, coalesce(nullif(u.name, ''), k.name) as author, t.text, t.written_at as "writtenAt",
    ${ALERT_COMMENTS.facts('t')} as facts, t.seal
  from alert_comment t left join ${ACCOUNT_NAMES} u on u.id = t.author_id left join ${KEY_NAMES} k on k.id = t.author_key
  where t.alert_id = $1 order by t.written_at, t.id`;

const FILES = `select t.id, t.name, t.media_type as "mediaType", t.size_bytes as size,
    coalesce(nullif(u.name, ''), k.name) as "addedBy", t.uploaded_by as "addedById", t.uploaded_at as "addedAt",
    ${ALERT_FILES.facts('t')} as facts, t.seal
  from alert_file t left join ${ACCOUNT_NAMES} u on u.id = t.uploaded_by left join ${KEY_NAMES} k on k.id = t.uploaded_key
  where t.alert_id = $1 and t.removed_at is null order by t.uploaded_at, t.id`;

/** How far people are with an alert. Rows that were changed past the program are named in health and log. */
export async function readInvestigation(
  database: Pick<Rows, 'rows' | 'row'> & { seals: RowSigner },
  alertId: string,
): Promise<InvestigationView> {
  const [task, comments, files] = await Promise.all([
    database.row<TaskRow>(TASK, [alertId]),
    database.rows<CommentRow>(COMMENTS, [alertId]),
    database.rows<FileRow>(FILES, [alertId]),
  ]);
  const sound = task !== null && database.seals.holds(ALERT_TASK_ROWS.kind, alertId, task.facts, task.seal);
  return {
    alertId,
    assigneeId: sound ? task.assigneeId : null,
    assignee: sound ? task.assignee : null,
    dueOn: sound ? task.dueOn : null,
    comments: comments.map(({ id, author, text, writtenAt, facts, seal }) => ({
      id,
      author,
      text,
      writtenAt: writtenAt.toISOString(),
      sealed: database.seals.holds(ALERT_COMMENTS.kind, id, facts, seal),
    })),
    files: files.map(({ addedAt, facts, seal, ...file }) => ({
      ...file,
      addedAt: addedAt.toISOString(),
      sealed: database.seals.holds(ALERT_FILES.kind, file.id, facts, seal),
    })),
  };
}
