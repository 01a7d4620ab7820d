// Needed by the X.509 reader before it is loaded.
import 'reflect-metadata';
import { BasicConstraintsExtension, X509Certificate } from '@peculiar/x509';
import { sha256, toHex, type Bytes } from './hashing.ts';

/** An organisation of the channel with its certificates, DER. */
export interface OrganisationCertificates {
  mspId: string;
  name: string;
  rootCertificate: Bytes;
  certificate: Bytes;
}

/** An organisation whose signing certificate is signed by its root. */
export interface Signer {
  mspId: string;
  name: string;
  rootFingerprint: string;
  /** signing certificate, DER */
  certificate: Bytes;
  fingerprint: string;
  key: CryptoKey;
  notBefore: Date;
  notAfter: Date;
}

/** The organisations whose signatures count, by MSP id. Every one of them must sign. */
export type Signers = ReadonlyMap<string, Signer>;

/** SHA-256 of a certificate (DER), hex. */
export async function fingerprint(certificate: Bytes): Promise<string> {
  return toHex(await sha256(certificate));
}

/**
 * Reads an organisation's certificates: the root must be a self-signed authority of that organisation, the signing
 * certificate must be signed by it and hold a P-256 key.
 * @returns the signer, or in plain words what is wrong
 */
export async function readSigner(organisation: OrganisationCertificates): Promise<Signer | { fault: string }> {
  const { mspId, name } = organisation;
  try {
    const root = new X509Certificate(organisation.rootCertificate);
    const leaf = new X509Certificate(organisation.certificate);
    if (root.getExtension(BasicConstraintsExtension)?.ca !== true) {
      return { fault: `The root certificate of ${mspId} is not that of an authority` };
    }
    if (!root.subjectName.getField('O').includes(name)) {
      return { fault: `The root certificate of ${mspId} is not that of ${name}` };
    }
    if (!(await root.verify({ signatureOnly: true }))) {
      return { fault: `The root certificate of ${mspId} is not signed by itself` };
    }
    if (leaf.issuer !== root.subject || !(await leaf.verify({ publicKey: root.publicKey, signatureOnly: true }))) {
      return { fault: `The certificate of ${mspId} is not signed by its root` };
    }
    const key = await crypto.subtle.importKey(
      'spki',
      leaf.publicKey.rawData,
      { name: 'ECDSA', namedCurve: 'P-256' },
      true,
      ['verify'],
    );
    return {
      mspId,
      name,
      rootFingerprint: await fingerprint(organisation.rootCertificate),
      certificate: organisation.certificate,
      fingerprint: await fingerprint(organisation.certificate),
      key,
      notBefore: leaf.notBefore,
      notAfter: leaf.notAfter,
    };
  } catch {
    return { fault: `The certificates of ${mspId} cannot be read` };
  }
}
