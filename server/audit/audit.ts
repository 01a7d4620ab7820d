import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { PreparedStatement } from '../database/preparedStatement.ts';
import { currentRequest } from '../database/requestScope.ts';
import type { AuditAction } from '../domain/auditActions.ts';
import type { Role } from '../domain/permissions.ts';
import { keyOf, type Caller, type RequestInfo } from '../rights/caller.ts';
import { instantText } from '../seals/sealedRows.ts';
import { sealsOf } from '../seals/sealsOf.ts';

/** Ids, field names and figures alone: never a name, address, place, free text or any other personal value. */
export type AuditDetails = Record<string, string | number | boolean | null | readonly string[]>;

/** A person or partner key in whose name a job ends what they asked for. */
export interface ActedFor {
  kind: 'acted-for';
  userId: string | null;
  keyId: string | null;
  role: Role;
}

/** One line of the audit table. */
export interface AuditEntry {
  /** who did it; 'system' for what the program does by itself */
  caller: Caller | ActedFor | 'system';
  action: AuditAction;
  /** kind in lower case ('lot', 'user', 'key', 'report') and id: the database's own where there is one */
  target?: { kind: string; id: string };
  /** what came with the request; left out for what no request asked for */
  info?: Partial<RequestInfo>;
  details?: AuditDetails;
}

const INSERT = new PreparedStatement(
  `insert into audit_entry (key, at, user_id, key_id, role, action, target_kind, target_id, request_id, gdpr_consent,
     details, seal)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::jsonb, $12)`,
);

/**
 * Adds one line to the audit table in the caller's transaction: what is rolled back is not told, and what is committed
 * is. Lines can be added only; triggers refuse change and removal. Each carries its seal, made for a random key, and a job
 * puts it into a portion of the chain later (`audit/auditPortions.ts`).
 */
export async function audit(em: EntityManager, entry: AuditEntry): Promise<void> {
  if (entry.target !== undefined) currentRequest()?.targets.push(entry.target);
  const { userId, keyId, role } = actor(entry.caller);
  const key = randomBytes(16);
  const at = new Date();
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
  await INSERT.run(em, [
    key,
    at,
    userId,
    keyId,
    role,
    entry.action,
    facts.targetKind,
    facts.targetId,
    facts.requestId,
    facts.gdprConsent,
    JSON.stringify(facts.details),
    sealsOf(em).seal('audit', key.toString('hex'), facts),
  ]);
}

function actor(caller: AuditEntry['caller']): { userId: string | null; keyId: string | null; role: string } {
  if (caller === 'system') return { userId: null, keyId: null, role: 'system' };
  if (caller.kind === 'anonymous') return { userId: null, keyId: null, role: 'anonymous' };
  if (caller.kind === 'acted-for') return caller;
  return { userId: caller.userId, keyId: keyOf(caller), role: caller.role };
}
