import { grantOf, type LotScope, type PermissionTable } from '../../domain/access/permissions.ts';
import { DUE_DILIGENCE } from '../../domain/messages/dueDiligenceMessages.ts';
import { requireGrant, requireUser, type Caller, type UserCaller } from '../../platform/access/caller.ts';
import { forbidden, Refused } from '../../platform/errors/refusal.ts';

/** Which documents somebody reads: all, or those about one farm. */
type DocumentScope = Exclude<LotScope, { kind: 'none' }>;

/** Whoever sees all lots or manages due diligence reads it all; a farmer by 'own' reads that of the own farm. */
function scopeOfReader(permissions: PermissionTable, { role, farmId }: UserCaller): DocumentScope | null {
  const grant = grantOf(permissions, role, 'manage_due_diligence');
  if (grant === 'yes' || grantOf(permissions, role, 'view_all_lots') !== null) return { kind: 'all' };
  return grant === 'own' && farmId !== '' ? { kind: 'farm', farmId: farmId.toUpperCase() } : null;
}

/** Whether somebody reads documents at all. */
export function readsDocuments(permissions: PermissionTable, user: UserCaller): boolean {
  return scopeOfReader(permissions, user) !== null;
}

/** Who reads documents, and which. @throws Refused unauthenticated, forbidden */
export function documentReader(
  permissions: PermissionTable,
  caller: Caller,
): { user: UserCaller; scope: DocumentScope } {
  const user = requireUser(caller);
  const scope = scopeOfReader(permissions, user);
  if (scope === null) throw forbidden();
  return { user, scope };
}

/** Who reads assessments, measures and concerns. @throws Refused unauthenticated, forbidden */
export function dueDiligenceReader(permissions: PermissionTable, caller: Caller): UserCaller {
  const { user, scope } = documentReader(permissions, caller);
  if (scope.kind !== 'all') throw forbidden();
  return user;
}

/** Who changes them. @throws Refused unauthenticated, forbidden (also to a farmer, who only adds documents) */
export function dueDiligenceManager(permissions: PermissionTable, caller: Caller): UserCaller {
  const { user, grant } = requireGrant(permissions, caller, 'manage_due_diligence');
  if (grant !== 'yes') throw forbidden();
  return user;
}

/** A row that was changed outside of the program is not used. */
export function rowChangedOutside(): Refused {
  return new Refused({ kind: 'conflict', said: DUE_DILIGENCE.rowChanged({}) });
}

/** Calendar day in UTC, YYYY-MM-DD. */
export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}
