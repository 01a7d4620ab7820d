import type { QualityGrade } from '../../server/domain/cacao.ts';
import { DEFORESTATION_STATUSES, type DeforestationStatus } from '../../server/domain/deforestation.ts';
import type { SharedId, SharedWords } from '../words/sharedWords.ts';
import type { StaffId, StaffWords } from '../words/staffWords.ts';

/* The words for what the server names by a code or by the trade's English name. A name that has none stands as it came. */

const STATUS: Record<DeforestationStatus, SharedId> = {
  'No Deforestation': 'status.none',
  'Deforestation Detected': 'status.detected',
  'Pending Review': 'status.pending',
  'Under Investigation': 'status.investigated',
};

export function statusWord({ say }: SharedWords, status: string): string {
  const known = DEFORESTATION_STATUSES.find((name) => name === status);
  return known === undefined ? status : say(STATUS[known]);
}

/** Varieties have names of their own in every language; that there is none does not. */
export function varietyWord({ say }: StaffWords, variety: string): string {
  return variety === 'Other' ? say('variety.other') : variety;
}

const GRADE: Record<QualityGrade, StaffId> = {
  Premium: 'grade.Premium',
  Excellent: 'grade.Excellent',
  Good: 'grade.Good',
  Standard: 'grade.Standard',
};

export function gradeWord({ say }: StaffWords, grade: QualityGrade): string {
  return say(GRADE[grade]);
}
