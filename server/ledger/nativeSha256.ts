import { createHash } from 'node:crypto';
import type { Bytes } from '../domain/proof/hashing.ts';

/** SHA-256 by OpenSSL, without the detour over a promise: blocks are hashed by the hundred. */
export function nativeSha256(bytes: Bytes): Bytes {
  return new Uint8Array(createHash('sha256').update(bytes).digest());
}
