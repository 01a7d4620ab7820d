import type { Pool } from 'pg';
import type { Signers } from '../../domain/proof/certificate.ts';
import { utf8 } from '../../domain/proof/hashing.ts';
import { leafHash } from '../../domain/proof/merkle.ts';
import { verifyTransaction } from '../../domain/proof/transaction.ts';
import { brokenLink, checkBlock, checkGenesis } from './blockCheck.ts';
import { nativeSha256 } from '../nativeSha256.ts';
import { columnsAgree, contentAgrees } from './lotCheck.ts';
import { readPage, type StoredBlock, type StoredOrganisation, type StoredTransaction } from './storedChain.ts';

const PAGE = 20;
/** After this many broken blocks the walk ends: the rest would tell nothing new. */
const BROKEN_LISTED = 20;

export interface BrokenBlock {
  number: number;
  /** plain words */
  faults: string[];
}

export interface ChainReport {
  /** blocks that were looked at */
  checked: number;
  /** the first broken blocks, in order; empty when all checks out */
  broken: BrokenBlock[];
}

/**
 * Checks all blocks from a number on, a page at a time.
 * @param trust the signers that stored certificates yield, none when they are not trusted
 */
export async function checkChain(
  pool: Pool,
  from: number,
  trust: (rows: readonly StoredOrganisation[]) => Promise<Signers>,
): Promise<ChainReport> {
  const { rows } = await pool.query<{ height: number }>(
    'select (coalesce(max(number), -1) + 1)::int as height from ledger_block',
  );
  const height = rows[0]?.height ?? 0;
  const broken: BrokenBlock[] = height === 0 ? [{ number: 0, faults: ['Block 0 is missing'] }] : [];
  let number = from;
  while (number < height && broken.length < BROKEN_LISTED) {
    const to = Math.min(number + PAGE, height) - 1;
    const page = await readPage(pool, number, to);
    const signers = await trust(page.organisations);
    const blocks = new Map(page.blocks.map((block) => [block.number, block]));
    const transactions = Map.groupBy(page.transactions, (row) => row.blockNumber);
    for (; number <= to && broken.length < BROKEN_LISTED; number += 1) {
      const faults = await faultsOf(number, blocks, transactions.get(number) ?? [], signers);
      if (faults.length > 0) broken.push({ number, faults });
    }
  }
  return { checked: Math.max(0, number - from), broken };
}

async function faultsOf(
  number: number,
  blocks: ReadonlyMap<number, StoredBlock>,
  rows: readonly StoredTransaction[],
  signers: Signers,
): Promise<string[]> {
  if (number === 0) return checkGenesis(blocks.get(0), signers);
  const block = blocks.get(number);
  if (!block) return [`Block ${number} is missing`];
  const hashes = await Promise.all(rows.map((row) => leafHash(utf8(row.envelope), nativeSha256)));
  const faults = await checkBlock(block, { positions: rows.map((row) => row.position), hashes }, signers);
  const before = blocks.get(number - 1);
  if (!before || brokenLink(block, before, true) !== null)
    faults.push(`Block ${number} does not follow block ${number - 1}`);
  const checked = await Promise.all(rows.map((row) => faultsOfTransaction(row, block, signers)));
  return [...faults, ...checked.flat()];
}

async function faultsOfTransaction(row: StoredTransaction, block: StoredBlock, signers: Signers): Promise<string[]> {
  const { payload, faults } = await verifyTransaction(row.envelope, signers, nativeSha256);
  if (payload === null) return faults;
  const what = `transaction ${payload.txId.slice(0, 12)}`;
  if (!columnsAgree(row, payload)) faults.push(`The columns of ${what} differ from what it says`);
  if (Date.parse(payload.at) !== block.at) faults.push(`The time of ${what} is not that of its block`);
  if (!contentAgrees(row, payload)) faults.push(`The content of ${what} is missing or changed`);
  return faults;
}
