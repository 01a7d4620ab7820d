import { grantOf, type PermissionTable } from '../../domain/access/permissions.ts';
import { requireGrant, requireUser, type Caller, type UserCaller } from '../../platform/access/caller.ts';
import { forbidden } from '../../platform/errors/refusal.ts';

/** Whoever sees all lots, or manages statements, reads them. @throws Refused unauthenticated, forbidden */
export function statementReader(permissions: PermissionTable, caller: Caller): UserCaller {
  const user = requireUser(caller);
  const reads = (['view_all_lots', 'manage_statements'] as const).some(
    (action) => grantOf(permissions, user.role, action) !== null,
  );
  if (!reads) throw forbidden();
  return user;
}

/** @throws Refused unauthenticated, forbidden */
export function statementManager(permissions: PermissionTable, caller: Caller): UserCaller {
  return requireGrant(permissions, caller, 'manage_statements').user;
}
