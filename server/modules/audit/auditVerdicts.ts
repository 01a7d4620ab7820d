import type { Database } from '../../platform/database/database.ts';
import { fromHex, toHex } from '../../domain/proof/hashing.ts';
import { merkleRoot } from '../../domain/proof/merkle.ts';
import { idsOf, segmentHash, type AuditSegment } from './auditSegments.ts';
import { PORTION_COLUMNS } from './checkAudit.ts';
import { AUDITED } from '../../platform/audit-log/auditFacts.ts';
import { auditLeaf, isWholeAudit, type AuditRow } from './signedAudit.ts';
import { nativeSha256 } from '../../platform/checkpoints/nativeSha256.ts';

/**
 * Integrity of an entry in the audit table.
 * - `whole`: its signature is valid, and the segment of the chain that contains it is verified
 * - `waiting`: its signature is valid, and it will be chained within the minute; its deletion before that is not
 *   detected
 * - `unchained`: its signature is valid, but the segment that should contain it is invalid or contains another version
 * - `changed`: its signature is invalid, so nothing in it can be trusted
 */
export const AUDIT_VERDICTS = ['whole', 'waiting', 'unchained', 'changed'] as const;
export type AuditVerdict = (typeof AUDIT_VERDICTS)[number];

/** More are not named: the first ones say where to look. */
const MOST_MISSING = 100;

type StoredPortion = AuditSegment & { hash: string; seal: string };
/** A portion's leaves by the number of their line; null for one that does not check out. */
type Leaves = ReadonlyMap<number, string> | null;

/** @returns the verdict on each row, by its number */
export async function auditVerdicts(database: Database, rows: readonly AuditRow[]): Promise<Map<number, AuditVerdict>> {
  const ids = rows.map(({ id }) => id);
  const [portions, copied] = await Promise.all([batchesOf(database, ids), copies(database, rows)]);
  const leaves: Leaves[] = [];
  for (const portion of portions) leaves.push(await leavesOf(database, portion));
  const broken = portions.filter((_, index) => leaves[index] === null);
  const verdicts = new Map<number, AuditVerdict>();
  for (const row of rows) {
    const isSealed = row.key !== null && isWholeAudit(database.seals, row) && !copied.has(row.id);
    const leaf = leaves.find((known) => known?.has(row.id))?.get(row.id);
    const stands = leaf !== undefined && leaf === toHex(await auditLeaf(row));
    const inBroken = broken.some(({ firstId, lastId }) => firstId <= row.id && row.id <= lastId);
    verdicts.set(row.id, verdictOf({ isSealed, stands, isChained: leaf !== undefined || inBroken }));
  }
  return verdicts;
}

function verdictOf(known: { isSealed: boolean; stands: boolean; isChained: boolean }): AuditVerdict {
  const { isSealed, stands, isChained } = known;
  if (!isSealed) return 'changed';
  if (stands) return 'whole';
  return isChained ? 'unchained' : 'waiting';
}

/**
 * Rows of a portion that are missing in the table.
 * @param range of the numbers of rows, both ends included
 * @returns newest first, at most 100
 */
export async function missingLines(database: Database, range: { from: number; to: number }): Promise<number[]> {
  const rows = await database.rows<{ id: number }>(
    `select g.id from audit_portion p, unnest(p.ids) r, generate_series(lower(r), upper(r) - 1) g(id)
     where p.last_id >= $1 and p.first_id <= $2 and g.id between $1 and $2
       and not exists (select from ${AUDITED} a where a.id = g.id)
     order by g.id desc limit ${MOST_MISSING}`,
    [range.from, range.to],
  );
  return rows.map(({ id }) => id);
}

function batchesOf(database: Database, ids: readonly number[]): Promise<StoredPortion[]> {
  return database.rows<StoredPortion>(
    `select ${PORTION_COLUMNS} from audit_portion p
     where exists (select from unnest($1::bigint[]) i(id) where p.first_id <= i.id and p.last_id >= i.id and p.ids @> i.id)
     order by number`,
    [ids],
  );
}

async function leavesOf(database: Database, { hash, seal, ...portion }: StoredPortion): Promise<Leaves> {
  const kept = (portion.leaves.match(/.{64}/g) ?? []).map(fromHex);
  const isWhole =
    segmentHash(portion) === hash &&
    database.seals.holds('audit-portion', String(portion.number), { hash }, seal) &&
    toHex(await merkleRoot(kept, nativeSha256)) === portion.rootHash;
  return isWhole ? new Map(idsOf(portion.ids).map((id, index) => [id, toHex(kept[index] ?? new Uint8Array())])) : null;
}

/** Rows that are copies of others, with their signatures: all but the first. */
async function copies(database: Database, rows: readonly AuditRow[]): Promise<Set<number>> {
  const found = await database.rows<{ id: number }>(
    `select a.id from ${AUDITED} a where a.id = any($1::bigint[])
       and exists (select from ${AUDITED} b where b.key = a.key and b.id < a.id)`,
    [rows.map(({ id }) => id)],
  );
  return new Set(found.map(({ id }) => id));
}
