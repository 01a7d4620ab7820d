import {
  grantOf,
  lotScope,
  type Action,
  type Grant,
  type LotScope,
  type PermissionTable,
  type Role,
} from '../../domain/access/permissions.ts';
import { forbidden, pleaseLogIn } from '../errors/refusal.ts';

interface Known {
  kind: 'user';
  username: string;
  /** the actor's name in history and ledger */
  name: string;
  role: Role;
  email: string;
  /** upper-case; empty when the user belongs to no farm */
  farmId: string;
}

/** A signed-in person. */
export interface PersonCaller extends Known {
  userId: string;
  via: { kind: 'session'; sessionId: string };
}

/** A partner's API key acting with a role, without an account. */
export interface KeyCaller extends Known {
  userId: null;
  via: { kind: 'key'; keyId: string };
}

/** An authenticated caller; distinguish the two by `via.kind`, or by `userId`. */
export type UserCaller = PersonCaller | KeyCaller;

export type Caller = UserCaller | { kind: 'anonymous' };

/** Finds the caller of a bearer token: of a session, or of a partner key. */
export interface Authenticator {
  /**
   * @param address of the client, whose attempts with unknown keys are limited
   * @throws Refused unauthenticated, too-many-requests
   */
  authenticate(token: string, address: string): Promise<UserCaller>;
  /** When an access token expires; null for a partner key. @throws Refused unauthenticated */
  tokenExpiry(token: string): Promise<Date | null>;
}

/** Facts of the request, stored with its writes. */
export interface RequestInfo {
  requestId: string;
  /** the client's address as seen behind `TRUST_PROXY` proxies; for limits only, never stored in clear */
  address: string;
  gdprConsent: boolean;
  /** the client's user agent; a session stores only the result of `deviceOf` */
  userAgent?: string | undefined;
}

/** @throws Refused 'unauthenticated' */
export function requireUser(caller: Caller): UserCaller {
  if (caller.kind !== 'user') throw pleaseLogIn();
  return caller;
}

/** Who is known, in one id: the user's or the key's. Rates and caches count by it. */
export function subjectOf(user: UserCaller): string {
  return user.userId ?? user.via.keyId;
}

/** The partner key that acts; null for a person. */
export function partnerKeyOf({ via }: UserCaller): string | null {
  return via.kind === 'key' ? via.keyId : null;
}

/**
 * For calls on a person's own account, password, sessions and data. Partner keys have none of these.
 * @throws Refused 'unauthenticated'; 'forbidden' for a partner key
 */
export function requirePerson(caller: Caller): PersonCaller {
  const user = requireUser(caller);
  if (user.userId === null) throw forbidden();
  return user;
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
