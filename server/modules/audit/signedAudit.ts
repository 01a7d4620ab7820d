import { canonicalText, utf8, type Bytes } from '../../domain/proof/hashing.ts';
import { leafHash } from '../../domain/proof/merkle.ts';
import { AUDIT_FACTS } from '../../platform/audit-log/auditFacts.ts';
import type { RowSigner } from '../../platform/row-signatures/rowSigner.ts';
import type { SignedFacts } from '../../platform/row-signatures/signedKinds.ts';
import { nativeSha256 } from '../../platform/checkpoints/nativeSha256.ts';

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
