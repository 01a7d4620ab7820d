import type { Signers } from '../../domain/proof/certificate.ts';
import { verifyTransaction, type CheckedTransaction } from '../../domain/proof/transaction.ts';
import { nativeSha256 } from '../../platform/checkpoints/nativeSha256.ts';
import { checkBlock, readLeaves, readStoredSigners } from './blockCheck.ts';
import { checkPage } from './chainCheck.ts';
import type { StoredBlock, StoredOrganisation } from './storedChain.ts';

/** A block with the positions and hashes of its leaves, as they were read. */
export interface ReadBlock {
  block: StoredBlock;
  positions: string;
  hashes: string;
}

/** The certificates as last read, and their parsed form. */
let read: { certificates: string; signers: Promise<Signers> } | null = null;

function signersBy(organisations: readonly StoredOrganisation[]): Promise<Signers> {
  const certificates = JSON.stringify(organisations);
  if (read?.certificates !== certificates) {
    read = { certificates, signers: readStoredSigners(organisations).then(({ signers }) => signers) };
  }
  return read.signers;
}

/**
 * Checks that run in a thread: signatures, which Node 24 checks on the calling thread, and with them forms and hashes.
 * The caller decides whether the certificates are trusted.
 */
export const verdictTasks = {
  /** As `verifyTransaction`, for each envelope. */
  async transactions({
    organisations,
    envelopes,
  }: {
    organisations: readonly StoredOrganisation[];
    envelopes: readonly string[];
  }): Promise<CheckedTransaction[]> {
    const signers = await signersBy(organisations);
    return Promise.all(envelopes.map((envelope) => verifyTransaction(envelope, signers, nativeSha256)));
  },

  /** As `checkBlock`, for each block. */
  async blocks({
    organisations,
    blocks,
  }: {
    organisations: readonly StoredOrganisation[];
    blocks: readonly ReadBlock[];
  }): Promise<string[][]> {
    const signers = await signersBy(organisations);
    return Promise.all(blocks.map((own) => checkBlock(own.block, readLeaves(own), signers)));
  },

  /** All that is stored of some blocks. */
  page: checkPage,
};

export type VerdictTasks = typeof verdictTasks;
