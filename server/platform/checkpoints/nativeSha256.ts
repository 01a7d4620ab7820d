import { createHash } from 'node:crypto';
import type { Bytes, Hash } from '../../domain/proof/hashing.ts';
import { pause } from '../concurrency/pause.ts';

/** SHA-256 by OpenSSL, without the detour over a promise: blocks are hashed by the hundred. */
export function nativeSha256(bytes: Bytes): Bytes {
  return new Uint8Array(createHash('sha256').update(bytes).digest());
}

/** Hashes at a time: with their use they take about 2 ms. */
const AT_ONCE = 100;

/** The same for thousands of hashes in sequence: from time to time it lets other work run. */
export function sha256InTurns(): Hash {
  let hashes = 0;
  return (bytes) => {
    hashes += 1;
    const hash = nativeSha256(bytes);
    return hashes % AT_ONCE === 0 ? pause().then(() => hash) : hash;
  };
}

/** Content hash of a content that is already canonical text, hex: as `contentTextHash` of the domain. */
export function nativeContentHash(text: string): string {
  return createHash('sha256').update('\0').update(text).digest('hex');
}

/** SHA-256 of texts, as a key: each is preceded by its length, so that no other texts yield the same. */
export function digestKey(...texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}:`).update(text);
  return hash.digest('base64');
}
