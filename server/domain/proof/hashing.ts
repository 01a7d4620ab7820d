import canonicalize from 'canonicalize';
import type { CommittedField, EventContent } from '../ledger/content.ts';

// WebCrypto works on buffers that are not shared; this names that once.
export type Bytes = Uint8Array<ArrayBuffer>;

/** SHA-256. The default is WebCrypto's; the server's ledger passes a faster native one. */
export type Hash = (bytes: Bytes) => Bytes | Promise<Bytes>;

const CONTENT_PREFIX = 0x00;
const COMMITMENT_PREFIX = 0x01;

/** Canonical JSON (RFC 8785) of a value, as text. Throws TypeError for what JSON cannot say. */
export function canonicalText(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('Not a JSON value');
  return text;
}

export function utf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}

export function toHex(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return hex;
}

/** Bytes of a hex text. Throws RangeError for anything else. */
export function fromHex(hex: string): Bytes {
  if (hex.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(hex)) throw new RangeError('Not hex');
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16);
  return bytes;
}

export function concat(...parts: Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** SHA-256 by WebCrypto: the same in browser and server. */
export async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

/** Content hash, hex: SHA-256(0x00 || canonical content) (docs/spec/ledger-and-verification.md, 'Committed fields'). */
export async function contentHash(content: EventContent): Promise<string> {
  return contentTextHash(canonicalText(content));
}

/** Content hash of a content that is already canonical text, as it is stored. */
export async function contentTextHash(text: string, hash: Hash = sha256): Promise<string> {
  return toHex(await hash(concat(Uint8Array.of(CONTENT_PREFIX), utf8(text))));
}

/**
 * Commitment to one personal value, hex: SHA-256(0x01 || 32-byte salt || canonical [field, value]).
 * @param salt 32 random bytes, fresh for each event and field
 * @param value a JSON value: text, [latMicro, lonMicro], ...
 */
export async function commitment(
  field: CommittedField,
  value: unknown,
  salt: Uint8Array,
  hash: Hash = sha256,
): Promise<string> {
  if (salt.length !== 32) throw new RangeError('A salt has 32 bytes');
  return toHex(await hash(concat(Uint8Array.of(COMMITMENT_PREFIX), salt, utf8(canonicalText([field, value])))));
}
