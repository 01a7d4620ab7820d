import type { ForestConclusion } from './forest.ts';
import type { Said } from '../said/said.ts';
import { SATELLITE } from '../said/satelliteSaid.ts';

/** Messages about a check's result, one sentence each; may be empty. */
export function checkSaid(conclusion: ForestConclusion, sample: boolean): Said[] {
  return [
    ...(conclusion.kind === 'inconclusive' ? [conclusion.reason] : []),
    ...(sample ? [SATELLITE.sampleData({})] : []),
  ];
}
