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

/** Where a driver keeps what heads are made of. */
export interface HeadSource {
  tables: HeadTables;
  /** stored headers from a number on, in order */
  headers(client: Queryable, from: number, limit: number): Promise<HeaderRow[]>;
  /** whether those signed a header who have to */
  isSigned(row: HeaderRow): Promise<boolean>;
  /**
   * Where the ledger begins anew for those who know an older head.
   * @returns the head to go on from, or block 0, still to be compared with the blocks; null when nothing speaks of the known head
   */
  since(client: Queryable, known: TreeHead): Promise<TreeHead | 'block 0' | null>;
}
