import { concat, sha256, type Bytes, type Hash } from './hashing.ts';

const LEAF = Uint8Array.of(0x00);
const NODE = Uint8Array.of(0x01);

/** Hash of one leaf: SHA-256(0x00 || leaf) (RFC 6962, 2.1). */
export async function leafHash(leaf: Uint8Array, hash: Hash = sha256): Promise<Bytes> {
  return hash(concat(LEAF, leaf));
}

/** Hash of an inner node: SHA-256(0x01 || left || right) (RFC 6962, 2.1). */
export async function nodeHash(left: Uint8Array, right: Uint8Array, hash: Hash): Promise<Bytes> {
  return hash(concat(NODE, left, right));
}

/** One level up: neighbours are joined; an odd last one rises as it is, which yields the tree of RFC 6962. */
async function levelAbove(level: readonly Bytes[], hash: Hash): Promise<Bytes[]> {
  const above: Bytes[] = [];
  for (let i = 0; i < level.length; i += 2) {
    const left = level[i] as Bytes;
    const right = level[i + 1];
    above.push(right === undefined ? left : await nodeHash(left, right, hash));
  }
  return above;
}

/**
 * Merkle tree hash (RFC 6962, 2.1).
 * @param leaves the leaves' hashes, in order, as `leafHash` makes them
 * @returns 32 bytes; for no leaves the hash of nothing
 */
export async function merkleRoot(leaves: readonly Bytes[], hash: Hash = sha256): Promise<Bytes> {
  let level = leaves;
  while (level.length > 1) level = await levelAbove(level, hash);
  return level[0] ?? hash(new Uint8Array(0));
}

/**
 * Audit path of a leaf (RFC 6962, 2.1.1): the hashes that lead from it to the root, nearest first.
 * @throws RangeError when there is no such leaf
 */
export async function auditPath(leaves: readonly Bytes[], index: number, hash: Hash = sha256): Promise<Bytes[]> {
  const [path] = await auditPaths(leaves, [index], hash);
  return path ?? [];
}

/**
 * Audit paths of many leaves of one tree, which is hashed once.
 * @throws RangeError when there is no such leaf
 */
export async function auditPaths(
  leaves: readonly Bytes[],
  indices: readonly number[],
  hash: Hash = sha256,
): Promise<Bytes[][]> {
  if (indices.some((index) => !Number.isInteger(index) || index < 0 || index >= leaves.length)) {
    throw new RangeError('No such leaf');
  }
  const levels: (readonly Bytes[])[] = [leaves];
  for (let level = leaves; level.length > 1; levels.push(level)) level = await levelAbove(level, hash);
  return indices.map((index) => {
    const siblings = levels.slice(0, -1).map((level, height) => level[(index >> height) ^ 1]);
    return siblings.filter((sibling) => sibling !== undefined);
  });
}

/**
 * The root that an audit path leads to (RFC 9162, 2.1.3.2).
 * @param leaf the leaf's hash
 * @param index the leaf's position, from 0
 * @param size number of leaves of the tree
 * @returns null when the path does not fit a tree of this size
 */
export async function rootOfPath(
  leaf: Bytes,
  index: number,
  size: number,
  path: readonly Bytes[],
  hash: Hash = sha256,
): Promise<Bytes | null> {
  if (!Number.isInteger(index) || !Number.isInteger(size) || index < 0 || index >= size) return null;
  let at = index;
  let last = size - 1;
  let root = leaf;
  for (const sibling of path) {
    if (last === 0) return null;
    if (at % 2 === 1 || at === last) {
      root = await nodeHash(sibling, root, hash);
      while (at % 2 === 0 && at !== 0) {
        at = Math.floor(at / 2);
        last = Math.floor(last / 2);
      }
    } else {
      root = await nodeHash(root, sibling, hash);
    }
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? root : null;
}
