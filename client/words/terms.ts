import type { DeforestationStatus } from '../../server/domain/forest/deforestation.ts';
import { isStage } from '../../server/domain/lot/stages.ts';
import { inWords } from './format.ts';
import type { SharedId, SharedWords } from './sharedWords.ts';

/* Display names of domain terms. Stages and severities use their names: say(`stage.${stage}`). */

/** An unknown stage has its own name. */
export function stageWording({ say }: SharedWords, stage: string): string {
  return isStage(stage) ? say(`stage.${stage}`) : inWords(stage);
}

export const STATUS_WORDS: Record<DeforestationStatus, SharedId> = {
  'No Deforestation': 'status.none',
  'Deforestation Detected': 'status.detected',
  'Pending Review': 'status.pending',
  'Under Investigation': 'status.investigated',
};
