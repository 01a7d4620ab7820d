import type { Pool } from 'pg';
import type { Signers } from '../../domain/proof/certificate.ts';
import { utf8 } from '../../domain/proof/hashing.ts';
import { leafHash } from '../../domain/proof/merkle.ts';
import { verifyTransaction } from '../../domain/proof/transaction.ts';
import type { BlockPart } from '../../domain/ledger/ledger.ts';
import { nativeSha256 } from '../../platform/checkpoints/nativeSha256.ts';
import { brokenLink, checkBlock, checkGenesis, trustedSigners, type TrustedRoots } from './blockCheck.ts';
import { orAway } from './orAway.ts';
import { rowFault } from './rowAgrees.ts';
import { parseChainPage, readPageText, type StoredBlock, type StoredTransaction } from './storedChain.ts';

/** Blocks of a page: shares of older blocks are made of pages. */
const PAGE = 20;
/** Events, about, that are read at once: a thread checks them in about 100 ms. */
const EVENTS_AT_ONCE = 200;

export interface BrokenBlock {
  number: number;
  /** plain words */
  faults: string[];
}

export interface ChainReport {
  /** blocks that were looked at */
  checked: number;
  /** the broken blocks, in order; empty when all checks out */
  broken: BrokenBlock[];
}

/** Blocks that are read together. */
export interface BlockSpan {
  from: number;
  to: number;
  /** how many rows there are: of several events in one transaction, each has one */
  events: number;
}

/** A span as read, and the facts for its check: the input of a thread. */
export interface PageToCheck {
  /** as `readPageText` reads it */
  text: string;
  from: number;
  to: number;
  roots: TrustedRoots;
}

/** How many blocks there are. */
export async function heightOf(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ height: number }>(
    'select (coalesce(max(number), -1) + 1)::int as height from ledger_block',
  );
  return rows[0]?.height ?? 0;
}

/** The blocks of a part from a number on, in spans that are checked at once. */
export async function* spansOf(pool: Pool, part: BlockPart, from: number, height: number): AsyncGenerator<BlockSpan> {
  for (let page = Math.floor(from / PAGE); page * PAGE < height; page += 1) {
    const numbers = Array.from({ length: Math.min(PAGE, height - page * PAGE) }, (_, i) => page * PAGE + i).filter(
      (number) =>
        number >= from && (number >= part.since || part.shares.includes(page % part.of) || part.also.includes(number)),
    );
    const first = numbers[0];
    if (first === undefined) continue;
    const { rows } = await orAway(() =>
      pool.query<{ number: number; events: number }>(
        `select number::int as number,
           (select count(*)::int from ledger_transaction t where t.block_number = b.number) as events
         from ledger_block b where number = any($1)`,
        [numbers],
      ),
    );
    const counts = new Map(rows.map(({ number, events }) => [number, events]));
    let span: BlockSpan = { from: first, to: first, events: counts.get(first) ?? 0 };
    for (const number of numbers.slice(1)) {
      const events = counts.get(number) ?? 0;
      if (number === span.to + 1 && span.events + events <= EVENTS_AT_ONCE) {
        span = { ...span, to: number, events: span.events + events };
        continue;
      }
      yield span;
      span = { from: number, to: number, events };
    }
    yield span;
  }
}

/** Reads a span for `checkPage`. */
export async function readSpan(pool: Pool, { from, to }: BlockSpan, roots: TrustedRoots): Promise<PageToCheck> {
  return { text: await readPageText(pool, from, to), from, to, roots };
}

/** Checks everything that is stored of some blocks. @returns those that do not check out, in order */
export async function checkPage({ text, from, to, roots }: PageToCheck): Promise<BrokenBlock[]> {
  const page = parseChainPage(text);
  const signers = await trustedSigners(page.organisations, roots);
  const blocks = new Map(page.blocks.map((block) => [block.number, block]));
  const transactions = Map.groupBy(page.transactions, (row) => row.blockNumber);
  const broken: BrokenBlock[] = [];
  for (let number = from; number <= to; number += 1) {
    const faults = await faultsOf(number, blocks, transactions.get(number) ?? [], signers);
    if (faults.length > 0) broken.push({ number, faults });
  }
  return broken;
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
  const leaves = rows.filter(({ part }) => part === 0);
  const hashes = await Promise.all(leaves.map((row) => leafHash(utf8(row.envelope), nativeSha256)));
  const faults = await checkBlock(block, { positions: leaves.map((row) => row.position), hashes }, signers);
  const before = blocks.get(number - 1);
  if (!before || brokenLink(block, before, true) !== null)
    faults.push(`Block ${number} does not follow block ${number - 1}`);
  const transactions = [...Map.groupBy(rows, ({ position }) => position).values()];
  const checked = await Promise.all(transactions.map((all) => faultsOfTransaction(all, block, signers)));
  return [...faults, ...checked.flat()];
}

/** @param rows of one transaction, one an event */
async function faultsOfTransaction(
  rows: readonly StoredTransaction[],
  block: StoredBlock,
  signers: Signers,
): Promise<string[]> {
  const envelope = rows[0]?.envelope ?? '';
  const { payload, faults } = await verifyTransaction(envelope, signers, nativeSha256);
  if (payload === null) return faults;
  const what = `transaction ${payload.txId.slice(0, 12)}`;
  if (Date.parse(payload.at) !== block.at) faults.push(`The time of ${what} is not that of its block`);
  if (rows.some((row) => row.envelope !== envelope)) faults.push(`The rows of ${what} differ from one another`);
  const size = payload.v === 1 ? 1 : payload.events.size;
  if (rows.length !== size || rows.some(({ part }, i) => part !== i)) {
    faults.push(`There are not all events of ${what}, or one at another place`);
  }
  for (const row of rows) {
    const fault = await rowFault(row, payload);
    if (fault === null) continue;
    const which = payload.v === 1 ? what : `event ${row.eventId.slice(0, 12)} of ${what}`;
    faults.push(
      fault === 'columns'
        ? `The columns of ${which} differ from what it says`
        : `The content of ${which} is missing or changed`,
    );
  }
  return faults;
}
