import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { PreparedStatement } from '../database/preparedStatement.ts';
import { currentRequest } from '../database/requestScope.ts';
import type { AuditAction } from '../../domain/access/auditActions.ts';
import type { Role } from '../../domain/access/permissions.ts';
import { partnerKeyOf, type Caller, type RequestInfo } from '../access/caller.ts';
import { instantText } from '../row-signatures/instantSql.ts';
import { VERSION_ACTION, type RowVersion } from '../row-signatures/rowVersions.ts';
import type { SignedKind } from '../row-signatures/signedKinds.ts';
import { signersOf } from '../row-signatures/signersOf.ts';

/** Only ids, field names and figures: never a name, address, location, free text or any other personal value. */
export type AuditDetails = Record<string, string | number | boolean | null | readonly string[]>;

/** The person or partner key in whose name a job completes a request. */
export interface ActedFor {
  kind: 'acted-for';
  userId: string | null;
  keyId: string | null;
  role: Role;
}

/** One line of the audit table. */
export interface AuditEntry {
  /** the actor; 'system' for the program itself */
  caller: Caller | ActedFor | 'system';
  action: AuditAction;
  /** when it happened, by the clock of the service that does it; now when absent */
  at?: Date;
  /** kind in lower case ('lot', 'user', 'key', 'report') and id: the database's own where there is one */
  target?: { kind: string; id: string };
  /** facts of the request; absent without one */
  info?: Partial<RequestInfo>;
  details?: AuditDetails;
}

const INSERT = new PreparedStatement(
  `insert into audit_entry (key, at, user_id, key_id, role, action, target_kind, target_id, request_id, gdpr_consent,
     details, seal)
   select decode(key, 'hex'), at, user_id, key_id, role, action, target_kind, target_id, request_id, gdpr_consent, details, seal
   from json_to_recordset($1::json) as made (key text, at timestamptz, user_id uuid, key_id uuid, role text, action text,
     target_kind text, target_id text, request_id text, gdpr_consent boolean, details jsonb, seal text)`,
);

/**
 * Adds one row to the audit table in the caller's transaction, so it is committed or rolled back with the action. Rows
 * can only be added; triggers reject changes and deletions. Each has a row signature with a random key, and a job later
 * adds it to a portion of the chain (`modules/audit/auditSegments.ts`).
 */
export async function audit(em: EntityManager, entry: AuditEntry): Promise<void> {
  await auditAll(em, [entry]);
}

/** The same for several lines, in one statement. */
export async function auditAll(em: EntityManager, entries: readonly AuditEntry[]): Promise<void> {
  await INSERT.run(em, [JSON.stringify(entries.map((entry) => rowOf(em, entry)))]);
}

function rowOf(em: EntityManager, entry: AuditEntry) {
  if (entry.target !== undefined) currentRequest()?.targets.push(entry.target);
  const { userId, keyId, role } = actor(entry.caller);
  const key = randomBytes(16).toString('hex');
  const at = entry.at ?? new Date();
  // Named as `AUDIT_FACTS` reads them.
  const facts = {
    at: instantText(at),
    userId,
    keyId,
    role,
    action: entry.action,
    targetKind: entry.target?.kind ?? null,
    targetId: entry.target?.id ?? null,
    requestId: entry.info?.requestId ?? null,
    gdprConsent: entry.info?.gdprConsent ?? false,
    details: entry.details ?? {},
  };
  return {
    key,
    at,
    user_id: userId,
    key_id: keyId,
    role,
    action: entry.action,
    target_kind: facts.targetKind,
    target_id: facts.targetId,
    request_id: facts.requestId,
    gdpr_consent: facts.gdprConsent,
    details: facts.details,
    seal: signersOf(em).seal('audit', key, facts),
  };
}

const INSERT_VERSIONS = new PreparedStatement(
  `insert into audit_entry (key, at, role, action, target_kind, target_id, details, seal)
   select decode(key, 'hex'), $2, 'system', '${VERSION_ACTION}', kind, identity, details, seal
   from json_to_recordset($1::json) as made (key text, kind text, identity text, details jsonb, seal text)`,
);

/**
 * Adds a row for each new version of signed rows (`row-signatures/rowVersions.ts`), in the transaction that wrote them. The
 * call's own audit row names the actor.
 */
export async function auditVersions(
  em: EntityManager,
  kind: SignedKind,
  rows: readonly (RowVersion & { identity: string })[],
): Promise<void> {
  if (rows.length === 0) return;
  const at = new Date();
  const lines = rows.map(({ identity, version, ended }) => {
    const key = randomBytes(16).toString('hex');
    const details = ended ? { version, ended } : { version };
    const facts = {
      at: instantText(at),
      userId: null,
      keyId: null,
      role: 'system',
      action: VERSION_ACTION,
      targetKind: kind,
      targetId: identity,
      requestId: null,
      gdprConsent: false,
      details,
    };
    return { key, kind, identity, details, seal: signersOf(em).seal('audit', key, facts) };
  });
  await INSERT_VERSIONS.run(em, [JSON.stringify(lines), at]);
}

function actor(caller: AuditEntry['caller']): { userId: string | null; keyId: string | null; role: string } {
  if (caller === 'system') return { userId: null, keyId: null, role: 'system' };
  if (caller.kind === 'anonymous') return { userId: null, keyId: null, role: 'anonymous' };
  if (caller.kind === 'acted-for') return caller;
  return { userId: caller.userId, keyId: partnerKeyOf(caller), role: caller.role };
}
