import type { Finding } from '../../domain/ledger/finding.ts';
import type { Database } from '../../platform/database/database.ts';
import { NO_LONGER_KEPT } from './statementErasure.ts';

const MOST_FINDINGS = 100;

/** Statements whose frozen content is not the one that their signed row names; `$1`: now. The database hashes the bytes. */
const CONTENTS = `select statement_id::text as row from (
    select t.id as statement_id, t.content_hash as told, held.hash from statement t cross join lateral (
      select encode(sha256(string_agg(c.bytes, ''::bytea order by c.number)), 'hex') as hash
      from statement_content c where c.statement_id = t.id) held
  ) found where hash is distinct from told and not (hash is null and ${NO_LONGER_KEPT})`;

/** Packages whose pieces are not the ones that their signed row names; `$1`: now. */
const PACKAGES = `select statement_id::text as row from (
    select p.statement_id, p.pieces as told, held.pieces from statement_package p cross join lateral (
      select coalesce(jsonb_agg(encode(sha256(s.bytes), 'hex') order by s.number), '[]') as pieces
      from statement_package_piece s where s.statement_id = p.statement_id) held
  ) found where pieces <> told and not (pieces = '[]' and ${NO_LONGER_KEPT})`;

/** Contents and pieces of nothing. Pieces come before the row of their package. */
const STRAYS = `select distinct statement_id::text as row from (
    select statement_id from statement_content union all select statement_id from statement_package_piece
  ) found where not exists (select from statement t where t.id = found.statement_id)`;

/**
 * Compares the bytes of statements with the hashes in their signed rows: frozen contents and packages. Signatures of the
 * rows are compared apart.
 */
export async function checkStatementBytes(database: Pick<Database, 'rows'>, now = new Date()): Promise<Finding[]> {
  const checks = [
    { table: 'statement_content', fault: 'is not the content that was checked', text: CONTENTS, values: [now] },
    { table: 'statement_package', fault: 'holds other bytes than the program stored', text: PACKAGES, values: [now] },
    { table: 'statement_content', fault: 'belongs to no statement', text: STRAYS, values: [] },
  ];
  const findings: Finding[] = [];
  for (const { table, fault, text, values } of checks) {
    const rows = await database.rows<{ row: string }>(`${text} order by 1 limit ${MOST_FINDINGS}`, values);
    findings.push(...rows.map(({ row }) => ({ table, row, fault })));
  }
  return findings;
}
