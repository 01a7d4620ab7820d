import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concat, fromHex, toHex, type Bytes } from './hashing.ts';
import { auditPath, leafHash, merkleRoot, rootOfPath } from './merkle.ts';

/** The leaves and roots that Certificate Transparency's own implementations are tested with (RFC 6962). */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

const leaves = async (count: number): Promise<Bytes[]> =>
  Promise.all(LEAVES.slice(0, count).map((leaf) => leafHash(fromHex(leaf))));

const native = (bytes: Bytes): Bytes => new Uint8Array(createHash('sha256').update(bytes).digest());

/** The tree hash exactly as RFC 6962, 2.1 words it. */
function byDefinition(hashes: readonly Bytes[]): Bytes {
  if (hashes.length === 0) return native(new Uint8Array(0));
  const [only] = hashes;
  if (hashes.length === 1 && only) return only;
  let k = 1;
  while (k * 2 < hashes.length) k *= 2;
  return native(concat(Uint8Array.of(1), byDefinition(hashes.slice(0, k)), byDefinition(hashes.slice(k))));
}

describe('Merkle tree of RFC 6962', () => {
  it.each(ROOTS.map((root, size) => [size, root] as const))('has the known root for %i leaves', async (size, root) => {
    expect(toHex(await merkleRoot(await leaves(size)))).toBe(root);
  });

  it('has the known audit path', async () => {
    expect((await auditPath(await leaves(8), 0)).map(toHex)).toEqual([
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ]);
    expect(await auditPath(await leaves(1), 0)).toEqual([]);
  });

  it('has no path for a leaf that is not there', async () => {
    for (const index of [-1, 3, 0.5]) await expect(auditPath(await leaves(3), index)).rejects.toThrow(RangeError);
  });

  const tree = fc
    .array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { minLength: 1, maxLength: 70 })
    .chain((hashes) => fc.tuple(fc.constant(hashes.map((hash) => new Uint8Array(hash))), fc.nat(hashes.length - 1)));

  it('is the tree that the definition describes, and every path leads to its root', async () => {
    await fc.assert(
      fc.asyncProperty(tree, async ([hashes, index]) => {
        const root = toHex(byDefinition(hashes));
        expect(toHex(await merkleRoot(hashes, native))).toBe(root);
        const path = await auditPath(hashes, index, native);
        const reached = await rootOfPath(hashes[index] as Bytes, index, hashes.length, path, native);
        expect(reached && toHex(reached)).toBe(root);
      }),
    );
  });

  it('takes no other leaf, place, size or path', async () => {
    await fc.assert(
      fc.asyncProperty(tree, fc.nat(), async ([hashes, index], choice) => {
        const root = toHex(byDefinition(hashes));
        const path = await auditPath(hashes, index, native);
        const leaf = hashes[index] as Bytes;
        const leadsElsewhere = async (...[start, at, size, way]: Parameters<typeof rootOfPath>): Promise<void> => {
          const reached = await rootOfPath(start, at, size, way, native);
          expect(reached === null || toHex(reached) !== root).toBe(true);
        };
        await leadsElsewhere(native(leaf), index, hashes.length, path);
        const reach = (at: number, way: readonly Bytes[]): Promise<Bytes | null> =>
          rootOfPath(leaf, at, hashes.length, way, native);
        expect(await reach(index, [...path, leaf])).toBeNull();
        expect(await reach(hashes.length, path)).toBeNull();
        expect(await reach(-1, path)).toBeNull();
        if (path.length > 0) {
          const at = choice % path.length;
          const changed = path.map((hash, i) => (i === at ? native(hash) : hash));
          await leadsElsewhere(leaf, index, hashes.length, changed);
          expect(await reach(index, path.slice(0, -1))).toBeNull();
        }
      }),
    );
  });
});
