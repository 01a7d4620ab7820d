import { canonicalText, utf8, type Bytes } from '../../domain/proof/hashing.ts';
import { leafHash } from '../../domain/proof/merkle.ts';
import { instantSql } from '../../platform/row-signatures/instantSql.ts';
import type { SignedFacts, RowSigner } from '../../platform/row-signatures/rowSigner.ts';
import { nativeSha256 } from '../../platform/checkpoints/nativeSha256.ts';

/** The content of an audit row, as one JSON object; the signature covers it under the row's random key. */
export const AUDIT_FACTS = `json_build_object('at', ${instantSql('a.at')}, 'userId', a.user_id, 'keyId', a.key_id, 'role', a.role,
  'action', a.action, 'targetKind', a.target_kind, 'targetId', a.target_id, 'requestId', a.request_id,
  'gdprConsent', a.gdpr_consent, 'details', a.details)`;

export const AUDIT_COLUMNS = `a.id, encode(a.key, 'hex') as key, ${AUDIT_FACTS} as facts, a.seal`;

/** A line with what it is checked by; `key` (hex) and `seal` are null where the program did not write it. */
export interface AuditRow {
  id: number;
  key: string | null;
  facts: SignedFacts;
  seal: string | null;
}

/** Whether a line is as the program wrote it. One that is not is remembered under the number of its row. */
export function isWholeAudit(seals: RowSigner, { id, key, facts, seal }: AuditRow): boolean {
  const whole = key !== null && seals.check('audit', key, facts, seal);
  if (whole) seals.broken.forget('audit', String(id));
  else seals.broken.add('audit', String(id));
  return whole;
}

/** Hash of a row as a leaf of its portion (RFC 6962), its place in the order included. */
export function auditLeaf({ id, key, facts, seal }: AuditRow): Promise<Bytes> {
  return leafHash(utf8(canonicalText([id, key, facts, seal])), nativeSha256);
}
