import type { Pool, PoolClient } from 'pg';
import {
  auditCovers,
  consistencyCovers,
  coverOf,
  foldPeaks,
  type Frontier,
  type NodeLayout,
  type TreeNode,
} from '../../domain/proof/consistency.ts';
import type { Bytes } from '../../domain/proof/hashing.ts';
import { LEDGER } from '../../domain/messages/healthMessages.ts';
import { LedgerAltered } from '../../domain/ledger/ledger.ts';
import { nativeSha256 } from './nativeSha256.ts';

/*
 * The stored nodes of the tree over the blocks' header hashes. They are derived from the blocks and save hashing all of
 * them again; anyone who can write the database can change them. So nothing is signed on the basis of nodes alone
 * (`heads.ts`).
 */

export type Queryable = Pool | PoolClient;

/** Where a driver's blocks (`number`, `header_hash`) and the nodes over them (`level`, `position`, `hash`) stand. */
export interface HeadTables {
  blocks: 'ledger_block' | 'fabric_block';
  nodes: 'ledger_tree_node' | 'fabric_tree_node';
}

const keyOf = ({ level, position }: NodeLayout): string => `${level}/${position}`;

/** Stored hashes of nodes by place; those that are not there are missing. */
async function readNodes(
  client: Queryable,
  { nodes }: HeadTables,
  places: readonly NodeLayout[],
): Promise<Map<string, Bytes>> {
  const { rows } = await client.query<{ level: number; position: string; hash: Buffer }>({
    name: `read-${nodes}`,
    text: `select n.level, n.position::text as position, n.hash
           from unnest($1::int[], $2::bigint[]) as wanted (level, position)
           join ${nodes} n on n.level = wanted.level and n.position = wanted.position`,
    values: [places.map(({ level }) => level), places.map(({ position }) => position)],
  });
  return new Map(rows.map(({ level, position, hash }) => [`${level}/${position}`, new Uint8Array(hash)]));
}

/** Stored hashes of nodes, in order. @throws LedgerAltered when one is not there */
async function nodesAt(
  client: Queryable,
  tables: HeadTables,
  lists: readonly (readonly NodeLayout[])[],
): Promise<Bytes[][]> {
  const found = await readNodes(client, tables, lists.flat());
  return lists.map((places) =>
    places.map((place) => {
      const hash = found.get(keyOf(place));
      if (hash === undefined) throw new LedgerAltered(LEDGER.treeChanged({}));
      return hash;
    }),
  );
}

const fold = (peaks: readonly Bytes[]): Promise<Bytes> => foldPeaks(peaks, nativeSha256);

/** The tree of the first blocks, as its stored nodes say. @throws LedgerAltered when one is not there */
export async function storedFrontier(client: Queryable, tables: HeadTables, blocks: number): Promise<Frontier> {
  const [peaks = []] = await nodesAt(client, tables, [coverOf(0, blocks)]);
  return { leaves: blocks, peaks };
}

/** Audit path of the newest of the first blocks, as its stored nodes say. @throws LedgerAltered when one is not there */
export async function storedPath(client: Queryable, tables: HeadTables, blocks: number): Promise<Bytes[]> {
  return Promise.all((await nodesAt(client, tables, auditCovers(blocks - 1, blocks))).map(fold));
}

/**
 * The hashes of the proof that the tree of `to` blocks extends that of `from`, and both roots, as the stored nodes say: one read.
 * @throws LedgerAltered when a node is not there
 */
export async function storedConsistency(
  client: Queryable,
  tables: HeadTables,
  from: number,
  to: number,
): Promise<{ fromRoot: Bytes; toRoot: Bytes; hashes: Bytes[] }> {
  const covers = [coverOf(0, from), coverOf(0, to), ...consistencyCovers(from, to)];
  const [fromRoot, toRoot, ...hashes] = await Promise.all((await nodesAt(client, tables, covers)).map(fold));
  if (fromRoot === undefined || toRoot === undefined) throw new LedgerAltered(LEDGER.treeChanged({}));
  return { fromRoot, toRoot, hashes };
}

/**
 * Stores nodes inside the caller's transaction, which holds the writer's lock. Nodes that another process has stored
 * stay.
 * @throws LedgerAltered when a position holds another hash
 */
export async function storeNodes(client: Queryable, tables: HeadTables, nodes: readonly TreeNode[]): Promise<void> {
  if (nodes.length === 0) return;
  const { rowCount } = await client.query(
    `insert into ${tables.nodes} (level, position, hash) select * from unnest($1::int[], $2::bigint[], $3::bytea[])
     on conflict do nothing`,
    [
      nodes.map(({ level }) => level),
      nodes.map(({ position }) => position),
      nodes.map(({ hash }) => Buffer.from(hash)),
    ],
  );
  if (rowCount === nodes.length) return;
  const found = await readNodes(client, tables, nodes);
  for (const node of nodes) {
    const stored = found.get(keyOf(node));
    if (stored === undefined || Buffer.compare(stored, node.hash) !== 0)
      throw new LedgerAltered(LEDGER.treeChanged({}));
  }
}
