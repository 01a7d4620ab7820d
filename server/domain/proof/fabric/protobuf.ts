import type { Bytes } from '../hashing.ts';

/** Wire types that Fabric's messages use (Protocol Buffers, 'Encoding'). */
const [VARINT, FIXED64, LENGTH, FIXED32] = [0, 1, 2, 5];
/** Bytes of a varint of 64 bits. */
const LONGEST_VARINT = 10;

/**
 * The fields of one message, by number. Bytes and messages as bytes, numbers as bigint; each as often as it occurs.
 * @throws RangeError for an invalid message: cut off, of an unknown wire type, or with a number above 64 bits
 */
export function parseProtobuf(bytes: Bytes): ProtobufMessage {
  const fields = new Map<number, (Bytes | bigint)[]>();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let i = 0; i < LONGEST_VARINT; i += 1) {
      const byte = bytes[at];
      if (byte === undefined) break;
      at += 1;
      value |= BigInt(byte & 0x7f) << BigInt(7 * i);
      if (byte < 0x80) return value <= 0xffff_ffff_ffff_ffffn ? value : fail();
    }
    return fail();
  };
  const take = (length: number): Bytes => {
    const end = at + length;
    if (end > bytes.length) fail();
    const part = bytes.subarray(at, end);
    at = end;
    return part;
  };
  while (at < bytes.length) {
    const key = varint();
    const number = Number(key >> 3n);
    const wire = Number(key & 7n);
    if (number === 0) fail();
    const value =
      wire === VARINT
        ? varint()
        : wire === LENGTH
          ? take(Number(varint()))
          : take(wire === FIXED64 ? 8 : fixed32(wire));
    const known = fields.get(number);
    if (known === undefined) fields.set(number, [value]);
    else known.push(value);
  }
  return new ProtobufMessage(fields);
}

function fixed32(wire: number): number {
  return wire === FIXED32 ? 4 : fail();
}

function fail(): never {
  throw new RangeError('Not a message of the form that is read here');
}

/**
 * A parsed message. A field with one value may occur only once: readers would disagree about two. Every method throws
 * RangeError for a field of another kind.
 */
export class ProtobufMessage {
  readonly #fields: ReadonlyMap<number, readonly (Bytes | bigint)[]>;

  constructor(fields: ReadonlyMap<number, readonly (Bytes | bigint)[]>) {
    this.#fields = fields;
  }

  /** Empty where it is not there, as the encoding has it. */
  bytes(number: number): Bytes {
    const value = this.#single(number);
    return value === undefined ? new Uint8Array() : typeof value === 'bigint' ? fail() : value;
  }

  /** 0 where it is not there, as the encoding has it. */
  whole(number: number): number {
    const value = this.#single(number) ?? 0n;
    return typeof value === 'bigint' && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : fail();
  }

  /** @throws RangeError for bytes that are not UTF-8 */
  text(number: number): string {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(this.bytes(number));
    } catch {
      return fail();
    }
  }

  message(number: number): ProtobufMessage {
    return parseProtobuf(this.bytes(number));
  }

  /** All of a repeated field, in order. */
  all(number: number): Bytes[] {
    return (this.#fields.get(number) ?? []).map((value) => (typeof value === 'bigint' ? fail() : value));
  }

  #single(number: number): Bytes | bigint | undefined {
    const values = this.#fields.get(number) ?? [];
    return values.length > 1 ? fail() : values[0];
  }
}
