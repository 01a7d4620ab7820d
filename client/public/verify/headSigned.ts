import * as z from 'zod/mini';
import { readAuthority, type Authority } from '../../../server/domain/proof/certificate.ts';
import { fromHex } from '../../../server/domain/proof/hashing.ts';
import {
  headMessage,
  headSignatureFaults,
  restorationMessage,
  signedAlike,
} from '../../../server/domain/proof/headSignatures.ts';

/* Verifies signatures of heads. Loaded when a head is available: a page that only shows a lot does not need it. */

const hex = z.string().check(z.regex(/^([0-9a-f]{2})+$/), z.maxLength(16_384));
const organisations = z.array(z.object({ mspId: z.string(), name: z.string(), rootCertificate: hex }));
const head = z.object({
  blocks: z.int(),
  rootHash: hex,
  ledgerId: hex,
  signatures: z.array(z.object({ mspId: z.string(), signature: hex, certificate: z.optional(hex) })),
});
const answered = z.object({ head, organisations });
const facts = z.object({ blocks: z.int(), rootHash: hex, ledgerId: hex });
const restoration = z.object({
  from: facts,
  to: facts,
  signatures: z.array(z.object({ mspId: z.string(), signature: hex })),
});

/**
 * Whether all organisations that the server names signed a head, some are missing (`lacking`, by name), or a signature
 * is invalid.
 */
export type HeadSigned = { kind: 'all' } | { kind: 'lacking'; names: string[] } | { kind: 'wrong' };

/**
 * @param data of `GET /ledger/head`
 * @returns null if the server does not name the signers of a head: an earlier version
 */
export async function headSigned(data: unknown): Promise<HeadSigned | null> {
  if (typeof data !== 'object' || data === null || !('organisations' in data)) return null;
  const read = answered.safeParse(data);
  if (!read.success) return { kind: 'wrong' };
  const authorities = new Map<string, Authority>();
  for (const { mspId, name, rootCertificate } of read.data.organisations) {
    const authority = await readAuthority({ mspId, name, rootCertificate: fromHex(rootCertificate) });
    if ('fault' in authority) return { kind: 'wrong' };
    authorities.set(mspId, authority);
  }
  const faults = await headSignatureFaults(read.data.head, authorities);
  if (faults.length === 0) return { kind: 'all' };
  if (faults.some(({ kind }) => kind !== 'missing') || faults.length === authorities.size) return { kind: 'wrong' };
  return { kind: 'lacking', names: faults.map(({ mspId }) => authorities.get(mspId)?.name ?? mspId) };
}

/**
 * Whether the signers of a stored head also signed the closing head of an earlier ledger.
 * @returns null if the stored head has no certificates: an earlier version stored it
 */
export async function isClosedByThose(closing: unknown, kept: unknown): Promise<boolean | null> {
  const [closed, known] = [head.safeParse(closing), head.safeParse(kept)];
  if (!known.success || known.data.signatures.some(({ certificate }) => certificate === undefined)) return null;
  return closed.success && signedAlike(headMessage(closed.data), closed.data.signatures, known.data);
}

/**
 * Whether the signers of a stored head declared that the ledger was restored.
 * @returns as `isClosedByThose`
 */
export async function isRestoredByThose(declared: unknown, kept: unknown): Promise<boolean | null> {
  const [read, known] = [restoration.safeParse(declared), head.safeParse(kept)];
  if (!known.success || known.data.signatures.some(({ certificate }) => certificate === undefined)) return null;
  return read.success && signedAlike(restorationMessage(read.data), read.data.signatures, known.data);
}
