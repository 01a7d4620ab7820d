import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { Signer } from '../../domain/proof/certificate.ts';
import { signatureToDer } from '../../domain/proof/der.ts';
import type { HeadSignature, TreeHead } from '../../domain/proof/head.ts';
import { headMessage } from '../../domain/proof/headSignatures.ts';
import { toHex, type Bytes } from '../../domain/proof/hashing.ts';
import { signedBytes, type OrganisationSignature } from '../../domain/proof/signatures.ts';

/** An organisation's signing key, ready for use. */
export interface SigningKey {
  mspId: string;
  certificate: Bytes;
  key: KeyObject;
}

export function signingKey(signer: Signer, pkcs8: Buffer): SigningKey {
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  return { mspId: signer.mspId, certificate: signer.certificate, key };
}

// With a callback OpenSSL signs on the thread pool, so a large batch does not hold up the requests of the same process.
const signOnPool = promisify(
  (data: Uint8Array, key: KeyObject, done: (error: Error | null, signature: Buffer) => void): void => {
    sign('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, done);
  },
);

/** Signs a message as an organisation: ECDSA P-256 with SHA-256 over message and certificate. */
export async function signAs(signer: SigningKey, message: Uint8Array): Promise<OrganisationSignature> {
  const raw = await signOnPool(signedBytes(message, signer.certificate), signer.key);
  return { mspId: signer.mspId, signature: Buffer.from(signatureToDer(raw)).toString('hex') };
}

/** Signs a head as an organization, with the certificate that others need to check the signature by its root. */
export async function signHead(signer: SigningKey, head: TreeHead): Promise<HeadSignature> {
  return { ...(await signAs(signer, headMessage(head))), certificate: toHex(signer.certificate) };
}
