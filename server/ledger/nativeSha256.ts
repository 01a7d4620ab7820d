import { createHash } from 'node:crypto';
import type { Bytes } from '../domain/proof/hashing.ts';

/** SHA-256 by OpenSSL, without the detour over a promise: blocks are hashed by the hundred. */
export function nativeSha256(bytes: Bytes): Bytes {
  return new Uint8Array(createHash('sha256').update(bytes).digest());
}

/** Content hash of a content that is already canonical text, hex: as `contentTextHash` of the domain. */
export function nativeContentHash(text: string): string {
  return createHash('sha256').update('\0').update(text).digest('hex');
}

/** SHA-256 of texts, as a key: each is preceded by its length, so that no other texts yield the same. */
export function keyOf(...texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}:`).update(text);
  return hash.digest('base64');
}
