import * as z from 'zod/mini';
import type { Signer, Signers } from './certificate.ts';
import { signatureFromDer } from './der.ts';
import { concat, fromHex, type Bytes } from './hashing.ts';

/** One organisation's signature, hex (DER). */
export const organisationSignature = z.strictObject({
  mspId: z.string().check(z.minLength(1), z.maxLength(64), z.regex(/^[ -~]*$/)),
  signature: z.string().check(z.maxLength(144), z.regex(/^([0-9a-f]{2})+$/)),
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

/** What is wrong with the signatures on a message: of an organisation none, two, one that is not valid, or of a stranger. */
export interface SignatureFault {
  kind: 'missing' | 'twice' | 'invalid' | 'stranger';
  mspId: string;
}

/** Whether every organization of the channel, and no other, signed a message: ECDSA P-256 with SHA-256. */
export async function signatureFaults(
  message: Uint8Array,
  signatures: readonly OrganisationSignature[],
  signers: Signers,
): Promise<SignatureFault[]> {
  const absent = [...signers.keys()].filter((mspId) => !signatures.some((signature) => signature.mspId === mspId));
  const checked = await Promise.all(
    signatures.map(async ({ mspId, signature }, i): Promise<SignatureFault | null> => {
      const signer = signers.get(mspId);
      if (!signer) return { kind: 'stranger', mspId };
      if (signatures.findIndex((other) => other.mspId === mspId) !== i) return { kind: 'twice', mspId };
      return (await isSigned(message, signature, signer)) ? null : { kind: 'invalid', mspId };
    }),
  );
  return [
    ...absent.map((mspId) => ({ kind: 'missing', mspId }) as const),
    ...checked.filter((fault) => fault !== null),
  ];
}

/** A fault in plain words. @param what the message's name */
export function signatureFaultText(what: string, { kind, mspId }: SignatureFault): string {
  switch (kind) {
    case 'missing':
      return `${what} is not signed by ${mspId}`;
    case 'twice':
      return `${what} is signed twice by ${mspId}`;
    case 'invalid':
      return `The signature of ${mspId} on ${what} is not valid`;
    case 'stranger':
      return `${what} is signed by ${mspId}, which is not an organisation of the channel`;
  }
}

/**
 * As `signatureFaults`.
 * @param what the message's name in the answer
 * @returns what is wrong, in plain words; empty when all is well
 */
export async function checkSignatures(
  what: string,
  message: Uint8Array,
  signatures: readonly OrganisationSignature[],
  signers: Signers,
): Promise<string[]> {
  return (await signatureFaults(message, signatures, signers)).map((fault) => signatureFaultText(what, fault));
}
