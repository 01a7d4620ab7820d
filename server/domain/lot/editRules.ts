import { stagePosition, type Stage } from './stages.ts';
import type { Role } from '../access/permissions.ts';

/** Why a caller who may edit a lot may not change its location: it was shipped, or has an open alert. */
export const PLACE_LOCKS = ['shipped', 'alert'] as const;
export type PlaceLock = (typeof PLACE_LOCKS)[number];

/**
 * The location may be edited only while no alert of the lot is active or acknowledged and the lot is not shipped; later
 * only by an admin (docs/spec/plots-and-satellite-checks.md, 'Location').
 * @returns null if it may be edited
 */
export function placeLock(role: Role, lot: { stage: Stage; hasOpenAlert: boolean }): PlaceLock | null {
  if (role === 'admin') return null;
  if (stagePosition(lot.stage) >= stagePosition('shipped')) return 'shipped';
  return lot.hasOpenAlert ? 'alert' : null;
}

/** Whether a caller who may edit a lot may take back a wrong stage of it. */
export function mayRevertStage(role: Role): boolean {
  return role === 'admin' || role === 'processor';
}

/** Whether a caller who may edit a lot may move it to another farm: the farm decides who sees the lot. */
export function mayMoveFarm(role: Role): boolean {
  return role === 'admin';
}
