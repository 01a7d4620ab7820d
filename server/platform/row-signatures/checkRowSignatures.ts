import type { Database } from '../database/database.ts';
import type { Finding } from '../../domain/ledger/finding.ts';
import { newestVersionSql, readVersion, VERSION_ACTION } from './rowVersions.ts';
import { identitySql, keySql, type SignedTable } from './signedRows.ts';
import type { SignatureVerdict } from './rowSigner.ts';
import type { SignedFacts } from './signedKinds.ts';
import { AUDITED } from '../audit-log/auditFacts.ts';

const AT_ONCE = 1_000;

/** What is wrong with a row, in words that follow 'it'. */
export const SEAL_FAULTS: Readonly<Record<Exclude<SignatureVerdict, 'whole'>, string>> = {
  broken: 'was changed, or was not made by this program',
  earlier: 'was put back to an earlier state',
  ended: 'was removed or ended, and is there again',
  unlisted: 'is of a version that the audit table does not name',
};

/** Checks all rows of a table against their seals and their newest versions, and looks for rows that are gone. */
export async function checkRowSignatures(database: Database, rows: SignedTable): Promise<Finding[]> {
  const { kind, table, facts, signedWhile } = rows;
  const findings: Finding[] = rows.expires ? [] : await checkMissing(database, rows);
  const identity = identitySql(rows, 't');
  const place = `t.${rows.key.column}`;
  for (let after: string | null = null; ;) {
    const found: { identity: string; facts: SignedFacts; seal: string | null }[] = await database.rows(
      `select ${identity} as identity, ${facts('t')} as facts, t.seal from ${table} t
       where ${signedWhile} and ($1::text is null or ${place} > ${keySql(rows, '$1::text')}) order by ${place} limit ${AT_ONCE}`,
      [after],
    );
    for (const { identity: row, facts: sealed, seal } of found) {
      const verdict = database.seals.judgeRow(kind, row, sealed, seal);
      if (verdict !== 'whole') findings.push({ table, row, fault: SEAL_FAULTS[verdict] });
    }
    after = found.at(-1)?.identity ?? null;
    if (found.length < AT_ONCE) return findings;
  }
}

/** Rows that the audit table names a version of, that were not removed, and that are not there. */
export async function checkMissing(
  database: Database,
  rows: Pick<SignedTable, 'kind' | 'table' | 'key'>,
): Promise<Finding[]> {
  const { kind, table } = rows;
  const findings: Finding[] = [];
  for (let after: string | null = null; ;) {
    const found: { identity: string; newest: unknown }[] = await database.rows(
      `select named.identity, ${newestVersionSql(kind, 'named.identity')} as newest from (
         select distinct a.target_id as identity from ${AUDITED} a
         where a.action = '${VERSION_ACTION}' and a.target_kind = '${kind}' and ($1::text is null or a.target_id > $1)
           and not exists (select from ${table} t where ${identitySql(rows, 't')} = a.target_id)
         order by 1 limit ${AT_ONCE}) named order by 1`,
      [after],
    );
    for (const { identity, newest } of found) {
      if (readVersion(database.seals, kind, identity, newest)?.ended === true) continue;
      findings.push({
        table,
        row: identity,
        fault: 'is missing, and the audit table does not tell that it was removed',
      });
    }
    after = found.at(-1)?.identity ?? null;
    if (found.length < AT_ONCE) return findings;
  }
}
