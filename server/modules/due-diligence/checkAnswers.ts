import type { Finding } from '../../domain/ledger/finding.ts';
import { AUDITED } from '../../platform/audit-log/auditFacts.ts';
import type { Database } from '../../platform/database/database.ts';

const MOST_FINDINGS = 100;

const MISSING = `select distinct a.target_id || ' ' || given.criterion as row
  from ${AUDITED} a cross join lateral jsonb_array_elements_text(a.details -> 'criteria') given (criterion)
  where a.action = 'assessment.answered' and not exists (
    select from dd_answer d where d.assessment_id::text = a.target_id and d.criterion = given.criterion)
  order by 1 limit ${MOST_FINDINGS}`;

/** Looks for answers of assessments that the audit table says were given and that are gone; none is ever deleted. */
export async function checkAnswers(database: Pick<Database, 'rows'>): Promise<Finding[]> {
  const rows = await database.rows<{ row: string }>(MISSING);
  const fault = 'is missing, and the audit table tells that it was given';
  return rows.map(({ row }) => ({ table: 'dd_answer', row, fault }));
}
