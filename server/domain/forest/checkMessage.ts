import type { ForestConclusion } from './forest.ts';
import type { Said } from '../said/said.ts';
import { SATELLITE } from '../said/satelliteSaid.ts';

/** What is shown with a check's result, sentence by sentence; empty when there is nothing to say. */
export function checkSaid(conclusion: ForestConclusion, sample: boolean): Said[] {
  return [
    ...(conclusion.kind === 'inconclusive' ? [conclusion.reason] : []),
    ...(sample ? [SATELLITE.sampleData({})] : []),
  ];
}
