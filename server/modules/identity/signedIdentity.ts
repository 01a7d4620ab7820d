import { signedTable } from '../../platform/row-signatures/signedRows.ts';
import type { SignedFacts } from '../../platform/row-signatures/signedKinds.ts';
import { instantSql, instantText } from '../../platform/row-signatures/instantSql.ts';

/**
 * All of an account except the time of its last change: an account with an invalid signature cannot sign in and has no
 * rights.
 */
export const ACCOUNTS = signedTable({
  kind: 'account',
  table: 'app_user',
  key: { column: 'id', type: 'uuid' },
  facts: {
    username: 't.username',
    name: 't.name',
    role: 't.role',
    email: 't.email',
    farmId: 't.farm_id',
    passwordHash: 't.password_hash',
    demo: 't.demo',
    disabledAt: instantSql('t.disabled_at'),
    erasedAt: instantSql('t.erased_at'),
    createdAt: instantSql('t.created_at'),
  },
});

/** Partner keys. The time of the last use is not signed. */
export const PARTNER_KEYS = signedTable({
  kind: 'partner-key',
  table: 'api_key',
  key: { column: 'id', type: 'uuid' },
  facts: {
    name: 't.name',
    prefix: 't.prefix',
    hash: `encode(t.hash, 'hex')`,
    role: 't.role',
    farmId: 't.farm_id',
    createdBy: 't.created_by',
    createdAt: instantSql('t.created_at'),
    revokedAt: instantSql('t.revoked_at'),
  },
});

/** Open invitations; one that ends is removed. How far its mail is, is not signed. */
export const INVITATIONS = signedTable({
  kind: 'invitation',
  table: 'invitation',
  key: { column: 'id', type: 'uuid' },
  facts: {
    name: 't.name',
    role: 't.role',
    email: 't.email',
    farmId: 't.farm_id',
    invitedBy: 't.invited_by',
    createdAt: instantSql('t.created_at'),
    expiresAt: instantSql('t.expires_at'),
  },
});

/** The owner of an open session. One that ends loses its signature, so that removing its end does not open it again. */
export const SESSIONS = signedTable({
  kind: 'session',
  table: 'session',
  key: { column: 'id', type: 'uuid' },
  signedWhile: 't.ended_at is null',
  facts: { userId: 't.user_id' },
});

/** What is sealed of a session, as `SESSIONS` reads it. */
export function sessionFacts(userId: string): SignedFacts {
  return { userId };
}

/**
 * Refresh tokens, found by their keyed hashes. An expired one is invalid by its signed facts, so it may be deleted
 * without an audit row.
 */
export const REFRESH_TOKENS = signedTable({
  kind: 'refresh-token',
  table: 'refresh_token',
  key: { column: 'hash', type: 'bytea' },
  expires: true,
  signedWhile: 't.expires_at > now()',
  facts: {
    sessionId: 't.session_id',
    expiresAt: instantSql('t.expires_at'),
    usedAt: instantSql('t.used_at'),
    attemptId: 't.attempt_id',
  },
});

/** The same of a token that is being made. */
export function newTokenFacts(sessionId: string, expiresAt: Date): SignedFacts {
  return { sessionId, expiresAt: instantText(expiresAt), usedAt: null, attemptId: null };
}

/** The signed tables of this module, for the integrity audit. */
export const SIGNED_IDENTITY = [ACCOUNTS, PARTNER_KEYS, INVITATIONS, SESSIONS, REFRESH_TOKENS];
