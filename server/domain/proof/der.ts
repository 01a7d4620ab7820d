import { concat, type Bytes } from './hashing.ts';

const INTEGER = 0x02;
const OCTET_STRING = 0x04;
const SEQUENCE = 0x30;

function element(tag: number, content: Uint8Array): Bytes {
  if (content.length > 0xffff) throw new RangeError('Longer than any value that is encoded here');
  const length =
    content.length < 0x80
      ? [content.length]
      : content.length < 0x100
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 0xff];
  return concat(Uint8Array.of(tag, ...length), content);
}

/** INTEGER of a big-endian magnitude: no superfluous zeros, one zero where the first bit is set. */
function positiveInteger(magnitude: Uint8Array): Bytes {
  let from = 0;
  while (from < magnitude.length - 1 && magnitude[from] === 0) from += 1;
  const digits = magnitude.subarray(from);
  return element(INTEGER, (digits[0] ?? 0) >= 0x80 ? concat(Uint8Array.of(0), digits) : digits);
}

/** DER INTEGER of a whole number from 0. */
export function derInteger(value: number): Bytes {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError('Not a whole number from 0');
  const digits: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256);
  return positiveInteger(Uint8Array.from(digits.length === 0 ? [0] : digits));
}

/** DER OCTET STRING. */
export function derOctetString(bytes: Uint8Array): Bytes {
  return element(OCTET_STRING, bytes);
}

/** DER SEQUENCE of elements that are encoded already. */
export function derSequence(...elements: Uint8Array[]): Bytes {
  return element(SEQUENCE, concat(...elements));
}

/** An element of DER: its tag, its content, and all its bytes. */
export interface DerElement {
  tag: number;
  content: Bytes;
  whole: Bytes;
}

/**
 * The consecutive elements, to the end.
 * @throws RangeError for anything that is not DER: a tag of several bytes, a length of another form than the shortest,
 *   an element that is cut off, or longer than any that is read here (64 kB)
 */
export function readElements(bytes: Bytes): DerElement[] {
  const elements: DerElement[] = [];
  for (let from = 0; from < bytes.length;) {
    const tag = bytes[from] ?? 0;
    const short = bytes[from + 1] ?? 0xff;
    const more = short < 0x80 ? 0 : short - 0x80;
    if ((tag & 0x1f) === 0x1f || more > 2) throw new RangeError('Not an element of DER');
    const begin = from + 2 + more;
    const length = more === 0 ? short : bytes.subarray(from + 2, begin).reduce((sum, byte) => sum * 256 + byte, 0);
    const end = begin + length;
    if (end > bytes.length || (more > 0 && length < (more === 1 ? 0x80 : 0x100))) {
      throw new RangeError('Not an element of DER');
    }
    elements.push({ tag, content: bytes.subarray(begin, end), whole: bytes.subarray(from, end) });
    from = end;
  }
  return elements;
}

/** Half of the order of P-256: Fabric accepts only signatures whose s is not above it, so that each has one form. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const HALF_ORDER = ORDER >> 1n;

function toBigInt(bytes: Uint8Array): bigint {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return value;
}

/**
 * An ECDSA P-256 signature r || s (64 bytes, as WebCrypto and node:crypto's ieee-p1363 give it) in DER, with low s.
 */
export function signatureToDer(raw: Uint8Array): Bytes {
  if (raw.length !== 64) throw new RangeError('A P-256 signature has 64 bytes');
  const s = toBigInt(raw.subarray(32));
  let lowS = raw.subarray(32);
  if (s > HALF_ORDER) {
    const flipped = new Uint8Array(32);
    let rest = ORDER - s;
    for (let i = 31; i >= 0; i -= 1) {
      flipped[i] = Number(rest & 0xffn);
      rest >>= 8n;
    }
    lowS = flipped;
  }
  return derSequence(positiveInteger(raw.subarray(0, 32)), positiveInteger(lowS));
}

/** r || s (64 bytes) of a DER signature; null for anything that `signatureToDer` would not have written. */
export function signatureFromDer(der: Uint8Array): Bytes | null {
  const raw = new Uint8Array(64);
  let offset = 2;
  for (const end of [32, 64]) {
    const length = der[offset + 1];
    if (der[offset] !== INTEGER || length === undefined || length === 0 || length > 33) return null;
    const digits = der.subarray(offset + 2, offset + 2 + length);
    const magnitude = digits.length === 33 ? digits.subarray(1) : digits;
    raw.set(magnitude, end - magnitude.length);
    offset += 2 + length;
  }
  // One form only: encoding it again must give the same bytes.
  const again = signatureToDer(raw);
  return again.length === der.length && again.every((byte, i) => byte === der[i]) ? raw : null;
}
