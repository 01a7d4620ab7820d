import { readElements, type DerElement } from './der.ts';
import { concat, sha256, toHex, type Bytes } from './hashing.ts';

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
  /** DER */
  rootCertificate: Bytes;
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

const [INTEGER, BIT_STRING, OCTET_STRING, OID, SEQUENCE, UTC_TIME, GENERALIZED_TIME] = [
  0x02, 0x03, 0x04, 0x06, 0x30, 0x17, 0x18,
];
/** Members of a certificate's first part that are marked by numbers: the version, and the extensions. */
const [VERSION, EXTENSIONS] = [0xa0, 0xa3];
/** What is read of a certificate by object identifiers, in the bytes that DER has for them. */
const [ECDSA_WITH_SHA256, ORGANISATION, UNIT, BASIC_CONSTRAINTS] = ['2a8648ce3d040302', '55040a', '55040b', '551d13'];

/** The used parts of an X.509 certificate (RFC 5280, 4.1). */
interface Certificate {
  /** the part that its issuer signed */
  signed: Bytes;
  /** r || s */
  signature: Bytes;
  /** names in DER */
  issuer: Bytes;
  subject: Bytes;
  organisations: string[];
  /** organisational units (OU) */
  units: string[];
  notBefore: Date;
  notAfter: Date;
  /** SubjectPublicKeyInfo */
  publicKey: Bytes;
  isAuthority: boolean;
}

function fail(): never {
  throw new RangeError('Not a certificate of the form that is read here');
}

/** The members of an element that must have this tag. */
function membersOf(element: DerElement | undefined, tag = SEQUENCE): DerElement[] {
  return element?.tag === tag ? readElements(element.content) : fail();
}

/** What is in a BIT STRING of whole bytes. */
function bitsOf(element: DerElement | undefined): Bytes {
  return element?.tag === BIT_STRING && element.content[0] === 0 ? element.content.subarray(1) : fail();
}

/** The OID that an AlgorithmIdentifier, attribute or extension begins with, hex. */
function oidOf(members: readonly DerElement[]): string {
  return members[0]?.tag === OID ? toHex(members[0].content) : fail();
}

/** UTCTime or GeneralizedTime with seconds, in UTC (RFC 5280, 4.1.2.5). */
function timeOf(element: DerElement | undefined): Date {
  const text = new TextDecoder().decode(element?.content);
  const short = element?.tag === UTC_TIME;
  if (!short && element?.tag !== GENERALIZED_TIME) fail();
  const parts = (short ? /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/ : /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/).exec(
    text,
  );
  const [year = 0, month = 0, ...rest] = (parts ?? fail()).slice(1).map(Number);
  const whole = short ? year + (year < 50 ? 2000 : 1900) : year;
  const [day, hour, minute, second] = rest;
  return new Date(Date.UTC(whole, month - 1, day, hour, minute, second));
}

/** What a name holds of one kind of attribute. */
function namedIn(name: DerElement, kind: string): string[] {
  const attributes = membersOf(name).flatMap((set) => membersOf(set, 0x31).map((attribute) => membersOf(attribute)));
  return attributes
    .filter((attribute) => oidOf(attribute) === kind)
    .map(([, value]) => new TextDecoder('utf-8', { fatal: true }).decode(value?.content));
}

/** Whether the extensions mark a certificate as an authority's (RFC 5280, 4.2.1.9). */
function saysAuthority(extensions: DerElement | undefined): boolean {
  if (extensions === undefined) return false;
  const [list] = readElements(extensions.content);
  const basic = membersOf(list)
    .map((extension) => membersOf(extension))
    .find((extension) => oidOf(extension) === BASIC_CONSTRAINTS)
    ?.at(-1);
  if (basic === undefined) return false;
  const [constraints] = readElements(basic.tag === OCTET_STRING ? basic.content : fail());
  const [first] = membersOf(constraints);
  return first !== undefined && toHex(first.whole) === '0101ff';
}

/** r || s, 64 bytes, of a signature in DER, whose s may be any of its two forms. */
function rawSignature(der: Bytes): Bytes {
  const [sequence, ...behind] = readElements(der);
  const numbers = membersOf(sequence);
  if (behind.length > 0 || numbers.length !== 2) fail();
  const halves = numbers.map(({ tag, content }) => {
    const digits = content[0] === 0 ? content.subarray(1) : content;
    if (tag !== INTEGER || digits.length > 32) fail();
    return concat(new Uint8Array(32 - digits.length), digits);
  });
  return concat(...halves);
}

/** @throws RangeError for an invalid certificate, or one whose signature is not ECDSA with SHA-256 */
function readCertificate(der: Bytes): Certificate {
  const [outer, ...behind] = readElements(der);
  const [inner, algorithm, signature] = membersOf(outer);
  if (behind.length > 0 || inner === undefined || oidOf(membersOf(algorithm)) !== ECDSA_WITH_SHA256) fail();
  const members = membersOf(inner);
  const [, , issuer, validity, subject, publicKey, ...rest] = members[0]?.tag === VERSION ? members.slice(1) : members;
  if (issuer === undefined || subject === undefined || publicKey === undefined) fail();
  const [notBefore, notAfter] = membersOf(validity);
  return {
    signed: inner.whole,
    signature: rawSignature(bitsOf(signature)),
    issuer: issuer.whole,
    subject: subject.whole,
    organisations: namedIn(subject, ORGANISATION),
    units: namedIn(subject, UNIT),
    notBefore: timeOf(notBefore),
    notAfter: timeOf(notAfter),
    publicKey: publicKey.whole,
    isAuthority: saysAuthority(rest.find(({ tag }) => tag === EXTENSIONS)),
  };
}

/** The P-256 key of a certificate. */
function keyOf({ publicKey }: Certificate): Promise<CryptoKey> {
  return crypto.subtle.importKey('spki', publicKey, { name: 'ECDSA', namedCurve: 'P-256' }, true, ['verify']);
}

/** The key of a known certificate; its signature is not checked. @throws RangeError for an invalid one */
export async function keyOfKnown(certificate: Bytes): Promise<CryptoKey> {
  return keyOf(readCertificate(certificate));
}

async function isSignedBy({ signed, signature }: Certificate, key: CryptoKey): Promise<boolean> {
  return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signature, signed);
}

/** An organization's root, which certifies its members. */
export interface Authority {
  mspId: string;
  name: string;
  /** DER */
  rootCertificate: Bytes;
  rootFingerprint: string;
  /** its name in DER, and the organizations (O) in it */
  subject: Bytes;
  organisations: string[];
  key: CryptoKey;
}

/** A certificate that an authority signed. */
export interface Member {
  key: CryptoKey;
  /** organisational units: on a Fabric network what it is there, such as `peer` */
  units: string[];
  notBefore: Date;
  notAfter: Date;
}

/**
 * Reads an organization's root: a self-signed authority. The caller checks the organization's name.
 * @returns the authority, or the fault in plain words
 */
export async function readAuthority({
  mspId,
  name,
  rootCertificate,
}: Omit<OrganisationCertificates, 'certificate'>): Promise<Authority | { fault: string }> {
  try {
    const root = readCertificate(rootCertificate);
    if (!root.isAuthority) return { fault: `The root certificate of ${mspId} is not that of an authority` };
    const key = await keyOf(root);
    if (!(await isSignedBy(root, key))) return { fault: `The root certificate of ${mspId} is not signed by itself` };
    const { subject, organisations } = root;
    const rootFingerprint = await fingerprint(rootCertificate);
    return { mspId, name, rootCertificate, rootFingerprint, subject, organisations, key };
  } catch {
    return unreadable(mspId);
  }
}

/**
 * Reads a certificate that must be signed by an organisation's root and hold a P-256 key.
 * @returns the member, or in plain words what is wrong
 */
export async function readMember(authority: Authority, certificate: Bytes): Promise<Member | { fault: string }> {
  const { mspId } = authority;
  try {
    const leaf = readCertificate(certificate);
    if (toHex(leaf.issuer) !== toHex(authority.subject) || !(await isSignedBy(leaf, authority.key))) {
      return { fault: `The certificate of ${mspId} is not signed by its root` };
    }
    const { units, notBefore, notAfter } = leaf;
    return { key: await keyOf(leaf), units, notBefore, notAfter };
  } catch {
    return unreadable(mspId);
  }
}

/**
 * Reads an organisation's certificates: the root must be a self-signed authority of that organisation, the signing
 * certificate must be signed by it and hold a P-256 key.
 * @returns the signer, or in plain words what is wrong
 */
export async function readSigner(organisation: OrganisationCertificates): Promise<Signer | { fault: string }> {
  const { mspId, name, certificate } = organisation;
  const authority = await readAuthority(organisation);
  if ('fault' in authority) return authority;
  if (!authority.organisations.includes(name)) {
    return { fault: `The root certificate of ${mspId} is not that of ${name}` };
  }
  const member = await readMember(authority, certificate);
  if ('fault' in member) return member;
  const { key, notBefore, notAfter } = member;
  const { rootCertificate, rootFingerprint } = authority;
  const own = await fingerprint(certificate);
  return { mspId, name, rootCertificate, rootFingerprint, certificate, fingerprint: own, key, notBefore, notAfter };
}

function unreadable(mspId: string): { fault: string } {
  return { fault: `The certificates of ${mspId} cannot be read` };
}
