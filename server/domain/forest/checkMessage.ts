import type { ForestConclusion } from './forest.ts';
import type { Message } from '../messages/message.ts';
import { SATELLITE } from '../messages/satelliteMessages.ts';

/** Messages about a check's result, one sentence each; may be empty. */
export function checkMessages(conclusion: ForestConclusion, sample: boolean): Message[] {
  return [
    ...(conclusion.kind === 'inconclusive' ? [conclusion.reason] : []),
    ...(sample ? [SATELLITE.sampleData({})] : []),
  ];
}
