import type { Database } from '../database/database.ts';
import { KEPT_YEARS } from '../domain/keptYears.ts';
import type { Finding } from '../seals/finding.ts';

const MOST_FINDINGS = 100;

/** Rows whose making the audit table tells of, and that are never removed, or not before their time. */
const MADE: readonly { action: string; table: string; keptYears?: number }[] = [
  { action: 'user.created', table: 'app_user' },
  { action: 'key.created', table: 'api_key' },
  { action: 'erasure.requested', table: 'erasure' },
  { action: 'report.made', table: 'report', keptYears: KEPT_YEARS },
];

/**
 * Looks for rows that the audit table says were made and that are gone: the seal of a row cannot speak once it is deleted.
 * @returns one finding for each, first made first
 */
export async function checkMade(database: Database): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { action, table, keptYears } of MADE) {
    const gone = await database.rows<{ row: string }>(
      `select a.target_id as row from audit_entry a
       where a.action = $1 and ($2::int is null or a.at > now() - make_interval(years => $2))
         and not exists (select from ${table} t where t.id::text = a.target_id)
       order by a.id limit ${MOST_FINDINGS}`,
      [action, keptYears ?? null],
    );
    for (const { row } of gone) {
      findings.push({ table, row, fault: 'is missing, and the audit table tells that it was made' });
    }
  }
  return findings;
}
