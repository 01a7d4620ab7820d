import { grantOf, type PermissionTable } from '../../domain/access/permissions.ts';
import { requireGrant, requireUser, type Caller, type UserCaller } from '../../platform/access/caller.ts';
import { forbidden } from '../../platform/errors/refusal.ts';

/** Whoever sees all lots, or manages consignments, reads them. @throws Refused unauthenticated, forbidden */
export function consignmentReader(permissions: PermissionTable, caller: Caller): UserCaller {
  const user = requireUser(caller);
  if (!readsConsignments(permissions, user)) throw forbidden();
  return user;
}

/** Whether somebody reads consignments. */
export function readsConsignments(permissions: PermissionTable, { role }: Pick<UserCaller, 'role'>): boolean {
  return (['view_all_lots', 'manage_consignments'] as const).some(
    (action) => grantOf(permissions, role, action) !== null,
  );
}

/** @throws Refused unauthenticated, forbidden */
export function consignmentManager(permissions: PermissionTable, caller: Caller): UserCaller {
  return requireGrant(permissions, caller, 'manage_consignments').user;
}
