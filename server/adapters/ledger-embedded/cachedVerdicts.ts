import { AsyncResource } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import { LRUCache } from 'lru-cache';
import { currentRequest } from '../../platform/database/requestScope.ts';
import type { Signers } from '../../domain/proof/certificate.ts';
import { verifyTransaction, type CheckedTransaction } from '../../domain/proof/transaction.ts';
import { Threads } from '../../platform/concurrency/threads.ts';
import { digestKey, nativeSha256 } from '../../platform/checkpoints/nativeSha256.ts';
import { checkBlock, readLeaves } from './blockCheck.ts';
import { checkPage, type BrokenBlock, type PageToCheck } from './chainCheck.ts';
import type { StoredOrganisation } from './storedChain.ts';
import type { ReadBlock, VerdictTasks } from './verdictTasks.ts';

const MOST_TRANSACTIONS = 20_000;
const MOST_BLOCKS = 20_000;
/** Signatures that are checked here rather than in a thread: they take about 3 ms, no more than to send and receive them. */
const FEW = 16;
/** A core is left to the thread that answers requests. */
const THREADS = Math.min(4, Math.max(1, availableParallelism() - 1));

/** Organizations with valid certificates and trusted roots, and their source. */
export interface TrustedOrganisations {
  organisations: readonly StoredOrganisation[];
  /** empty: none is trusted, and nothing is valid */
  signers: Signers;
}

/**
 * Verdicts on transactions and blocks, each cached under the SHA-256 of all the bytes that it depends on: stored rows
 * and certificates. Another byte gives another hash, so changed data never finds an old verdict. Negative verdicts are
 * cached too: they depend on nothing else. Running checks are cached as well, so that concurrent callers share one
 * check.
 */
export class CachedVerdicts {
  readonly #transactions = new LRUCache<string, Promise<CheckedTransaction>>({ max: MOST_TRANSACTIONS });
  readonly #blocks = new LRUCache<string, Promise<readonly string[]>>({ max: MOST_BLOCKS });
  readonly #certificates = new WeakMap<Signers, string>();
  readonly #threads = new Threads<VerdictTasks>(new URL('./verdictThread', import.meta.url), THREADS);
  // A check is shared by all callers, so it ends with no caller's request.
  readonly #ofNobody = new AsyncResource('verdicts');

  /** As `verifyTransaction`, for each. The answers are shared and not to be changed. */
  transactions(envelopes: readonly string[], by: TrustedOrganisations): Promise<CheckedTransaction[]> {
    const certificates = this.#certificatesOf(by.signers);
    const { organisations, signers } = by;
    return this.#verdicts(this.#transactions, envelopes, {
      keyOf: (envelope) => digestKey(certificates, envelope),
      signatures: signers.size,
      here: (envelope) => verifyTransaction(envelope, signers, nativeSha256),
      inThread: (unknown) => this.#threads.run('transactions', { organisations, envelopes: unknown }),
      checked: (count) => currentRequest()?.work.check(count),
    });
  }

  /** As `checkBlock`, for each: its faults. The answers are shared and must not be changed. */
  blocks(blocks: readonly ReadBlock[], by: TrustedOrganisations): Promise<(readonly string[])[]> {
    const certificates = this.#certificatesOf(by.signers);
    const { organisations, signers } = by;
    return this.#verdicts(this.#blocks, blocks, {
      keyOf: ({ block, positions, hashes }) => digestKey(certificates, JSON.stringify(block), positions, hashes),
      signatures: signers.size,
      here: (own) => checkBlock(own.block, readLeaves(own), signers),
      inThread: (unknown) => this.#threads.run('blocks', { organisations, blocks: unknown }),
    });
  }

  /** Pages that can be checked at once. */
  get threads(): number {
    return THREADS;
  }

  /** As `checkPage`, without caching the result. @param events approximate number */
  page(page: PageToCheck, events: number): Promise<BrokenBlock[]> {
    if (events * page.roots.size <= FEW) return checkPage(page);
    return this.#ofNobody.runInAsyncScope(() => this.#threads.run('page', page));
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await this.#threads.close();
  }

  async #verdicts<Subject, Verdict>(
    memory: LRUCache<string, Promise<Verdict>>,
    subjects: readonly Subject[],
    how: {
      keyOf(subject: Subject): string;
      /** of each subject */
      signatures: number;
      here(subject: Subject): Promise<Verdict>;
      inThread(subjects: Subject[]): Promise<Verdict[]>;
      checked?(count: number): void;
    },
  ): Promise<Verdict[]> {
    const keys = subjects.map(how.keyOf);
    const unknown = new Map<string, Subject>();
    for (const [i, key] of keys.entries()) {
      if (memory.get(key) === undefined) unknown.set(key, subjects[i] as Subject);
    }
    how.checked?.(unknown.size);
    const all = [...unknown.values()];
    const made = all.length * how.signatures > FEW ? this.#ofNobody.runInAsyncScope(() => how.inThread(all)) : null;
    const verdicts = [...unknown].map(([key, subject], i): [string, Promise<Verdict>] => {
      // Without a thread it is checked here.
      const verdict =
        made === null ? how.here(subject) : made.then((some) => some[i] as Verdict).catch(() => how.here(subject));
      // A check that could not be made is no verdict.
      verdict.catch(() => memory.delete(key));
      memory.set(key, verdict);
      return [key, verdict];
    });
    const fresh = new Map(verdicts);
    return Promise.all(keys.map((key, i) => fresh.get(key) ?? memory.get(key) ?? how.here(subjects[i] as Subject)));
  }

  #certificatesOf(signers: Signers): string {
    const known = this.#certificates.get(signers);
    if (known !== undefined) return known;
    // The name counts too: it is part of the answers.
    const texts = [...signers.values()].flatMap(({ mspId, name, fingerprint }) => [mspId, name, fingerprint]);
    const key = digestKey(...texts);
    this.#certificates.set(signers, key);
    return key;
  }
}
