import * as z from 'zod/mini';
import type { Signers } from './certificate.ts';
import { canonicalText, concat, fromHex, sha256, toHex, utf8, type Bytes, type Hash } from './hashing.ts';
import { leafHash, rootOfPath } from './merkle.ts';
import {
  organisationSignature,
  signatureFaults,
  signatureFaultText,
  type OrganisationSignature,
  type SignatureFault,
} from './signatures.ts';

const hex32 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const hex16 = z.string().check(z.regex(/^[0-9a-f]{32}$/));

/** What payloads of both versions say of their transaction. */
const signedTogether = {
  channel: z.string().check(z.maxLength(64)),
  chaincode: z.strictObject({ name: z.string().check(z.maxLength(64)), version: z.string().check(z.maxLength(32)) }),
  /** SHA-256(nonce || creator's certificate), hex, as in Fabric */
  txId: hex32,
  /** 24 random bytes, hex */
  nonce: z.string().check(z.regex(/^[0-9a-f]{48}$/)),
  /** MSP id of the organisation that proposed it */
  creator: z.string().check(z.maxLength(64)),
  /** time of the block, ISO 8601, UTC */
  at: z.iso.datetime(),
};

/** Version 1: a transaction of one event. */
const singlePayload = z.strictObject({
  v: z.literal(1),
  ...signedTogether,
  lotKey: hex16,
  seq: z.int().check(z.positive()),
  eventId: hex16,
  contentHash: hex32,
});

/** Version 2: a transaction of several events. */
const groupPayload = z.strictObject({
  v: z.literal(2),
  ...signedTogether,
  /** how many there are, and the RFC 6962 Merkle root over them, as `eventLeaf` makes their leaves */
  events: z.strictObject({ size: z.int().check(z.gte(2)), root: hex32 }),
});

/** What the organisations endorse: keys and hashes, nothing readable of the lots. */
export const transactionPayload = z.discriminatedUnion('v', [singlePayload, groupPayload]);
export type TransactionPayload = z.infer<typeof transactionPayload>;

/** An event as a transaction records it. */
export interface RecordedEvent {
  eventId: string;
  lotKey: string;
  seq: number;
  /** hex */
  contentHash: string;
}

/** Place of an event among those of a transaction of version 2. */
export interface PlaceWithin {
  /** from 0 */
  index: number;
  /** how many events the transaction has */
  size: number;
  /** hashes that lead from the event's leaf to the root, hex, nearest first */
  path: readonly string[];
}

/** Hash of the Merkle leaf of an event of a transaction: canonical JSON [eventId, lotKey, seq, contentHash]. */
export function eventLeaf({ eventId, lotKey, seq, contentHash }: RecordedEvent, hash: Hash = sha256): Promise<Bytes> {
  return leafHash(utf8(canonicalText([eventId, lotKey, seq, contentHash])), hash);
}

/**
 * Compares an event with the payload of its transaction, of either version.
 * @param within its place in a transaction of version 2; null in one of version 1
 * @returns null when the payload records it there; `content`: what it records has another content, or stands at another
 * place of version 2; `keys`: another event, lot or position
 */
export async function recordedOtherwise(
  payload: TransactionPayload,
  event: RecordedEvent,
  within: PlaceWithin | null,
  hash: Hash = sha256,
): Promise<'content' | 'keys' | null> {
  if (payload.v === 1) {
    if (payload.contentHash !== event.contentHash) return 'content';
    const same = payload.eventId === event.eventId && payload.lotKey === event.lotKey && payload.seq === event.seq;
    return same && within === null ? null : 'keys';
  }
  const { size, root } = payload.events;
  if (within === null || within.size !== size) return 'keys';
  const leaf = await eventLeaf(event, hash);
  const reached = await rootOfPath(leaf, within.index, size, within.path.map(fromHex), hash);
  return reached !== null && toHex(reached) === root ? null : 'content';
}

/** A transaction in a block: its canonical JSON (RFC 8785) is the Merkle leaf. */
export const transactionEnvelope = z.strictObject({
  payload: transactionPayload,
  endorsements: z.array(organisationSignature).check(z.minLength(1), z.maxLength(16)),
});
export type TransactionEnvelope = z.infer<typeof transactionEnvelope>;

/** Transaction id, hex: SHA-256(nonce || creator's certificate). */
export async function transactionId(nonce: string, certificate: Uint8Array, hash: Hash = sha256): Promise<string> {
  return toHex(await hash(concat(fromHex(nonce), certificate)));
}

/** An envelope read from its stored text; null unless the text is its one canonical form. */
export function readEnvelope(text: string): TransactionEnvelope | null {
  try {
    const parsed = transactionEnvelope.safeParse(JSON.parse(text));
    return parsed.success && canonicalText(parsed.data) === text ? parsed.data : null;
  } catch {
    return null;
  }
}

/** A checked transaction; `faults` lists its faults in plain words. */
export interface CheckedTransaction {
  payload: TransactionPayload | null;
  endorsements: OrganisationSignature[];
  faults: string[];
}

/** What is wrong with a transaction: its signatures, its id, or a certificate that was not valid at its time. */
export type TransactionFault = SignatureFault | { kind: 'id' } | { kind: 'expired'; mspId: string };

/**
 * Checks a transaction alone: its id, and that every organization of the channel endorsed it while its certificate was
 * valid. Its position in a block is another check.
 * @param hash SHA-256 for the transaction's id
 */
export async function transactionFaults(
  { payload, endorsements }: TransactionEnvelope,
  signers: Signers,
  hash: Hash = sha256,
): Promise<TransactionFault[]> {
  const faults: TransactionFault[] = await signatureFaults(utf8(canonicalText(payload)), endorsements, signers);
  const creator = signers.get(payload.creator);
  if (!creator || (await transactionId(payload.nonce, creator.certificate, hash)) !== payload.txId) {
    faults.push({ kind: 'id' });
  }
  const at = Date.parse(payload.at);
  for (const { mspId, notBefore, notAfter } of signers.values()) {
    if (at < notBefore.getTime() || at > notAfter.getTime()) faults.push({ kind: 'expired', mspId });
  }
  return faults;
}

function faultText(what: string, fault: TransactionFault): string {
  if (fault.kind === 'id') return `The id of ${what} is not that of its nonce and creator`;
  if (fault.kind === 'expired') return `The certificate of ${fault.mspId} was not valid at the time of ${what}`;
  return signatureFaultText(what, fault);
}

/**
 * Reads a transaction and checks it by itself, as `transactionFaults`.
 * @param text the stored envelope
 */
export async function verifyTransaction(text: string, signers: Signers, hash?: Hash): Promise<CheckedTransaction> {
  const envelope = readEnvelope(text);
  if (envelope === null) return { payload: null, endorsements: [], faults: ['The transaction cannot be read'] };
  const what = `transaction ${envelope.payload.txId.slice(0, 12)}`;
  const faults = await transactionFaults(envelope, signers, hash);
  return { ...envelope, faults: faults.map((fault) => faultText(what, fault)) };
}
