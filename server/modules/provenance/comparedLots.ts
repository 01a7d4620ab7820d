import { LRUCache } from 'lru-cache';
import type { Database } from '../../platform/database/database.ts';
import {
  verifyLot,
  type Verification,
  type VerifiedRow,
  type VerificationState,
} from '../../domain/verification/verification.ts';
import { eachAtOnce } from '../../platform/concurrency/eachAtOnce.ts';
import { pause } from '../../platform/concurrency/pause.ts';
import { nullWhileAway, type Ledger, type LotChain, type NewestEvents } from '../../domain/ledger/ledger.ts';
import { sha256InTurns } from '../../platform/checkpoints/nativeSha256.ts';
import { readDossierPrints, readDossiers, type DossierSource, type LotDossier } from './lotDossier.ts';
import { LOT_EVENTS } from '../lots/lotViews.ts';

/** Lots whose digests are read by one statement. */
const PRINTS_AT_ONCE = 500;
/** Lots that are compared together: few, so that other work finds its turn. */
const COMPARED_AT_ONCE = 20;
/** One batch is compared while the database reads the next. */
const BATCHES_AT_ONCE = 2;
/** Limit of lots with a cached state, of about 200 bytes each. */
const MOST_REMEMBERED = 100_000;
/** Largest difference between the clocks of the database and of the recording process. */
const CLOCKS_WITHIN_MS = 5_000;

interface Known {
  print: string;
  lotKey: string;
  /** `seq` of the newest event on the ledger */
  newest: number;
  state: VerificationState;
}

/**
 * Compares many lots with the ledger. A result is cached with the digest of all that the database holds of the lot, and
 * with the newest event that the ledger held of it: it is valid while both are the same. Rows that were reset to their
 * state before an event have an old digest, but the ledger has the event.
 */
export class ComparedLots {
  readonly #database: Database;
  readonly #ledger: Pick<Ledger, 'readLots'>;
  readonly #newest: NewestEvents;
  readonly #known = new LRUCache<string, Known>({ max: MOST_REMEMBERED });

  constructor(parts: { database: Database; ledger: Pick<Ledger, 'readLots'>; newest: NewestEvents }) {
    this.#database = parts.database;
    this.#ledger = parts.ledger;
    this.#newest = parts.newest;
  }

  /** Lots by UUID, deleted ones too, always compared: for the integrity audit. @throws LedgerAway */
  async compare(ids: readonly string[]): Promise<Map<string, Verification>> {
    const first = await this.#compareOnce(ids);
    const differing = [...first].filter(([, { state }]) => state === 'differs').map(([id]) => id);
    if (differing.length === 0) return first;
    // What happened between the two reads is no difference: such lots are looked at once more.
    return new Map([...first, ...(await this.#compareOnce(differing))]);
  }

  /**
   * The states of lots by UUID, without missing and deleted ones. Only uncached ones are compared.
   * @param snapshot source of the lots, and its time; by default the present database
   */
  async statesOf(
    ids: readonly string[],
    snapshot: { source: DossierSource; at: Date } | null = null,
  ): Promise<Map<string, VerificationState>> {
    const begun = new Date();
    const source = snapshot?.source ?? this.#database;
    const states = new Map<string, VerificationState>();
    for (const some of batchesOf(ids, PRINTS_AT_ONCE)) {
      const prints = await readDossierPrints(source, some);
      const known = await this.#stillKnown(prints);
      for (const [id, state] of known) states.set(id, state);
      const open = [...prints.keys()].filter((id) => !known.has(id));
      await eachAtOnce(batchesOf(open, COMPARED_AT_ONCE), BATCHES_AT_ONCE, async (few) => {
        const dossiers = await readDossiers(source, few);
        const chains = await nullWhileAway(() => this.#chainsOf(dossiers));
        const written = await this.#writtenNow([...dossiers.values()], chains);
        for (const [id, dossier] of dossiers) {
          await pause();
          const whole = chains?.get(dossier.row.lotKey) ?? null;
          const chain = whole && asOf(whole, written, dossier, snapshot?.at ?? begun);
          const verification = await compared(dossier, chain);
          states.set(id, verification.state);
          // Events left out of the chain must be checked the next time.
          if (chain !== null && chain.entries.length === whole?.entries.length) {
            this.#remember(id, dossier, chain, verification);
          }
        }
      });
    }
    return states;
  }

  async #compareOnce(ids: readonly string[]): Promise<Map<string, Verification>> {
    const dossiers = await readDossiers(this.#database, ids, true);
    const chains = await this.#chainsOf(dossiers);
    const verified = new Map<string, Verification>();
    for (const [id, dossier] of dossiers) {
      await pause();
      const chain = chains.get(dossier.row.lotKey) ?? null;
      const verification = await compared(dossier, chain);
      if (chain !== null) this.#remember(id, dossier, chain, verification);
      verified.set(id, verification);
    }
    return verified;
  }

  /** Events of the ledger that the dossiers lack and the database has now: written since. */
  async #writtenNow(
    dossiers: readonly LotDossier[],
    chains: ReadonlyMap<string, LotChain> | null,
  ): Promise<ReadonlySet<string>> {
    const foreign = dossiers.flatMap(({ row, events }) => {
      const own = new Set(events.map(({ eventId }) => eventId));
      return (chains?.get(row.lotKey)?.entries ?? []).map(({ eventId }) => eventId).filter((id) => !own.has(id));
    });
    if (foreign.length === 0) return new Set();
    const rows = await this.#database.rows<{ id: string }>(
      `select event_id as id from ${LOT_EVENTS} e where event_id = any($1)`,
      [foreign],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Those of the lots of which neither database nor ledger holds anything else than when they were compared. */
  async #stillKnown(prints: ReadonlyMap<string, string>): Promise<Map<string, VerificationState>> {
    const same = new Map<string, Known>();
    for (const [id, print] of prints) {
      const known = this.#known.get(id);
      if (known?.print === print) same.set(id, known);
    }
    const keys = [...same.values()].map(({ lotKey }) => lotKey);
    const newest = keys.length === 0 ? null : await nullWhileAway(() => this.#newest.newestOf(keys));
    const still = [...same].filter(([, known]) => newest?.get(known.lotKey) === known.newest);
    return new Map(still.map(([id, { state }]) => [id, state]));
  }

  /** What differs is looked at again each time. */
  #remember(id: string, { print, row }: LotDossier, { entries }: LotChain, { state }: Verification): void {
    if (state !== 'verified' && state !== 'pending') return;
    this.#known.set(id, { print, lotKey: row.lotKey, newest: entries.at(-1)?.seq ?? 0, state });
  }

  #chainsOf(dossiers: ReadonlyMap<string, LotDossier>): Promise<Map<string, LotChain>> {
    return this.#ledger.readLots([...dossiers.values()].map(({ row }) => row.lotKey));
  }
}

/**
 * A chain without the events that the dossier's snapshot cannot contain: recorded after it, and present in the database
 * now.
 * @param written events that the dossier lacks and the database has
 */
function asOf(chain: LotChain, written: ReadonlySet<string>, { events }: LotDossier, at: Date): LotChain {
  const own = new Set(events.map(({ eventId }) => eventId));
  const since = at.getTime() - CLOCKS_WITHIN_MS;
  const entries = chain.entries.filter(
    ({ eventId, blockTime }) => own.has(eventId) || !written.has(eventId) || blockTime.getTime() < since,
  );
  return { ...chain, entries };
}

function batchesOf(ids: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, i) => ids.slice(i * size, (i + 1) * size));
}

/**
 * Compares what the database holds of a lot with its chain.
 * @param chain null while the ledger cannot be reached
 */
export function compared(dossier: LotDossier, chain: LotChain | null): Promise<Verification> {
  const { row, events, kept, checks, alerts } = dossier;
  const hash = sha256InTurns();
  return verifyLot({ row: verifiedRow(row), events, chain, kept, checks, alerts, hash });
}

function verifiedRow(row: LotDossier['row']): VerifiedRow {
  return {
    ...row,
    head: { seq: row.headSeq, hash: row.headHash },
    ledger: {
      status: row.ledgerStatus,
      transactionId: row.ledgerTxId,
      blockNumber: row.ledgerBlock,
      signature: row.ledgerSignature,
      recordedAt: row.ledgerRecordedAt,
    },
  };
}
