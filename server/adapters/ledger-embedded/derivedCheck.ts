import type { Pool } from 'pg';
import { z } from 'zod';
import type { Signers } from '../../domain/proof/certificate.ts';
import { canonicalText, contentTextHash } from '../../domain/proof/hashing.ts';
import { versionOf } from '../../domain/ledger/content.ts';
import { applyTransition, CONTRACT, type LotHead } from '../../domain/ledger/transitions.ts';
import type { Finding } from '../../domain/ledger/finding.ts';
import { pause } from '../../platform/concurrency/pause.ts';
import { nativeSha256 } from '../../platform/checkpoints/nativeSha256.ts';
import { restorations } from './restored.ts';

const MOST_FINDINGS = 100;

/** What the ledger keeps of chains to judge their next event, beside the contents that it follows from; in one statement. */
const HEADS = `
  select k.key, h.seq, h.hash, h.stage, h.deleted, h.mass, h.consignment,
    (select coalesce(json_agg(c.content order by c.seq), '[]') from ledger_content c where c.lot_key = k.key) as contents
  from unnest($1::text[]) k (key) left join ledger_head h on h.lot_key = k.key order by k.key`;
const headRow = z.object({
  key: z.string(),
  seq: z.int().nullable(),
  hash: z.string().nullable(),
  stage: z.string().nullable(),
  deleted: z.boolean().nullable(),
  mass: z.unknown(),
  consignment: z.unknown(),
  contents: z.array(z.string()),
});

/** Checks for contents that no transaction names, and for declarations that the organisations did not sign. */
export async function checkStrays(pool: Pool, signers: Signers): Promise<Finding[]> {
  return [...(await strayContents(pool)), ...(await strayDeclarations(pool, signers))];
}

/** Checks the heads by which the next events of some chains are judged. They carry no signature. */
export async function checkChainHeads(pool: Pool, lotKeys: readonly string[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  const rows = z.array(headRow).parse((await pool.query(HEADS, [lotKeys])).rows);
  for (const { contents, key, ...stored } of rows) {
    await pause();
    const head = await headOf(contents);
    // A chain that breaks its own rules is reported by the check of its events.
    if (head === undefined || sameHead(stored, head)) continue;
    findings.push({ table: 'ledger_head', row: key, fault: 'is not what the events of this chain come to' });
  }
  return findings;
}

/** What contents come to, oldest first; null without any, undefined where one does not follow the one before. */
export async function headOf(contents: readonly string[]): Promise<LotHead | null | undefined> {
  let head: LotHead | null = null;
  for (const content of contents) {
    const raw = readJson(content);
    // Contract 1 took more of the contents of its version than contract 2, and both make the same of them.
    const contract = versionOf(raw) === 1 ? '1' : CONTRACT;
    const step = applyTransition(contract, head, raw, await contentTextHash(content, nativeSha256));
    if ('refusal' in step) return undefined;
    head = step.head;
  }
  return head;
}

function sameHead(stored: Omit<z.infer<typeof headRow>, 'key' | 'contents'>, head: LotHead | null): boolean {
  return (
    stored.seq === (head?.seq ?? null) &&
    stored.hash === (head?.hash ?? null) &&
    stored.stage === (head?.stage ?? null) &&
    stored.deleted === (head?.deleted ?? null) &&
    // Rows from before contract 2 have no grams until the next event of their chain: they are computed then.
    (stored.mass === null || canonicalText(stored.mass) === canonicalText(head?.mass ?? null)) &&
    canonicalText(stored.consignment) === canonicalText(head?.consignment ?? null)
  );
}

async function strayContents(pool: Pool): Promise<Finding[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select c.event_id as id from ledger_content c
     where not exists (select from ledger_transaction t where t.event_id = c.event_id) order by 1 limit ${MOST_FINDINGS}`,
  );
  return rows.map(({ id }) => ({ table: 'ledger_content', row: id, fault: 'stands in no transaction' }));
}

async function strayDeclarations(pool: Pool, signers: Signers): Promise<Finding[]> {
  const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from ledger_restored');
  const stray = (rows[0]?.count ?? 0) - (await restorations(pool, signers)).length;
  if (stray <= 0) return [];
  return [{ table: 'ledger_restored', row: `${stray} of them`, fault: 'are not signed by the organisations' }];
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
