import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { derivedKey } from '../../platform/access/derivedKey.ts';

/** Lifetime of a refresh token. */
export const REFRESH_TOKEN_MS = 30 * 24 * 3_600_000;
/** How long the same attempt gets the same successor (docs/spec/access-and-accounts.md, 'Tokens'). */
export const SAME_ATTEMPT_MS = 60_000;

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A new refresh token: 32 random bytes, base64url. */
export function newRefreshToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a refresh token: SHA-256, 32 bytes. A fast hash is enough, since the token cannot be guessed. */
export function refreshTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * Encrypts a successor with its predecessor: AES-256-GCM under a key derived from the predecessor, of which the
 * database has only the hash, so that the database alone cannot decrypt it.
 * @returns nonce (12 bytes), tag (16 bytes), ciphertext
 */
export function signSuccessor(predecessor: string, successor: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, derivedKey(predecessor, 'refresh-successor'), nonce);
  const closed = Buffer.concat([cipher.update(successor, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), closed]);
}

/** Decrypts the result of `signSuccessor`. @throws Error when it was changed, or encrypted with another token */
export function openSuccessor(predecessor: string, sealed: Buffer): string {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const key = derivedKey(predecessor, 'refresh-successor');
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(tag);
  const closed = sealed.subarray(NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(closed), decipher.final()]).toString('utf8');
}
