import { createHash } from 'node:crypto';

/** Base64url characters of a digest in a tag: 96 bits. */
const DIGEST_CHARACTERS = 16;

/** A tag's digest of JSON text: the same text, the same digest. */
export function digestOf(json: string): string {
  return createHash('sha256').update(json).digest('base64url').slice(0, DIGEST_CHARACTERS);
}

/** Whether If-None-Match names a tag, compared as weak ones (RFC 9110, section 13.1.2). */
export function isKnownTag(ifNoneMatch: string | undefined, etag: string | null | undefined): boolean {
  if (ifNoneMatch === undefined || etag === null || etag === undefined) return false;
  const opaque = etag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === opaque);
}
