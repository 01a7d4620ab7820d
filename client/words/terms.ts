import type { DeforestationStatus } from '../../server/domain/forest/deforestation.ts';
import type { SharedId } from './sharedWords.ts';

/* Display names of domain terms. Stages and severities use their names: say(`stage.${stage}`). */
export const STATUS_WORDS: Record<DeforestationStatus, SharedId> = {
  'No Deforestation': 'status.none',
  'Deforestation Detected': 'status.detected',
  'Pending Review': 'status.pending',
  'Under Investigation': 'status.investigated',
};
