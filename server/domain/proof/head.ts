import { z } from 'zod';
import type { Signers } from './certificate.ts';
import { isConsistent } from './consistency.ts';
import { fromHex, sha256, type Bytes, type Hash } from './hashing.ts';
import { headMessage, restorationMessage } from './headSignatures.ts';
import { leafHash } from './merkle.ts';
import { checkSignatures, organisationSignature } from './signatures.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * A head: the state of the ledger at a number of blocks. An RFC 6962 tree head over the hashes of the block headers,
 * block 0 first; without times and without other counts.
 */
export const treeHead = z.strictObject({
  blocks: z.int().min(1).describe('Number of blocks'),
  rootHash: hash.describe('RFC 6962 root over the header hashes of these blocks, hex'),
  ledgerId: hash.describe('Header hash of block 0, hex: which ledger it is'),
});
export type TreeHead = z.infer<typeof treeHead>;

const signatures = z.array(organisationSignature).min(1).max(16);

/** One organization's signature on a head, with the certificate to check it by the organization's root. */
export const headSignature = z.strictObject({
  ...organisationSignature.shape,
  certificate: z
    .string()
    .regex(/^([0-9a-f]{2})+$/)
    .max(8_192)
    .optional()
    .describe("The signer's, DER, hex; heads of before it stood there have none"),
});
export type HeadSignature = z.infer<typeof headSignature>;

/** A head that organisations of its ledger signed, version 1. */
export const signedHead = z.strictObject({
  v: z.literal(1),
  kind: z.literal('manam-trace/head'),
  ...treeHead.shape,
  signatures: z
    .array(headSignature)
    .min(1)
    .max(16)
    .describe("Each organisation's, over the canonical JSON of all else, and its certificate"),
});
export type SignedHead = z.infer<typeof signedHead>;

/** That a head extends an earlier one: the hashes of RFC 6962, 2.1.2. */
export const consistencyProof = z.strictObject({
  from: treeHead,
  to: treeHead,
  hashes: z.array(hash).max(64).describe('RFC 6962, 2.1.2, in order, hex'),
});
export type ConsistencyProof = z.infer<typeof consistencyProof>;

/** The organizations' declaration that the ledger was restored: from the known head to the present one. */
export const restoration = z.strictObject({
  v: z.literal(1),
  kind: z.literal('manam-trace/restored'),
  from: treeHead,
  to: treeHead,
  signatures,
});
export type Restoration = z.infer<typeof restoration>;

/** Checks that every organisation signed a head. @returns what is wrong, in plain words; empty when all is well */
export async function verifyHead(head: SignedHead, signers: Signers): Promise<string[]> {
  return checkSignatures(`the head of ${head.blocks} blocks`, headMessage(head), head.signatures, signers);
}

/** Checks that every organisation signed a restoration; as `verifyHead`. */
export async function verifyRestoration(declared: Restoration, signers: Signers): Promise<string[]> {
  return checkSignatures('the restoration', restorationMessage(declared), declared.signatures, signers);
}

/** Whether two heads say the same. */
export function sameHead(a: TreeHead, b: TreeHead): boolean {
  return a.blocks === b.blocks && a.rootHash === b.rootHash && a.ledgerId === b.ledgerId;
}

/** Leaf of a block in the tree: its header hash, hex, hashed as RFC 6962 says. */
export async function headLeaf(headerHash: string, native: Hash = sha256): Promise<Bytes> {
  return leafHash(fromHex(headerHash), native);
}

/** Whether a proof shows that its later head extends its earlier one, and both are of one ledger. */
export async function verifyConsistency({ from, to, hashes }: ConsistencyProof, native?: Hash): Promise<boolean> {
  return (
    from.ledgerId === to.ledgerId &&
    isConsistent(
      { size: from.blocks, root: fromHex(from.rootHash) },
      { size: to.blocks, root: fromHex(to.rootHash) },
      hashes.map(fromHex),
      native,
    )
  );
}
