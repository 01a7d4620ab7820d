import type { Database } from '../database/database.ts';
import type { Finding } from './finding.ts';
import type { SealedRows } from './sealedRows.ts';
import type { SealedFacts } from './seals.ts';

const AT_ONCE = 1_000;

/**
 * Walks all rows of a table against their seals.
 * @param condition SQL over the alias `t`: which rows carry a seal
 */
export async function checkSeals(database: Database, rows: SealedRows, condition = 'true'): Promise<Finding[]> {
  const { kind, table, key, facts } = rows;
  const findings: Finding[] = [];
  for (let after: string | null = null; ;) {
    const found: { identity: string; facts: SealedFacts; seal: string | null }[] = await database.rows(
      `select t.${key.column}::text as identity, ${facts('t')} as facts, t.seal from ${table} t
       where ${condition} and ($1::text is null or t.${key.column}::text > $1) order by t.${key.column}::text limit ${AT_ONCE}`,
      [after],
    );
    for (const { identity, facts: sealed, seal } of found) {
      if (database.seals.holds(kind, identity, sealed, seal)) continue;
      findings.push({ table, row: identity, fault: 'was changed, or was not made by this program' });
    }
    after = found.at(-1)?.identity ?? null;
    if (found.length < AT_ONCE) return findings;
  }
}
