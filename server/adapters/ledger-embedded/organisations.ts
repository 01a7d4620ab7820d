import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509CertificateGenerator,
  type X509Certificate,
} from '@peculiar/x509';
import type { OrganisationCertificates } from '../../domain/proof/certificate.ts';
import type { Bytes } from '../../domain/proof/hashing.ts';

/** The two organisations of the embedded ledger. The first one proposes and writes. */
export const EMBEDDED_ORGANISATIONS = [
  { mspId: 'ManamCoopMSP', name: 'Manam Cooperative' },
  { mspId: 'ManamAssuranceMSP', name: 'Manam Assurance' },
] as const;

const P256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY = 86_400_000;
/** Certificates outlive the EUDR's five years of keeping by far, since a proof must stay checkable. */
const VALID_DAYS = 365 * 30;

export interface NewOrganisation extends OrganisationCertificates {
  /** PKCS #8 of the signing key, in the clear: to be sealed at once */
  key: Buffer;
}

/**
 * Makes an organization's root and signing certificate (ECDSA P-256). The root's private key exists only during this
 * call: that root can never sign another certificate, so new keys mean a new root.
 */
export async function makeOrganisation(
  { mspId, name }: { mspId: string; name: string },
  now: Date,
): Promise<NewOrganisation> {
  // A day of grace for clocks that differ.
  const notBefore = new Date(now.getTime() - DAY);
  const notAfter = new Date(now.getTime() + VALID_DAYS * DAY);
  const rootKeys = await crypto.subtle.generateKey(P256, false, ['sign', 'verify']);
  const root = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: `CN=${name} Root CA, O=${name}`,
    notBefore,
    notAfter,
    signingAlgorithm: P256,
    keys: rootKeys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  });
  const keys = await crypto.subtle.generateKey(P256, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: `CN=${mspId} ledger signer, OU=peer, O=${name}`,
    issuer: root.subject,
    notBefore,
    notAfter,
    signingAlgorithm: P256,
    publicKey: keys.publicKey,
    signingKey: rootKeys.privateKey,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
    ],
  });
  return {
    mspId,
    name,
    rootCertificate: der(root),
    certificate: der(certificate),
    key: Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)),
  };
}

/** 16 random bytes, positive (RFC 5280, 4.1.2.2). */
function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}

function der(certificate: X509Certificate): Bytes {
  return new Uint8Array(certificate.rawData);
}
