import type { TreesIn2020 } from './convergence.ts';
import type { ForestBaseline } from './forest.ts';

/** Whether the map has forest on the land; 'none' if it has none at all. */
export function treesInBaseline({ forest, covered }: ForestBaseline): TreesIn2020 {
  return forest.some((value, index) => value >= 1 && covered?.[index] !== 0) ? 'some' : 'none';
}

/**
 * The share of the land that was forest in 2020.
 * @param baselines one for each plot
 * @returns percent of the pixels' area on the plots, to one decimal; null without any
 */
export function forestPercent(baselines: readonly ForestBaseline[]): number | null {
  let forest = 0;
  let all = 0;
  for (const baseline of baselines) {
    for (const [index, value] of baseline.forest.entries()) {
      const covered = baseline.covered?.[index] ?? 100;
      all += covered;
      if (value >= 1) forest += covered;
    }
  }
  return all === 0 ? null : Math.round((forest / all) * 1_000) / 10;
}
