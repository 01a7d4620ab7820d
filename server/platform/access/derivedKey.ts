import { hkdfSync } from 'node:crypto';

/** Purposes of derived keys. One label, one use: a key of one purpose never opens data of another. */
export type KeyPurpose =
  | 'access-token'
  | 'login-limits'
  | 'refresh-successor'
  | 'idempotency-request'
  | 'idempotency-answer'
  | 'search-session'
  | 'rates';

/**
 * A 32-byte key derived from a secret by HKDF-SHA-256 (RFC 5869), with the purpose as its label.
 * @param secret of high entropy; never a person's password
 */
export function derivedKey(secret: string, purpose: KeyPurpose): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `manam-trace/${purpose}/v1`, 32));
}
