import { z } from 'zod';
import type { Signer, Signers } from './certificate.ts';
import { signatureFromDer } from './der.ts';
import { concat, fromHex, type Bytes } from './hashing.ts';

/** One organisation's signature, hex (DER). */
export const organisationSignature = z.strictObject({
  mspId: z.string().min(1).max(64),
  signature: z
    .string()
    .max(144)
    .regex(/^([0-9a-f]{2})+$/),
});
export type OrganisationSignature = z.infer<typeof organisationSignature>;

/** What an organisation signs: the message and its own certificate, as an endorser in Fabric does. */
export function signedBytes(message: Uint8Array, certificate: Uint8Array): Bytes {
  return concat(message, certificate);
}

async function isSigned(message: Uint8Array, signature: string, signer: Signer): Promise<boolean> {
  const raw = signatureFromDer(fromHex(signature));
  if (raw === null) return false;
  const signed = signedBytes(message, signer.certificate);
  return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, signer.key, raw, signed);
}

/**
 * Checks that every organisation of the channel, and nobody else, signed a message: ECDSA P-256 with SHA-256.
 * @param what the message's name in the answer
 * @returns what is wrong, in plain words; empty when all is well
 */
export async function checkSignatures(
  what: string,
  message: Uint8Array,
  signatures: readonly OrganisationSignature[],
  signers: Signers,
): Promise<string[]> {
  const faults: string[] = [];
  for (const mspId of signers.keys()) {
    if (!signatures.some((signature) => signature.mspId === mspId)) faults.push(`${what} is not signed by ${mspId}`);
  }
  const checked = await Promise.all(
    signatures.map(async ({ mspId, signature }, i) => {
      const signer = signers.get(mspId);
      if (!signer) return `${what} is signed by ${mspId}, which is not an organisation of the channel`;
      if (signatures.findIndex((other) => other.mspId === mspId) !== i) return `${what} is signed twice by ${mspId}`;
      return (await isSigned(message, signature, signer)) ? null : `The signature of ${mspId} on ${what} is not valid`;
    }),
  );
  return [...faults, ...checked.filter((fault) => fault !== null)];
}
