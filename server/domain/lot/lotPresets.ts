import { STAGES, stagePosition, type Stage } from './stages.ts';
import type { Action } from '../access/permissions.ts';

/** Ready choices of the lot list, in the order in which they are offered. */
export const LOT_PRESETS = ['needsMe', 'outdatedChecks', 'neverChecked', 'readyToShip', 'alertTouched'] as const;
export type LotPreset = (typeof LOT_PRESETS)[number];

/** Facts that a lot must have, all of them; absent ones may be anything. */
export interface LotNeed {
  stages?: readonly Stage[];
  /** 'No Deforestation', or the lot waits because its newest check came to no conclusion */
  status?: 'compliant' | 'inconclusive';
  /** as the card says it: older than 30 days, or missing; never: of a lot that is checked itself */
  check?: 'fresh' | 'outdated' | 'never';
  /** an alert in this state: open is active or acknowledged, any is every state */
  alert?: 'active' | 'open' | 'any' | 'noneOpen';
  /** refused: the ledger rejected one of its events, and an admin has to act */
  record?: 'refused';
}

/** A caller and their allowed actions; the scope of the list limits the reach of a grant. */
export interface Viewer {
  role: string;
  may: (action: Action) => boolean;
}

/**
 * Stages in which a place may still be corrected by others than an admin (docs/spec/plots-and-satellite-checks.md,
 * 'Location').
 */
const BEFORE_SHIPPED = STAGES.filter((stage) => stagePosition(stage) < stagePosition('shipped'));

/**
 * Conditions of a preset: a lot is in it if it meets one of these.
 *
 * - `needsMe`: something waits that this caller can do and the program does not do by itself. An open alert for callers
 *   who may close alerts, an active one for those who may only acknowledge it; a location without a conclusive check,
 *   for those who may edit the lot; an event that the ledger rejected, for admins. For all others the answer is empty.
 * - `outdatedChecks`: the last conclusive satellite check is older than 30 days or missing
 *   (docs/spec/plots-and-satellite-checks.md, 'Freshness').
 * - `neverChecked`: an origin lot without any conclusive satellite check
 * - `readyToShip`: processed, compliant, checked within 30 days, and no open alert: the basis of a buyer's statement.
 * - `alertTouched`: an alert was raised for it at any time, in whatever state.
 */
export function presetNeeds(preset: LotPreset, viewer: Viewer): readonly LotNeed[] {
  switch (preset) {
    case 'needsMe':
      return needsOf(viewer);
    case 'outdatedChecks':
      return [{ check: 'outdated' }];
    case 'neverChecked':
      return [{ check: 'never' }];
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
