import { concludeReading } from './conclusion.ts';
import { lossKey, type Confidence, type ForestAnswer, type ForestConclusion } from './forest.ts';

const FROM_LOWEST: readonly Confidence[] = ['low', 'medium', 'high'];

/**
 * The conclusion for a lot from several plots, each of which was read: loss on one of them is loss, and they are clear
 * only together (one non-compliant plot makes the whole declared set non-compliant, Regulation (EU) 2023/1115, Article
 * 3 and recital 39).
 * @param answers at least one; for one, its own conclusion
 * @throws RangeError without any
 */
export function concludePlots(answers: readonly ForestAnswer[]): ForestConclusion {
  const conclusions = answers.map(concludeReading);
  const [first, ...more] = conclusions;
  if (first === undefined) throw new RangeError('There is nothing to conclude from');
  if (more.length === 0) return first;
  const figures = {
    pixels: conclusions.reduce((sum, { pixels }) => sum + pixels, 0),
    treeCover2000: meanCover(conclusions),
    confidence: FROM_LOWEST.find((one) => conclusions.some(({ confidence }) => confidence === one)) ?? 'low',
  };
  const losses = conclusions.filter((one) => one.kind === 'loss');
  if (losses.length > 0) {
    // A pixel on the border of two plots counts once.
    const pixels = new Map(losses.flatMap(({ lossPixels }) => lossPixels.map((pixel) => [lossKey(pixel), pixel])));
    const lossPixels = [...pixels.values()].sort((a, b) => b.latMicro - a.latMicro || a.lonMicro - b.lonMicro);
    const lossYears = [...new Set(lossPixels.map(({ year }) => year))].sort((a, b) => a - b);
    return { kind: 'loss', ...figures, lossPixels, lossYears };
  }
  const unclear = conclusions.find((one) => one.kind === 'inconclusive');
  if (unclear !== undefined) return { ...unclear, ...figures, confidence: 'low' };
  return { kind: 'clear', ...figures };
}

/** Over all plots with land, weighted by pixels. */
function meanCover(conclusions: readonly ForestConclusion[]): number | null {
  const known = conclusions.flatMap(({ pixels, treeCover2000: cover }) => (cover === null ? [] : [{ pixels, cover }]));
  const pixels = known.reduce((sum, one) => sum + one.pixels, 0);
  if (pixels === 0) return null;
  return Math.round((known.reduce((sum, one) => sum + one.cover * one.pixels, 0) / pixels) * 10) / 10;
}
