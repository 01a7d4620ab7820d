import { keyOfKnown, readMember, type Authority } from './certificate.ts';
import { signatureFromDer } from './der.ts';
import { canonicalText, fromHex, utf8, type Bytes } from './hashing.ts';
import { signedBytes, type SignatureFault } from './signatures.ts';

/** What a head says, as `treeHead` of `head.ts` has it. */
interface HeadFacts {
  blocks: number;
  rootHash: string;
  ledgerId: string;
}

/** A head with its signatures, each with its signer's certificate: DER, hex. */
export interface HeadToCheck extends HeadFacts {
  signatures: readonly { mspId: string; signature: string; certificate?: string | undefined }[];
}

/** What the organisations sign of a head. Kind and version are part of it, so it passes for nothing else that they sign. */
export function headMessage({ blocks, rootHash, ledgerId }: HeadFacts): Bytes {
  return utf8(canonicalText({ v: 1, kind: 'manam-trace/head', blocks, rootHash, ledgerId }));
}

/**
 * Faults of a head's signatures: each organization must have made one, with a certificate that its root signed, and no
 * other signer is accepted. A head holds no time, so an expired certificate counts.
 * @param organisations whose roots are known, by MSP id
 */
export async function headSignatureFaults(
  head: HeadToCheck,
  organisations: ReadonlyMap<string, Authority>,
): Promise<SignatureFault[]> {
  const message = headMessage(head);
  const faults: SignatureFault[] = [];
  const seen = new Set<string>();
  for (const { mspId, signature, certificate } of head.signatures) {
    const authority = organisations.get(mspId);
    if (authority === undefined) faults.push({ kind: 'stranger', mspId });
    else if (seen.has(mspId)) faults.push({ kind: 'twice', mspId });
    else if (!(await isSigned(message, signature, certificate, authority))) faults.push({ kind: 'invalid', mspId });
    seen.add(mspId);
  }
  const absent = [...organisations.keys()].filter((mspId) => !seen.has(mspId));
  return [...faults, ...absent.map((mspId) => ({ kind: 'missing', mspId }) as const)];
}

/** What the organisations sign of a restoration: the ledger was taken back from one head to another. */
export function restorationMessage({ from, to }: { from: HeadFacts; to: HeadFacts }): Bytes {
  const plain = ({ blocks, rootHash, ledgerId }: HeadFacts): HeadFacts => ({ blocks, rootHash, ledgerId });
  return utf8(canonicalText({ v: 1, kind: 'manam-trace/restored', from: plain(from), to: plain(to) }));
}

/**
 * Whether all signers of a known head also signed something else with the same certificates. So a ledger's last head,
 * or its restoration, is compared with an earlier head without its organizations' roots.
 */
export async function signedAlike(
  message: Bytes,
  signatures: readonly { mspId: string; signature: string }[],
  known: HeadToCheck,
): Promise<boolean> {
  const each = known.signatures.map(async ({ mspId, certificate }) => {
    const own = signatures.find((one) => one.mspId === mspId);
    if (own === undefined || certificate === undefined) return false;
    const bytes = fromHex(certificate);
    return verified(await keyOfKnown(bytes), message, own.signature, bytes);
  });
  return each.length > 0 && (await Promise.all(each)).every(Boolean);
}

async function verified(key: CryptoKey, message: Bytes, signature: string, certificate: Bytes): Promise<boolean> {
  const raw = signatureFromDer(fromHex(signature));
  if (raw === null) return false;
  return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, raw, signedBytes(message, certificate));
}

async function isSigned(
  message: Bytes,
  signature: string,
  certificate: string | undefined,
  authority: Authority,
): Promise<boolean> {
  if (certificate === undefined) return false;
  const own = fromHex(certificate);
  const member = await readMember(authority, own);
  return !('fault' in member) && verified(member.key, message, signature, own);
}
