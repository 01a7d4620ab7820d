import type { Database } from '../../platform/database/database.ts';
import { KEPT_YEARS } from '../../domain/privacy/retentionYears.ts';
import type { Finding } from '../../domain/ledger/finding.ts';

const MOST_FINDINGS = 100;

interface Made {
  action: string;
  table: string;
  /** the column that identifies the row; its id by default */
  key?: string;
  /** the detail that names the row; the audit row's target by default */
  named?: string;
  retentionYears?: number;
}

/** Rows whose creation is audited, and that are never deleted, or not before a time. */
const MADE: readonly Made[] = [
  { action: 'user.created', table: 'app_user' },
  { action: 'key.created', table: 'api_key' },
  { action: 'hook.created', table: 'web_hook' },
  { action: 'mail.set', table: 'alert_mail', key: 'account_id' },
  { action: 'plot.added', table: 'plot' },
  { action: 'erasure.requested', table: 'erasure' },
  { action: 'report.made', table: 'report', retentionYears: KEPT_YEARS },
  { action: 'alert.assigned', table: 'alert_task', key: 'alert_id' },
  { action: 'alert.commented', table: 'alert_comment', named: 'commentId' },
  { action: 'alert.file-added', table: 'alert_file', named: 'fileId' },
];

/**
 * Looks for rows that the audit table says were made and that are gone: the seal of a row cannot speak once it is deleted.
 * @returns one finding for each, first made first
 */
export async function checkMade(database: Database): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { action, table, key = 'id', named, retentionYears } of MADE) {
    const row = named === undefined ? 'a.target_id' : `a.details ->> '${named}'`;
    const gone = await database.rows<{ row: string }>(
      `select ${row} as row, min(a.id) as line from audit_entry a
       where a.action = $1 and ($2::int is null or a.at > now() - make_interval(years => $2))
         and not exists (select from ${table} t where t.${key}::text = ${row})
       group by 1 order by line limit ${MOST_FINDINGS}`,
      [action, retentionYears ?? null],
    );
    for (const { row: missing } of gone) {
      findings.push({ table, row: missing, fault: 'is missing, and the audit table tells that it was made' });
    }
  }
  return findings;
}
