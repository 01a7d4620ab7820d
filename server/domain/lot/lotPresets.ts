import { STAGES, stagePosition, type Stage } from './stages.ts';
import type { Action } from '../access/permissions.ts';

/** Ready choices of the lot list, in the order in which they are offered. */
export const LOT_PRESETS = ['needsMe', 'outdatedChecks', 'readyToShip', 'alertTouched'] as const;
export type LotPreset = (typeof LOT_PRESETS)[number];

/** Facts that a lot must have, all of them; what is not named may be anything. */
export interface LotNeed {
  stages?: readonly Stage[];
  /** 'No Deforestation', or the lot waits because its newest check came to no conclusion */
  status?: 'compliant' | 'inconclusive';
  /** as the card says it: older than 30 days, or missing */
  check?: 'fresh' | 'outdated';
  /** an alert in this state: open is active or acknowledged, any is whatever became of it */
  alert?: 'active' | 'open' | 'any' | 'noneOpen';
  /** refused: the ledger took one of its events not, and a person has to see to it */
  record?: 'refused';
}

/** Whoever is asked what they may do; the reach of a grant is the list's own scope. */
export interface Viewer {
  role: string;
  may: (action: Action) => boolean;
}

/** Stages in which a place may still be corrected by others than an admin (decisions, 'Place, satellite check, alerts'). */
const BEFORE_SHIPPED = STAGES.filter((stage) => stagePosition(stage) < stagePosition('shipped'));

/**
 * What a lot must be to stand in a preset: it fits when it fits one of these.
 *
 * - `needsMe`: something waits that this person may do and nobody's program does by itself. An open alert for those who may close
 *   alerts, an active one for those who may only acknowledge it; a place that no check can conclude on, for those who may edit the lot;
 *   an event that the ledger refused, for admins. Whoever may do none of this has no such lots: the answer is empty.
 * - `outdatedChecks`: the last conclusive satellite check is older than 30 days or missing (staff specification, section 4).
 * - `readyToShip`: processed, compliant, checked within 30 days, and no open alert: what a buyer's statement rests on.
 * - `alertTouched`: an alert was raised for it at any time, whatever became of it.
 */
export function presetNeeds(preset: LotPreset, viewer: Viewer): readonly LotNeed[] {
  switch (preset) {
    case 'needsMe':
      return needsOf(viewer);
    case 'outdatedChecks':
      return [{ check: 'outdated' }];
    case 'readyToShip':
      return [{ stages: ['processed'], status: 'compliant', check: 'fresh', alert: 'noneOpen' }];
    case 'alertTouched':
      return [{ alert: 'any' }];
  }
}

function needsOf({ role, may }: Viewer): LotNeed[] {
  const needs: LotNeed[] = [];
  if (may('close_alerts')) needs.push({ alert: 'open' });
  else if (may('acknowledge_alerts')) needs.push({ alert: 'active' });
  if (may('edit_lot')) {
    needs.push(role === 'admin' ? { status: 'inconclusive' } : { status: 'inconclusive', stages: BEFORE_SHIPPED });
  }
  if (role === 'admin') needs.push({ record: 'refused' });
  return needs;
}
