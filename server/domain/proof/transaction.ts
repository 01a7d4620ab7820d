import { z } from 'zod';
import type { Signers } from './certificate.ts';
import { canonicalText, concat, fromHex, sha256, toHex, utf8 } from './hashing.ts';
import type { Hash } from './merkle.ts';
import { checkSignatures, organisationSignature, type OrganisationSignature } from './signatures.ts';

const hex32 = z.string().regex(/^[0-9a-f]{64}$/);
const hex16 = z.string().regex(/^[0-9a-f]{32}$/);

/** What the organisations endorse: keys and the content's hash, nothing readable of the lot. */
export const transactionPayload = z.strictObject({
  v: z.literal(1),
  channel: z.string().max(64),
  chaincode: z.strictObject({ name: z.string().max(64), version: z.string().max(32) }),
  /** SHA-256(nonce || creator's certificate), hex, as in Fabric */
  txId: hex32,
  /** 24 random bytes, hex */
  nonce: z.string().regex(/^[0-9a-f]{48}$/),
  /** MSP id of the organisation that proposed it */
  creator: z.string().max(64),
  lotKey: hex16,
  seq: z.int().positive(),
  eventId: hex16,
  contentHash: hex32,
  /** time of the block, ISO 8601, UTC */
  at: z.iso.datetime(),
});
export type TransactionPayload = z.infer<typeof transactionPayload>;

/** A transaction as it stands in a block: its canonical JSON (RFC 8785) is the Merkle leaf. */
export const transactionEnvelope = z.strictObject({
  payload: transactionPayload,
  endorsements: z.array(organisationSignature).min(1).max(16),
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

/** A transaction that was read and checked; `faults` says in plain words what is wrong, and is empty when nothing is. */
export interface CheckedTransaction {
  payload: TransactionPayload | null;
  endorsements: OrganisationSignature[];
  faults: string[];
}

/**
 * Checks a transaction by itself: its form, its id, and that every organisation of the channel endorsed it while its
 * certificate was valid. Whether it stands in a block is another check.
 * @param text the stored envelope
 * @param hash SHA-256 for the transaction's id
 */
export async function verifyTransaction(
  text: string,
  signers: Signers,
  hash: Hash = sha256,
): Promise<CheckedTransaction> {
  const envelope = readEnvelope(text);
  if (envelope === null) return { payload: null, endorsements: [], faults: ['The transaction cannot be read'] };
  const { payload, endorsements } = envelope;
  const what = `transaction ${payload.txId.slice(0, 12)}`;
  const faults = await checkSignatures(what, utf8(canonicalText(payload)), endorsements, signers);
  const creator = signers.get(payload.creator);
  if (!creator || (await transactionId(payload.nonce, creator.certificate, hash)) !== payload.txId) {
    faults.push(`The id of ${what} is not that of its nonce and creator`);
  }
  const at = Date.parse(payload.at);
  for (const signer of signers.values()) {
    if (at < signer.notBefore.getTime() || at > signer.notAfter.getTime()) {
      faults.push(`The certificate of ${signer.mspId} was not valid at the time of ${what}`);
    }
  }
  return { payload, endorsements, faults };
}
