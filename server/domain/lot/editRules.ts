import { stagePosition, type Stage } from './stages.ts';
import type { Role } from '../access/permissions.ts';

/** Why somebody who may edit a lot may not give it another place: it was shipped, or an alert of it is open. */
export const PLACE_LOCKS = ['shipped', 'alert'] as const;
export type PlaceLock = (typeof PLACE_LOCKS)[number];

/**
 * A place may be edited only while no alert of the lot is active or acknowledged and the lot is not shipped; later by an admin alone
 * (decisions, 'Place, satellite check, alerts').
 * @returns null when it may
 */
export function placeLock(role: Role, lot: { stage: Stage; hasOpenAlert: boolean }): PlaceLock | null {
  if (role === 'admin') return null;
  if (stagePosition(lot.stage) >= stagePosition('shipped')) return 'shipped';
  return lot.hasOpenAlert ? 'alert' : null;
}

/** Whether somebody who may edit a lot may hand it to another farm: whose lot it is decides who sees it. */
export function mayMoveFarm(role: Role): boolean {
  return role === 'admin';
}
