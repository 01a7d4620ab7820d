import type { TreeHead } from '../../domain/proof/head.ts';
import type { HeadTables, Queryable } from './tree.ts';

/** A block's header as it is stored. Hashes in hex. */
export interface HeaderRow {
  number: number;
  previousHash: string;
  dataHash: string;
  headerHash: string;
  /** in the form that the ledger's driver stores */
  signatures: unknown;
}

/** A driver's data for heads. */
export interface HeadSource {
  tables: HeadTables;
  /** whether those signed a header who have to */
  isSigned(row: HeaderRow): Promise<boolean>;
  /**
   * The point from which the ledger counts as new for those who know an older head.
   * @returns the head to continue from, or block 0, still to be compared with the blocks; null when nothing names the
   *   known head
   */
  since(client: Queryable, known: TreeHead): Promise<TreeHead | 'block 0' | null>;
}

/** Stored headers from a number on, in order. @param limit whole; one of few, since each has a statement of its own */
export async function storedHeaders(
  client: Queryable,
  { blocks }: HeadTables,
  from: number,
  limit: number,
): Promise<HeaderRow[]> {
  const { rows } = await client.query<HeaderRow>({
    name: `read-headers-of-${blocks}-${limit}`,
    text: `select number::int as number, encode(previous_hash, 'hex') as "previousHash",
             encode(data_hash, 'hex') as "dataHash", encode(header_hash, 'hex') as "headerHash", signatures
           from ${blocks} b where b.number >= $1 order by b.number limit ${limit}`,
    values: [from],
  });
  return rows;
}
