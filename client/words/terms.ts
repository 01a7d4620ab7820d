import type { DeforestationStatus } from '../../server/domain/forest/deforestation.ts';
import type { SharedId } from './sharedWords.ts';

/* What the trade's terms are called on screens. Stages and severities are said by their names: say(`stage.${stage}`). */
export const STATUS_WORDS: Record<DeforestationStatus, SharedId> = {
  'No Deforestation': 'status.none',
  'Deforestation Detected': 'status.detected',
  'Pending Review': 'status.pending',
  'Under Investigation': 'status.investigated',
};
