import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  auditCovers,
  consistencyCovers,
  coverOf,
  EMPTY_FRONTIER,
  foldPeaks,
  grow,
  isConsistent,
  type NodeLayout,
} from './consistency.ts';
import { concat, fromHex, toHex, type Bytes } from './hashing.ts';
import { auditPath, leafHash, merkleRoot, rootOfPath } from './merkle.ts';

const native = (bytes: Bytes): Bytes => new Uint8Array(createHash('sha256').update(bytes).digest());
const LARGEST = 70;
const LEAVES: Bytes[] = Array.from({ length: LARGEST }, (_, i) => native(Uint8Array.of(i)));

/** The proof exactly as RFC 6962, 2.1.2 words it. */
async function byDefinition(m: number, leaves: readonly Bytes[], whole = true): Promise<Bytes[]> {
  const n = leaves.length;
  if (m === n) return whole ? [] : [await merkleRoot(leaves, native)];
  let k = 1;
  while (k * 2 < n) k *= 2;
  const [left, right] = [leaves.slice(0, k), leaves.slice(k)];
  return m <= k
    ? [...(await byDefinition(m, left, whole)), await merkleRoot(right, native)]
    : [...(await byDefinition(m - k, right, false)), await merkleRoot(left, native)];
}

/** Roots of the tree's parts by where they begin and end: the same ones are asked for in thousands of proofs. */
const roots = new Map<string, Promise<Bytes>>();

function rootBetween(from: number, to: number): Promise<Bytes> {
  const key = `${from} ${to}`;
  const root = roots.get(key) ?? merkleRoot(LEAVES.slice(from, to), native);
  roots.set(key, root);
  return root;
}

async function hashOf({ level, position }: NodeLayout): Promise<Bytes> {
  const size = 2 ** level;
  expect((position + 1) * size).toBeLessThanOrEqual(LARGEST);
  return rootBetween(position * size, (position + 1) * size);
}

async function fold(covers: readonly NodeLayout[][]): Promise<Bytes[]> {
  return Promise.all(covers.map(async (cover) => foldPeaks(await Promise.all(cover.map(hashOf)), native)));
}

const rootOf = (size: number): Promise<Bytes> => rootBetween(0, size);
const at = async (size: number) => ({ size, root: await rootOf(size) });

describe('a tree that grows', () => {
  it('has at every size the root and the nodes that the definition gives', async () => {
    let tree = EMPTY_FRONTIER;
    for (const [i, leaf] of LEAVES.entries()) {
      const { frontier, nodes } = await grow(tree, leaf, native);
      tree = frontier;
      expect(tree.leaves).toBe(i + 1);
      expect(toHex(await foldPeaks(tree.peaks, native))).toBe(toHex(await rootOf(i + 1)));
      for (const { hash, ...place } of nodes) expect(toHex(hash)).toBe(toHex(await hashOf(place)));
      expect((await Promise.all(coverOf(0, i + 1).map(hashOf))).map(toHex)).toEqual(tree.peaks.map(toHex));
    }
    await expect(foldPeaks([], native)).rejects.toThrow(RangeError);
  });

  it('has the proofs and paths that the definition gives, between all sizes', async () => {
    for (let n = 1; n <= LARGEST; n += 1) {
      for (let m = 1; m <= n; m += 1) {
        const hashes = (await fold(consistencyCovers(m, n))).map(toHex);
        expect(hashes).toEqual((await byDefinition(m, LEAVES.slice(0, n))).map(toHex));
        expect(await isConsistent(await at(m), await at(n), hashes.map(fromHex), native)).toBe(true);
        const path = await fold(auditCovers(m - 1, n));
        expect(path.map(toHex)).toEqual((await auditPath(LEAVES.slice(0, n), m - 1, native)).map(toHex));
      }
    }
  }, 60_000);

  it('knows the proofs that Certificate Transparency tests its implementations with', async () => {
    const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
    const leaves = await Promise.all(inputs.map((input) => leafHash(fromHex(input))));
    const hashes = [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ];
    expect((await byDefinition(6, leaves)).map(toHex)).toEqual(hashes);
    const six = { size: 6, root: await merkleRoot(leaves.slice(0, 6)) };
    const eight = { size: 8, root: await merkleRoot(leaves) };
    expect(await isConsistent(six, eight, hashes.map(fromHex))).toBe(true);
  });

  it('has no proof or path beyond its ends', () => {
    for (const [m, n] of [
      [0, 5],
      [6, 5],
      [1.5, 5],
      [-1, 5],
    ] as const) {
      expect(() => consistencyCovers(m, n)).toThrow(RangeError);
    }
    for (const index of [-1, 5, 0.5]) expect(() => auditCovers(index, 5)).toThrow(RangeError);
  });
});

describe('a consistency proof', () => {
  const sizes = fc
    .integer({ min: 2, max: LARGEST })
    .chain((n) => fc.tuple(fc.integer({ min: 1, max: n - 1 }), fc.constant(n)));

  it('takes no other root, size or hash, none less and none more', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(), fc.integer({ min: 0, max: 255 }), async ([m, n], choice, bit) => {
        const [earlier, later] = [await at(m), await at(n)];
        const hashes = await fold(consistencyCovers(m, n));
        const holds = (...given: Parameters<typeof isConsistent>): Promise<boolean> => isConsistent(...given);
        expect(await holds(earlier, later, hashes, native)).toBe(true);
        const flipped = (hash: Bytes): Bytes =>
          hash.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
        expect(await holds({ ...earlier, root: flipped(earlier.root) }, later, hashes, native)).toBe(false);
        expect(await holds(earlier, { ...later, root: flipped(later.root) }, hashes, native)).toBe(false);
        const place = choice % hashes.length;
        expect(
          await holds(
            earlier,
            later,
            hashes.map((hash, i) => (i === place ? flipped(hash) : hash)),
            native,
          ),
        ).toBe(false);
        expect(
          await holds(
            earlier,
            later,
            hashes.filter((_, i) => i !== place),
            native,
          ),
        ).toBe(false);
        expect(await holds(earlier, later, [...hashes, later.root], native)).toBe(false);
        expect(
          await holds(earlier, later, [concat(hashes[0] as Bytes, Uint8Array.of(0)), ...hashes.slice(1)], native),
        ).toBe(false);
        expect(await holds(later, earlier, hashes, native)).toBe(false);
        expect(await holds({ ...earlier, size: 0 }, later, hashes, native)).toBe(false);
      }),
    );
  });

  it('shows no cut or rewritten tree as an extension of what was there', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(), async ([m, n], choice) => {
        const place = choice % m;
        const forged = LEAVES.slice(0, n).map((leaf, i) => (i === place ? native(leaf) : leaf));
        const later = { size: n, root: await merkleRoot(forged, native) };
        // The best that a forger can provide: the proof of the forged tree, or that of the true one.
        for (const hashes of [await byDefinition(m, forged), await byDefinition(m, LEAVES.slice(0, n))]) {
          expect(await isConsistent(await at(m), later, hashes, native)).toBe(false);
        }
      }),
    );
  });

  it('between equal sizes is empty, and the roots are the same', async () => {
    const [one, other] = [await at(5), { size: 5, root: await rootOf(4) }];
    expect(await isConsistent(one, one, [], native)).toBe(true);
    expect(await isConsistent(one, other, [], native)).toBe(false);
    expect(await isConsistent(one, one, [one.root], native)).toBe(false);
  });

  it('is there for all that a path proves', async () => {
    const path = await fold(auditCovers(12, 37));
    const reached = await rootOfPath(LEAVES[12] as Bytes, 12, 37, path, native);
    expect(reached && toHex(reached)).toBe(toHex(await rootOf(37)));
  });
});
