import type { Pool } from 'pg';
import { EMPTY_FRONTIER, grow, type TreeNode } from '../../domain/proof/consistency.ts';
import { headLeaf } from '../../domain/proof/head.ts';
import { pause } from '../concurrency/pause.ts';
import { nativeSha256 } from './nativeSha256.ts';
import { scanBlocks } from './headerScan.ts';
import type { HeadTables } from './tree.ts';

/** Nodes that are compared with one read. */
const PORTION = 5_000;

/**
 * Builds the tree from the blocks and compares every stored node with it: for operators and drills.
 * @returns the first mismatch, in plain words; null without one
 */
export async function checkTree(pool: Pool, tables: HeadTables): Promise<string | null> {
  let tree = EMPTY_FRONTIER;
  let nodes: TreeNode[] = [];
  for await (const block of scanBlocks(pool, tables, 0, null)) {
    await pause();
    const grown = await grow(tree, await headLeaf(block.hash, nativeSha256), nativeSha256);
    tree = grown.frontier;
    nodes.push(...grown.nodes);
    if (nodes.length < PORTION) continue;
    const fault = await firstMisfit(pool, tables, nodes);
    if (fault !== null) return fault;
    nodes = [];
  }
  return (await firstMisfit(pool, tables, nodes)) ?? beyondBlocks(pool, tables);
}

async function firstMisfit(pool: Pool, tables: HeadTables, nodes: readonly TreeNode[]): Promise<string | null> {
  if (nodes.length === 0) return null;
  const { rows } = await pool.query<{ level: number; position: string }>(
    `select wanted.level, wanted.position::text as position
     from unnest($1::int[], $2::bigint[], $3::bytea[]) as wanted (level, position, hash)
     left join ${tables.nodes} n on n.level = wanted.level and n.position = wanted.position
     where n.hash is distinct from wanted.hash
     order by wanted.position << wanted.level, wanted.level limit 1`,
    [
      nodes.map(({ level }) => level),
      nodes.map(({ position }) => position),
      nodes.map(({ hash }) => Buffer.from(hash)),
    ],
  );
  const [first] = rows;
  return first ? `Node ${first.position} of level ${first.level} of the tree is missing or changed` : null;
}

/** Nodes over blocks that are not there: the blocks were cut off, or the nodes put in. One statement sees one moment. */
async function beyondBlocks(pool: Pool, tables: HeadTables): Promise<string | null> {
  const { rows } = await pool.query<{ level: number; position: string }>(
    `select level, position::text as position from ${tables.nodes}
     where (position + 1) << level > (select coalesce(max(number), -1) + 1 from ${tables.blocks})
     order by level, position limit 1`,
  );
  const [first] = rows;
  return first
    ? `Node ${first.position} of level ${first.level} of the tree stands over blocks that are not there`
    : null;
}
