import type { Database } from '../../platform/database/database.ts';
import { fromHex, toHex } from '../../domain/proof/hashing.ts';
import { merkleRoot } from '../../domain/proof/merkle.ts';
import { pause } from '../../platform/concurrency/pause.ts';
import type { Finding } from '../../domain/ledger/finding.ts';
import { idsOf, NO_HASH, outsideRows, segmentHash, SEGMENT_ROWS, type AuditSegment } from './auditSegments.ts';
import { AUDITED } from '../../platform/audit-log/auditFacts.ts';
import { auditLeaf, AUDIT_COLUMNS, isWholeAudit, type AuditRow } from './signedAudit.ts';
import { instantSql } from '../../platform/row-signatures/instantSql.ts';
import { nativeSha256 } from '../../platform/checkpoints/nativeSha256.ts';

/** Limit of findings: the first ones show where to look. */
const MOST_FINDINGS = 100;

/** A portion as its hash is made of it, with that hash and its seal. */
export const PORTION_COLUMNS = `number, first_id as "firstId", last_id as "lastId", ids::text as ids, count,
    encode(root_hash, 'hex') as "rootHash", encode(leaves, 'hex') as leaves, encode(previous_hash, 'hex') as "previousHash",
    ${instantSql('made_at')} as "madeAt", encode(hash, 'hex') as hash, seal`;

const PORTION = `select ${PORTION_COLUMNS} from audit_portion where number > $1 order by number limit 1`;

const ROWS = `select ${AUDIT_COLUMNS} from ${AUDITED} a join audit_portion p on p.number = $1
    and a.id >= p.first_id and a.id <= p.last_id and p.ids @> a.id
  order by a.id limit ${SEGMENT_ROWS + 1}`;

type StoredPortion = AuditSegment & { hash: string; seal: string };

/**
 * Checks the audit table: every portion, its position in the chain and each of its rows, then the rows without a
 * portion.
 * @param anchored hashes (hex) of portions by number, from the register chain: a portion that was removed or replaced
 *   differs from them
 * @param comparesLines whether the rows of a portion are compared as well; by default those of all
 * @returns what does not match, first rows first, at most 100
 */
export async function checkAudit(
  database: Database,
  anchored: ReadonlyMap<number, string> = new Map(),
  comparesLines: (portion: AuditSegment) => boolean = () => true,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const missing = new Map(anchored);
  let previous = { number: 0, hash: NO_HASH };
  while (findings.length < MOST_FINDINGS) {
    const portion = await database.row<StoredPortion>(PORTION, [previous.number]);
    if (portion === null) break;
    const faults = portionFaults(database, portion, previous, missing.get(portion.number));
    missing.delete(portion.number);
    // The rows of a changed portion prove nothing.
    const compares = faults.length === 0 && comparesLines(portion);
    findings.push(...faults, ...(compares ? await rowFaults(database, portion) : []));
    previous = { number: portion.number, hash: portion.hash };
  }
  for (const number of missing.keys()) {
    findings.push({
      table: 'audit_portion',
      row: String(number),
      fault: 'is missing, and stands on the register chain',
    });
  }
  findings.push(...(await outsideFaults(database, MOST_FINDINGS - findings.length)), ...(await twice(database)));
  return findings.slice(0, MOST_FINDINGS);
}

function portionFaults(
  database: Database,
  { hash, seal, ...portion }: StoredPortion,
  previous: { number: number; hash: string },
  anchored: string | undefined,
): Finding[] {
  const faults = [
    ...(portion.number === previous.number + 1
      ? []
      : [`follows portion ${previous.number}: those between are missing`]),
    ...(portion.previousHash === previous.hash ? [] : ['does not continue the portion before it']),
    ...(segmentHash(portion) === hash ? [] : ['is not what its hash was made of']),
    ...(database.seals.holds('audit-portion', String(portion.number), { hash }, seal) ? [] : ['has a broken seal']),
    ...(anchored === undefined || anchored === hash ? [] : ['is another one than the register chain names']),
  ];
  return faults.map((fault) => ({ table: 'audit_portion', row: String(portion.number), fault }));
}

/** Lines that are not those of which the portion was made; their seals were looked at then. */
async function rowFaults(database: Database, { number, ids, leaves, rootHash }: StoredPortion): Promise<Finding[]> {
  const rows = new Map((await database.rows<AuditRow>(ROWS, [number])).map((row) => [row.id, row]));
  const kept = (leaves.match(/.{64}/g) ?? []).map(fromHex);
  if (toHex(await merkleRoot(kept, nativeSha256)) !== rootHash) {
    return [{ table: 'audit_portion', row: String(number), fault: 'has another root than its leaves' }];
  }
  const findings: Finding[] = [];
  for (const [index, id] of idsOf(ids).entries()) {
    await pause();
    const row = rows.get(id);
    const leaf = kept[index];
    const same = row !== undefined && leaf !== undefined && toHex(await auditLeaf(row)) === toHex(leaf);
    if (same) continue;
    const fault = row === undefined ? 'is missing, and stands in' : 'is not the one that was put into';
    findings.push({ table: 'audit_entry', row: String(id), fault: `${fault} portion ${number}` });
    database.seals.broken.add('audit', String(id));
  }
  return findings;
}

/** Lines in no portion: each must be the program's. */
async function outsideFaults(database: Database, most: number): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (let after: number | null = 0; after !== null && findings.length < most;) {
    const rows = await outsideRows(database, after);
    for (const row of rows) {
      if (isWholeAudit(database.seals, row)) continue;
      findings.push({ table: 'audit_entry', row: String(row.id), fault: 'has a broken seal, or none' });
    }
    after = rows.length < SEGMENT_ROWS ? null : (rows.at(-1)?.id ?? null);
  }
  return findings;
}

/** A copy of a line would carry a right seal. */
async function twice(database: Database): Promise<Finding[]> {
  const rows = await database.rows<{ id: number }>(
    `select max(id) as id from ${AUDITED} a where key is not null group by key having count(*) > 1 order by 1 limit ${MOST_FINDINGS}`,
  );
  return rows.map(({ id }) => ({ table: 'audit_entry', row: String(id), fault: 'is a copy of another row' }));
}
