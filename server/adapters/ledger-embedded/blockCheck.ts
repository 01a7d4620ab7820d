import { z } from 'zod';
import { headerHash, verifyBlockHeader } from '../../domain/proof/block.ts';
import { readSigner, type Signer, type Signers } from '../../domain/proof/certificate.ts';
import { fromHex, toHex, utf8, type Bytes } from '../../domain/proof/hashing.ts';
import { leafHash, merkleRoot } from '../../domain/proof/merkle.ts';
import { organisationSignature, type OrganisationSignature } from '../../domain/proof/signatures.ts';
import { pinsRoots, readConfiguration } from './channel.ts';
import { nativeSha256 } from '../../platform/checkpoints/nativeSha256.ts';
import type { StoredBlock, StoredOrganisation } from './storedChain.ts';

const headerSignatures = z.array(organisationSignature).min(1).max(16);

/** A block's header signatures in their stored form; empty when they cannot be read. */
export function readSignatures(block: Pick<StoredBlock, 'signatures'>): OrganisationSignature[] {
  const parsed = headerSignatures.safeParse(block.signatures);
  return parsed.success ? parsed.data : [];
}

/** The signers that stored certificates yield, in the order of the rows; `faults` when one does not check out. */
export async function readStoredSigners(
  rows: readonly StoredOrganisation[],
): Promise<{ signers: Signers; faults: string[] }> {
  const signers = new Map<string, Signer>();
  const faults: string[] = [];
  for (const { mspId, name, rootCertificate, certificate } of rows) {
    const read = await readSigner({
      mspId,
      name,
      rootCertificate: fromHex(rootCertificate),
      certificate: fromHex(certificate),
    });
    if ('fault' in read) faults.push(read.fault);
    else signers.set(mspId, read);
  }
  return { signers, faults };
}

/** SHA-256 of the root certificates that this server started with, by MSP id. */
export type TrustedRoots = ReadonlyMap<string, string>;

/**
 * The signers of stored certificates; none at all when one does not check out or its root is not the one that this server started
 * with: then nothing on this ledger counts as valid.
 */
export async function trustedSigners(rows: readonly StoredOrganisation[], roots: TrustedRoots): Promise<Signers> {
  const { signers, faults } = await readStoredSigners(rows);
  const same =
    faults.length === 0 &&
    signers.size === roots.size &&
    [...roots].every(([mspId, fingerprint]) => signers.get(mspId)?.rootFingerprint === fingerprint);
  return same ? signers : new Map();
}

/** Checks a block by its content: header, hash, signatures, and that its data hash is the root of its leaves. */
async function checkHeader(block: StoredBlock, leaves: readonly Bytes[], signers: Signers): Promise<string[]> {
  const header = { number: block.number, previousHash: block.previousHash, dataHash: block.dataHash };
  const signatures = readSignatures(block);
  const faults = signatures.length === 0 ? [`The signatures of block ${block.number} cannot be read`] : [];
  faults.push(...(await verifyBlockHeader(header, signatures, signers)));
  if ((await headerHash(header, nativeSha256)) !== block.headerHash) {
    faults.push(`The hash of block ${block.number} is not that of its header`);
  }
  if (toHex(await merkleRoot(leaves, nativeSha256)) !== block.dataHash) {
    faults.push(`The data hash of block ${block.number} is not the root of its transactions`);
  }
  return faults;
}

/**
 * Checks block 0: as any block, and that its configuration names the organisations and roots that this server trusts.
 * @returns what is wrong, in plain words
 */
export async function checkGenesis(block: StoredBlock | undefined, signers: Signers): Promise<string[]> {
  const configuration = block?.configuration ? readConfiguration(block.configuration) : null;
  if (!block?.configuration || configuration === null) return ['The configuration in block 0 cannot be read'];
  const faults = await checkHeader(block, [await leafHash(utf8(block.configuration), nativeSha256)], signers);
  if (!pinsRoots(configuration, signers)) faults.push('Block 0 names other organisations or roots');
  if (block.previousHash !== '' || block.transactions !== 0 || Date.parse(configuration.at) !== block.at) {
    faults.push('Block 0 does not have the form of a first block');
  }
  return faults;
}

/** The leaves of a block as they were read. */
export interface BlockLeaves {
  positions: readonly number[];
  hashes: readonly Bytes[];
}

const HASH_BYTES = 32;

/** Leaves in the form that PostgreSQL gives them: positions with commas, hashes in hex one after the other. */
export function readLeaves({ positions, hashes }: { positions: string; hashes: string }): BlockLeaves {
  const bytes = Buffer.from(hashes, 'hex');
  return {
    positions: positions.split(',').map(Number),
    hashes: Array.from({ length: bytes.length / HASH_BYTES }, (_, i) =>
      bytes.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES),
    ),
  };
}

/**
 * Checks a block of transactions by itself.
 * @returns what is wrong, in plain words
 */
export async function checkBlock(block: StoredBlock, leaves: BlockLeaves, signers: Signers): Promise<string[]> {
  const faults = await checkHeader(block, leaves.hashes, signers);
  const gapless = leaves.positions.every((position, i) => position === i);
  if (!gapless || block.transactions !== leaves.positions.length || block.transactions === 0) {
    faults.push(`Block ${block.number} does not hold the transactions that it counts`);
  }
  return faults;
}

/**
 * Compares the links of a block with its neighbours, as far as they were read.
 * @param sound whether the block itself checks out: then a broken link is the neighbour's
 * @returns the number of the block at fault, null when the link holds
 */
export function brokenLink(block: StoredBlock, neighbour: StoredBlock, sound: boolean): number | null {
  const [earlier, later] = neighbour.number < block.number ? [neighbour, block] : [block, neighbour];
  if (later.previousHash === earlier.headerHash) return null;
  return sound ? neighbour.number : block.number;
}
