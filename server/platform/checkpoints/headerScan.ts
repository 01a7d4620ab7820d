import { LEDGER } from '../../domain/messages/healthMessages.ts';
import type { Message } from '../../domain/messages/message.ts';
import { LedgerAltered } from '../../domain/ledger/ledger.ts';
import type { HeadTables, Queryable } from './tree.ts';

const PORTION = 5_000;

export interface ScannedBlock {
  number: number;
  /** its header hash as stored, hex */
  hash: string;
}

/**
 * The stored header hashes of blocks in order, a portion at a time.
 * @param end the number of the first block that is left out; null: all that are there when the last portion is read
 * @throws LedgerAltered when a block is missing
 */
export async function* scanBlocks(
  client: Queryable,
  tables: HeadTables,
  from: number,
  end: number | null,
): AsyncGenerator<ScannedBlock> {
  const last = end ?? Infinity;
  let next = from;
  while (next < last) {
    const { rows } = await client.query<ScannedBlock>(
      `select number::int as number, encode(header_hash, 'hex') as hash from ${tables.blocks} b
       where number >= $1 and number < $2 order by b.number`,
      [next, Math.min(last, next + PORTION)],
    );
    for (const row of rows) {
      if (row.number !== next) throw new LedgerAltered(missingBlocks(next, row.number - 1));
      next += 1;
      yield row;
    }
    if (rows.length === PORTION) continue;
    const above = await nextBlock(client, tables, next);
    // Written meanwhile.
    if (above === next) continue;
    if (end === null ? above === null : next === end) return;
    throw new LedgerAltered(missingBlocks(next, Math.min(above ?? Infinity, last) - 1));
  }
}

/** The number of the first block that is there from a number on. */
async function nextBlock(client: Queryable, tables: HeadTables, from: number): Promise<number | null> {
  const { rows } = await client.query<{ number: number | null }>(
    `select min(number)::int as number from ${tables.blocks} where number >= $1`,
    [from],
  );
  return rows[0]?.number ?? null;
}

/** Names blocks that were there, e.g. 'Blocks 95 to 99, which were recorded before, are missing from the ledger'. */
export function missingBlocks(first: number, last: number): Message {
  return first === last ? LEDGER.blockMissing({ block: first }) : LEDGER.blocksMissing({ first, last });
}
