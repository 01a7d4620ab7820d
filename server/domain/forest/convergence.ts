import { CUT_OFF_YEAR } from './deforestation.ts';
import type { ForestConclusion, ForestReading, LossPixel } from './forest.ts';

/** Reasons that keep other sources from being clear: unreadable data, or a disturbance. Missing data has no effect. */
const FORBIDS_CLEAR = new Set(['unreadable', 'incomplete', 'unconfirmed']);

/**
 * Combines the conclusions of several sources for one location: loss if any of them saw it; clear if one of them read
 * the whole location, none saw anything, and all of them could be read; else inconclusive, with the first reason. Of
 * two contradicting answers the worse one counts (decision 52).
 * @param conclusions at least one; figures are those of the first
 */
export function converge(conclusions: readonly [ForestConclusion, ...ForestConclusion[]]): ForestConclusion {
  const [first] = conclusions;
  const { pixels, treeCover2000, confidence } = first;
  const losses = conclusions.filter((one) => one.kind === 'loss');
  if (losses.length > 0) {
    const lossPixels = distinct(losses.flatMap((one) => one.lossPixels));
    const lossYears = [...new Set(lossPixels.map(({ year }) => year))].sort((a, b) => a - b);
    return { kind: 'loss', lossPixels, lossYears, pixels, treeCover2000, confidence };
  }
  const open = conclusions.filter((one) => one.kind === 'inconclusive');
  const objection = open.find(({ code }) => FORBIDS_CLEAR.has(code));
  const clear = conclusions.find((one) => one.kind === 'clear');
  if (objection === undefined && clear !== undefined) return clear;
  const [reason = null] = objection === undefined ? open : [objection];
  return reason === null ? first : { ...reason, pixels, treeCover2000, confidence: 'low' };
}

/** From north to south, then west to east, each once. */
function distinct(pixels: readonly LossPixel[]): LossPixel[] {
  const byName = new Map(pixels.map((pixel) => [`${pixel.latMicro} ${pixel.lonMicro} ${pixel.year}`, pixel]));
  return [...byName.values()].sort((a, b) => b.latMicro - a.latMicro || a.lonMicro - b.lonMicro || a.year - b.year);
}

/** FAO and Regulation (EU) 2023/1115, Article 2(4): forest has a canopy cover of more than 10 percent. */
const FOREST_COVER_PERCENT = 10;

/** Whether trees stood in 2020: cover of 2000 that was not lost before the cut-off. */
export type TreesIn2020 = 'some' | 'none' | 'unknown';

export function treesIn2020(reading: ForestReading): TreesIn2020 {
  let whole = true;
  for (let index = 0; index < reading.width * reading.height; index += 1) {
    if (reading.covered?.[index] === 0) continue;
    const [mask, cover, loss] = [reading.dataMask[index], reading.treeCover2000[index], reading.lossYear[index]];
    if (mask !== 1 && mask !== 2) whole = false;
    else if ((cover ?? 0) > FOREST_COVER_PERCENT && (loss === 0 || 2000 + (loss ?? 0) > CUT_OFF_YEAR)) return 'some';
  }
  return whole ? 'none' : 'unknown';
}

/** Risk of deforestation of a plot of cocoa, in three steps. */
export const COCOA_RISKS = ['low', 'high', 'more_information'] as const;
export type CocoaRisk = (typeof COCOA_RISKS)[number];

/**
 * The risk tree for cocoa (Whisp): no tree cover in 2020 is low, disturbance after the cut-off is high, else more
 * information is needed. Disturbance comes first here: a loss of trees on land without trees is a contradiction, and
 * the worse answer counts. It has no effect on a lot's status.
 */
export function cocoaRisk(kind: ForestConclusion['kind'], trees: readonly TreesIn2020[]): CocoaRisk {
  if (kind === 'loss') return 'high';
  const none = trees.includes('none') && !trees.includes('some');
  return kind === 'clear' && none ? 'low' : 'more_information';
}
