import { rightsOver, type LotRight, type PermissionTable } from '../../domain/access/permissions.ts';
import { requireUser, type Caller } from '../../platform/access/caller.ts';
import type { LotView } from './lotView.ts';

/** A lot with the actions that the caller may perform on it. */
export interface LotForCaller extends LotView {
  mayDo: LotRight[];
}

/** @throws Refused 'unauthenticated' */
export function lotForCaller(table: PermissionTable, caller: Caller, lot: LotView): LotForCaller {
  return { ...lot, mayDo: allowedActionsOn(table, caller, lot) };
}

/** What a caller may do to a lot that they see: from the lot's own fields, without asking further. @throws Refused 'unauthenticated' */
export function allowedActionsOn(
  table: PermissionTable,
  caller: Caller,
  lot: Pick<LotView, 'farmId' | 'currentProcess'>,
): LotRight[] {
  return rightsOver(table, requireUser(caller), {
    farmId: lot.farmId,
    harvested: lot.currentProcess === 'harvested',
  });
}
