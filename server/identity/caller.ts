import {
  grantOf,
  lotScope,
  type Action,
  type Grant,
  type LotScope,
  type PermissionTable,
  type Role,
} from '../domain/permissions.ts';
import { forbidden, Refused } from '../refusal.ts';

/** A signed-in person, or a partner's key acting with a role. */
export interface UserCaller {
  kind: 'user';
  userId: string;
  username: string;
  name: string;
  role: Role;
  email: string;
  /** upper-case; empty when the user belongs to no farm */
  farmId: string;
  sessionId: string;
}

export type Caller = UserCaller | { kind: 'anonymous' };

/** What came with the request, kept with the writes that it makes. */
export interface RequestInfo {
  requestId: string;
  /** the client's address as seen behind `TRUST_PROXY` proxies; for limits only, never stored in clear */
  address: string;
  gdprConsent: boolean;
}

/** @throws Refused 'unauthenticated' */
export function requireUser(caller: Caller): UserCaller {
  if (caller.kind !== 'user') {
    throw new Refused({ kind: 'unauthenticated', message: 'Please log in to continue.' });
  }
  return caller;
}

/** @throws Refused 'unauthenticated' or 'forbidden' */
export function requireGrant(
  table: PermissionTable,
  caller: Caller,
  action: Action,
): { user: UserCaller; grant: Grant } {
  const user = requireUser(caller);
  const grant = grantOf(table, user.role, action);
  if (grant === null) throw forbidden();
  return { user, grant };
}

/** The lots that a caller sees. @throws Refused 'unauthenticated' */
export function scopeOf(table: PermissionTable, caller: Caller): LotScope {
  const user = requireUser(caller);
  return lotScope(table, user.role, user.farmId);
}
