import { sha256, type Bytes, type Hash } from './hashing.ts';
import { nodeHash } from './merkle.ts';

/*
 * A growing tree (RFC 6962, 2.1; RFC 9162, 2.1.4). Its nodes are hashes of perfect subtrees: node (level, position)
 * covers the leaves position * 2^level to (position + 1) * 2^level - 1, so it never changes. Roots and proofs are
 * computed from such nodes.
 */
export interface NodeLayout {
  level: number;
  position: number;
}

export interface TreeNode extends NodeLayout {
  hash: Bytes;
}

/** The state needed to extend a tree: the hashes of its largest perfect subtrees, from the left. */
export interface Frontier {
  leaves: number;
  peaks: readonly Bytes[];
}

export const EMPTY_FRONTIER: Frontier = { leaves: 0, peaks: [] };

/** The largest power of two that is less than `size` (which is at least 2). */
function splitOf(size: number): number {
  let k = 1;
  while (k * 2 < size) k *= 2;
  return k;
}

/**
 * The perfect subtrees of the leaves `start` to `end` - 1, from the left.
 * @param start 0, or a multiple of a power of two that is at least `end - start`, as in every range of RFC 6962
 */
export function coverOf(start: number, end: number): NodeLayout[] {
  const cover: NodeLayout[] = [];
  for (let at = start; at < end;) {
    let level = 0;
    let size = 1;
    while (at + size * 2 <= end && at % (size * 2) === 0) {
      level += 1;
      size *= 2;
    }
    cover.push({ level, position: at / size });
    at += size;
  }
  return cover;
}

/** Tree hash of neighbouring perfect subtrees, each larger than the next, from the left. @throws RangeError when there is none */
export async function foldPeaks(peaks: readonly Bytes[], hash: Hash = sha256): Promise<Bytes> {
  let folded = peaks.at(-1);
  if (folded === undefined) throw new RangeError('There is nothing to fold');
  for (let i = peaks.length - 2; i >= 0; i -= 1) folded = await nodeHash(peaks[i] as Bytes, folded, hash);
  return folded;
}

/**
 * The tree with one more leaf.
 * @param leaf the leaf's hash
 * @returns the tree, and the nodes that the leaf completes, its own first
 */
export async function grow(
  { leaves, peaks }: Frontier,
  leaf: Bytes,
  hash: Hash = sha256,
): Promise<{ frontier: Frontier; nodes: TreeNode[] }> {
  const grown = [...peaks];
  const nodes: TreeNode[] = [{ level: 0, position: leaves, hash: leaf }];
  let own = leaf;
  let position = leaves;
  for (let level = 1; position % 2 === 1; level += 1) {
    const left = grown.pop();
    if (left === undefined) throw new RangeError('The tree has fewer peaks than leaves ask for');
    own = await nodeHash(left, own, hash);
    position = (position - 1) / 2;
    nodes.push({ level, position, hash: own });
  }
  return { frontier: { leaves: leaves + 1, peaks: [...grown, own] }, nodes };
}

/**
 * The parts of the consistency proof between two sizes of a tree (RFC 6962, 2.1.2): one list of perfect subtrees for
 * each of its hashes, to be folded.
 * @throws RangeError unless 1 <= from <= to
 */
export function consistencyCovers(from: number, to: number): NodeLayout[][] {
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from < 1 || from > to) {
    throw new RangeError('There is no such proof');
  }
  const covers: NodeLayout[][] = [];
  let [start, end, m, whole] = [0, to, from, true];
  while (m !== end - start) {
    const k = splitOf(end - start);
    if (m <= k) {
      covers.unshift(coverOf(start + k, end));
      end = start + k;
    } else {
      covers.unshift(coverOf(start, start + k));
      start += k;
      m -= k;
      whole = false;
    }
  }
  if (!whole) covers.unshift(coverOf(start, end));
  return covers;
}

/**
 * The parts of the audit path of a leaf (RFC 6962, 2.1.1), nearest first; as `consistencyCovers`.
 * @throws RangeError when there is no such leaf
 */
export function auditCovers(index: number, size: number): NodeLayout[][] {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) {
    throw new RangeError('No such leaf');
  }
  const covers: NodeLayout[][] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const k = splitOf(end - start);
    const inLeft = index < start + k;
    covers.unshift(inLeft ? coverOf(start + k, end) : coverOf(start, start + k));
    if (inLeft) end = start + k;
    else start += k;
  }
  return covers;
}

function same(a: Bytes, b: Bytes): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

const half = (number: number): number => Math.floor(number / 2);

/** A size of the tree with its root. */
export interface TreeSize {
  size: number;
  root: Bytes;
}

/**
 * Whether a consistency proof shows that the later tree begins with exactly the leaves of the earlier one (RFC 9162,
 * 2.1.4.2). Invalid sizes and hashes of another length are never consistent.
 */
export async function isConsistent(
  earlier: TreeSize,
  later: TreeSize,
  hashes: readonly Bytes[],
  hash: Hash = sha256,
): Promise<boolean> {
  const { size: first, root: firstRoot } = earlier;
  const { size: second, root: secondRoot } = later;
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(second) || first < 1 || first > second) return false;
  if ([firstRoot, secondRoot, ...hashes].some(({ length }) => length !== 32)) return false;
  if (first === second) return hashes.length === 0 && same(firstRoot, secondRoot);
  const perfect = splitOf(first + 1) === first;
  const [begin, ...path] = perfect ? [firstRoot, ...hashes] : hashes;
  if (begin === undefined || hashes.length === 0) return false;
  let fn = first - 1;
  let sn = second - 1;
  while (fn % 2 === 1) [fn, sn] = [half(fn), half(sn)];
  let [fr, sr] = [begin, begin];
  for (const next of path) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      fr = await nodeHash(next, fr, hash);
      sr = await nodeHash(next, sr, hash);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else {
      sr = await nodeHash(sr, next, hash);
    }
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && same(fr, firstRoot) && same(sr, secondRoot);
}

/** The compared fields of a head. */
interface EndedHead {
  blocks: number;
  rootHash: string;
  ledgerId: string;
}

/**
 * Whether a ledger that ended with one head can have had another one before. The root can be compared only for the last
 * head itself: an ended ledger answers no more calls.
 */
export function canEndAs(closing: EndedHead, kept: EndedHead): boolean {
  if (closing.ledgerId !== kept.ledgerId) return false;
  return kept.blocks < closing.blocks || (kept.blocks === closing.blocks && kept.rootHash === closing.rootHash);
}
