import { BoundedMemory } from '../../boundedMemory.ts';
import { currentRequest } from '../../database/requestScope.ts';
import type { Signers } from '../../domain/proof/certificate.ts';
import { verifyTransaction, type CheckedTransaction } from '../../domain/proof/transaction.ts';
import { checkBlock, readLeaves } from './blockCheck.ts';
import { keyOf, nativeSha256 } from '../nativeSha256.ts';
import type { StoredBlock } from './storedChain.ts';

const MOST_TRANSACTIONS = 20_000;
const MOST_BLOCKS = 20_000;

/**
 * Verdicts on transactions and blocks, each remembered under the SHA-256 of all the bytes that it was made of: what is
 * stored, and the certificates. Another byte has another hash, so nothing that was changed finds the verdict of before. Bad
 * verdicts are kept like good ones: they depend on nothing else either. What is being checked is kept as well, so that two
 * who ask at once have it checked once.
 */
export class RememberedVerdicts {
  readonly #transactions = new BoundedMemory<Promise<CheckedTransaction>>(MOST_TRANSACTIONS);
  readonly #blocks = new BoundedMemory<Promise<readonly string[]>>(MOST_BLOCKS);
  readonly #certificates = new WeakMap<Signers, string>();

  /** As `verifyTransaction`. The answer is shared and not to be changed. */
  transaction(envelope: string, signers: Signers): Promise<CheckedTransaction> {
    return remembered(this.#transactions, keyOf(this.#certificatesOf(signers), envelope), () => {
      currentRequest()?.work.check();
      return verifyTransaction(envelope, signers, nativeSha256);
    });
  }

  /**
   * As `checkBlock`. The answer is shared and not to be changed.
   * @param leaves positions and hashes as they were read
   */
  block(
    block: StoredBlock,
    leaves: { positions: string; hashes: string },
    signers: Signers,
  ): Promise<readonly string[]> {
    const { positions, hashes } = leaves;
    const key = keyOf(this.#certificatesOf(signers), JSON.stringify(block), positions, hashes);
    return remembered(this.#blocks, key, () => checkBlock(block, readLeaves(leaves), signers));
  }

  #certificatesOf(signers: Signers): string {
    const known = this.#certificates.get(signers);
    if (known !== undefined) return known;
    // The name decides too: it stands in what is answered.
    const texts = [...signers.values()].flatMap(({ mspId, name, fingerprint }) => [mspId, name, fingerprint]);
    const key = keyOf(...texts);
    this.#certificates.set(signers, key);
    return key;
  }
}

function remembered<T>(memory: BoundedMemory<Promise<T>>, key: string, check: () => Promise<T>): Promise<T> {
  const known = memory.find(key);
  if (known !== undefined) return known;
  const made = check();
  memory.keep(key, made);
  // A check that could not be made is no verdict.
  made.catch(() => memory.forget(key));
  return made;
}
