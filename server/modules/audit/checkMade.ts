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
  /** the action that deletes a row */
  removedBy?: string;
}

/** Rows whose creation is audited, and that are never deleted, or not before a time. */
const MADE: readonly Made[] = [
  { action: 'user.created', table: 'app_user' },
  { action: 'key.created', table: 'api_key' },
  { action: 'hook.created', table: 'web_hook' },
  { action: 'mail.set', table: 'alert_mail', key: 'account_id' },
  { action: 'plot.added', table: 'plot' },
  { action: 'farm.registered', table: 'farm' },
  { action: 'party.created', table: 'party' },
  { action: 'lot.created', table: 'delivery', key: 'lot_id', named: 'deliveryOf' },
  { action: 'consignment.opened', table: 'consignment' },
  { action: 'document.added', table: 'dd_document' },
  { action: 'assessment.created', table: 'dd_assessment' },
  { action: 'measure.created', table: 'dd_measure' },
  { action: 'concern.logged', table: 'dd_concern' },
  { action: 'buyer-link.created', table: 'buyer_link' },
  {
    action: 'statement.handed-over',
    table: 'statement_package',
    key: 'statement_id',
    retentionYears: KEPT_YEARS,
  },
  { action: 'statement.created', table: 'statement', removedBy: 'statement.discarded' },
  { action: 'statement.amended', table: 'statement', removedBy: 'statement.discarded' },
  { action: 'statement.submitted', table: 'statement' },
  { action: 'declaration.verified', table: 'supplier_declaration' },
  { action: 'erasure.requested', table: 'erasure' },
  { action: 'transformation.recorded', table: 'transformation' },
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
  for (const { action, table, key = 'id', named, retentionYears, removedBy } of MADE) {
    const row = named === undefined ? 'a.target_id' : `a.details ->> '${named}'`;
    const gone = await database.rows<{ row: string }>(
      `select ${row} as row, min(a.id) as line from audit_entry a
       where a.action = $1 and ${row} is not null and ($2::int is null or a.at > now() - make_interval(years => $2))
         and not exists (select from ${table} t where t.${key}::text = ${row})
         and not exists (select from audit_entry d where d.action = $3 and d.target_id = a.target_id)
       group by 1 order by line limit ${MOST_FINDINGS}`,
      [action, retentionYears ?? null, removedBy ?? null],
    );
    for (const { row: missing } of gone) {
      findings.push({ table, row: missing, fault: 'is missing, and the audit table tells that it was made' });
    }
  }
  return findings;
}
