import type { ForestReading } from './forest.ts';

/** Pixels that an answer takes: a square of 4 ha has about 64 of them, and fewer than 500 at 80 degrees north. */
export const MOST_PIXELS = 1_024;

/** Why the pixels of a check cannot be shown. */
export const EVIDENCE_GAPS = ['nothing_read', 'erased', 'too_large', 'differs'] as const;
export type EvidenceGap = (typeof EVIDENCE_GAPS)[number];

/** The pixels of a window, row by row from the north-west corner. */
export type WindowPixels = Pick<ForestReading, 'width' | 'height' | 'lossYear' | 'treeCover2000' | 'dataMask'>;

/** What one pixel shows; a loss before the cut-off stands in the picture, and says nothing against the place. */
export type PixelSight =
  /** `cover`: tree canopy cover in 2000, percent */
  | { kind: 'land'; cover: number }
  /** `year`: calendar year of the loss */
  | { kind: 'loss'; year: number }
  | { kind: 'water' }
  | { kind: 'unread' };

/** The pixels as they are drawn, row by row. What makes no sense counts as not read, as it does for the check. */
export function sightsOf({ width, height, lossYear, treeCover2000, dataMask }: WindowPixels): PixelSight[] {
  return Array.from({ length: width * height }, (_, index): PixelSight => {
    const mask = dataMask[index];
    const cover = treeCover2000[index] ?? -1;
    const loss = lossYear[index] ?? -1;
    if ((mask !== 1 && mask !== 2) || cover < 0 || cover > 100 || loss < 0 || loss > 99) return { kind: 'unread' };
    if (loss > 0) return { kind: 'loss', year: 2000 + loss };
    return mask === 2 ? { kind: 'water' } : { kind: 'land', cover };
  });
}
