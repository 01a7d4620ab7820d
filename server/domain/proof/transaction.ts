import * as z from 'zod/mini';
import type { Signers } from './certificate.ts';
import { canonicalText, concat, fromHex, sha256, toHex, utf8, type Hash } from './hashing.ts';
import {
  organisationSignature,
  signatureFaults,
  signatureFaultText,
  type OrganisationSignature,
  type SignatureFault,
} from './signatures.ts';

const hex32 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const hex16 = z.string().check(z.regex(/^[0-9a-f]{32}$/));

/** What the organisations endorse: keys and the content's hash, nothing readable of the lot. */
export const transactionPayload = z.strictObject({
  v: z.literal(1),
  channel: z.string().check(z.maxLength(64)),
  chaincode: z.strictObject({ name: z.string().check(z.maxLength(64)), version: z.string().check(z.maxLength(32)) }),
  /** SHA-256(nonce || creator's certificate), hex, as in Fabric */
  txId: hex32,
  /** 24 random bytes, hex */
  nonce: z.string().check(z.regex(/^[0-9a-f]{48}$/)),
  /** MSP id of the organisation that proposed it */
  creator: z.string().check(z.maxLength(64)),
  lotKey: hex16,
  seq: z.int().check(z.positive()),
  eventId: hex16,
  contentHash: hex32,
  /** time of the block, ISO 8601, UTC */
  at: z.iso.datetime(),
});
export type TransactionPayload = z.infer<typeof transactionPayload>;

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
