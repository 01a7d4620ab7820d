import { describe, expect, it } from 'vitest';
import {
  consistencyCovers,
  coverOf,
  EMPTY_FRONTIER,
  foldPeaks,
  grow,
  type Frontier,
  type NodeLayout,
} from './consistency.ts';
import { sha256, toHex, utf8, type Bytes } from './hashing.ts';
import { leafHash } from './merkle.ts';
import { isUnderHead } from './underHead.ts';

const MOST = 20;
const at = ({ level, position }: NodeLayout): string => `${level} ${position}`;

/** A ledger of `MOST` blocks as its server keeps it: header hashes, and the nodes of the tree over them. */
async function ledger() {
  const headers: string[] = [];
  const nodes = new Map<string, Bytes>();
  let frontier: Frontier = EMPTY_FRONTIER;
  for (let i = 0; i < MOST; i += 1) {
    const header = await sha256(utf8(`header ${i}`));
    headers.push(toHex(header));
    const grown = await grow(frontier, await leafHash(header));
    frontier = grown.frontier;
    for (const node of grown.nodes) nodes.set(at(node), node.hash);
  }
  const fold = async (cover: readonly NodeLayout[]): Promise<string> =>
    toHex(await foldPeaks(cover.map((place) => nodes.get(at(place)) as Bytes)));
  return {
    headers,
    rootOf: (size: number) => fold(coverOf(0, size)),
    consistency: async (from: number, to: number) =>
      from === 0 || from === to ? [] : Promise.all(consistencyCovers(from, to).map(fold)),
  };
}

describe('a block and a head', () => {
  it('belong together by two consistency proofs, for each block and each head above it, and for no other block', async () => {
    const { headers, rootOf, consistency } = await ledger();
    for (let number = 0; number < MOST; number += 1) {
      const before = number === 0 ? '' : await rootOf(number);
      const own = await consistency(number, number + 1);
      for (let blocks = number + 1; blocks <= MOST; blocks += 1) {
        const head = { blocks, rootHash: await rootOf(blocks) };
        const proofs = { before, own, onward: await consistency(number + 1, blocks) };
        const is = (headerHash = '', other = head) => isUnderHead({ number, headerHash }, other, proofs);
        expect([number, blocks, await is(headers[number])]).toEqual([number, blocks, true]);
        expect([number, blocks, await is(headers[(number + 1) % MOST])]).toEqual([number, blocks, false]);
        const another = { blocks, rootHash: toHex(await sha256(utf8('another'))) };
        expect([number, blocks, await is(headers[number], another)]).toEqual([number, blocks, false]);
      }
    }
  });

  it('do not where the head is older than the block, or the hashes are of another length or number', async () => {
    const { headers, rootOf, consistency } = await ledger();
    const block = { number: 5, headerHash: headers[5] ?? '' };
    const before = await rootOf(5);
    const [own, onward] = [await consistency(5, 6), await consistency(6, 9)];
    const head = { blocks: 9, rootHash: await rootOf(9) };
    expect(await isUnderHead(block, head, { before, own, onward })).toBe(true);
    expect(await isUnderHead(block, { blocks: 4, rootHash: await rootOf(4) }, { before, own, onward })).toBe(false);
    expect(await isUnderHead(block, head, { before, own: own.slice(1), onward })).toBe(false);
    expect(await isUnderHead(block, head, { before, own, onward: onward.slice(1) })).toBe(false);
    expect(await isUnderHead({ ...block, number: 6 }, head, { before, own, onward })).toBe(false);
  });
});
