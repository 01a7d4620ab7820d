import { beforeEach, describe, expect, it } from 'vitest';
import { BlockSource } from './blockSource.ts';
import type { RangeOfFile } from './byteRanges.ts';
import { TileDamaged } from './tileErrors.ts';

/** Longer than three blocks of 64 kB; each byte shows its position. */
const FILE = Uint8Array.from({ length: 200_000 }, (_, i) => i % 251);

describe('what a tile is read from', () => {
  let tag = '"first"';
  beforeEach(() => {
    tag = '"first"';
  });
  function source(): { source: BlockSource; reads: number[] } {
    const reads: number[] = [];
    const read = async (offset: number, length: number): Promise<RangeOfFile> => {
      reads.push(offset);
      return { bytes: FILE.subarray(offset, offset + length), total: FILE.length, tag };
    };
    return { source: new BlockSource({ read }, new AbortController().signal), reads };
  }

  it.each([
    ['inside a block', 100, 1000],
    ['across an edge', 65_000, 1000],
    ['up to an edge', 65_036, 500],
    ['over several blocks', 60_000, 100_000],
    ['up to the end of the file', 199_000, 1000],
  ])('gives the bytes asked for %s', async (_, offset, length) => {
    const [bytes] = await source().source.fetch([{ offset, length }]);
    expect(Buffer.from(bytes ?? new ArrayBuffer(0)).equals(FILE.subarray(offset, offset + length))).toBe(true);
  });

  it('reads each block once, also for slices asked for together', async () => {
    const { source: blocks, reads } = source();
    await blocks.fetch([
      { offset: 0, length: 10 },
      { offset: 65_530, length: 10 },
    ]);
    await blocks.fetchSlice({ offset: 70_000, length: 10 });
    expect(reads).toEqual([0, 65_536]);
  });

  it('gives less at the end of the file while the header is read, and fails afterwards', async () => {
    const { source: blocks } = source();
    const slice = { offset: 199_500, length: 1024 };
    expect((await blocks.fetchSlice(slice)).data.byteLength).toBe(500);
    blocks.complete = true;
    await expect(blocks.fetchSlice(slice)).rejects.toBeInstanceOf(TileDamaged);
  });

  it('takes no bytes of a file that was replaced meanwhile', async () => {
    const { source: blocks } = source();
    await blocks.fetchSlice({ offset: 0, length: 10 });
    tag = '"second"';
    await expect(blocks.fetchSlice({ offset: 70_000, length: 10 })).rejects.toBeInstanceOf(TileDamaged);
  });
});
