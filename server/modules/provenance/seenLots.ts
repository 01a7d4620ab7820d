import { LRUCache } from 'lru-cache';
import type { Database } from '../../platform/database/database.ts';
import { pause } from '../../platform/concurrency/pause.ts';
import { LedgerAway, nullWhileAway, type Ledger, type LotChain } from '../../domain/ledger/ledger.ts';
import { readDossierPrints, readDossiers, type LotDossier } from './lotDossier.ts';
import { verifiedValues, type VerifiedValues } from './verifiedValues.ts';

/** A lot by database and ledger, to be compared and shown. The same object while both are unchanged. */
export interface SeenLot {
  readonly dossier: LotDossier;
  /** null when the ledger could not be reached */
  readonly chain: LotChain | null;
  readonly values: VerifiedValues;
}

/** The chain that was read. @throws LedgerAway when the ledger could not be reached */
export function requireChain({ chain }: Pick<SeenLot, 'chain'>): LotChain {
  if (chain === null) throw new LedgerAway('The ledger could not be reached');
  return chain;
}

/** Attempts to read a lot that changes meanwhile, before foreign events count as foreign. */
const READS = 3;
/** Bytes, about, of the lots that are remembered. */
const MOST_REMEMBERED = 32 * 1024 * 1024;
/** Approximate bytes of an event beside its content: its stored values and its views. */
const EVENT_WEIGHT = 2_500;

/**
 * Reads lots from database and ledger. Results are cached with their digests: while PostgreSQL computes the same digest
 * of the stored rows, and the ledger has the same chain, the lot is not read, parsed and verified again.
 */
export class SeenLots {
  readonly #database: Database;
  readonly #ledger: Ledger;
  readonly #known = new LRUCache<string, SeenLot>({ maxSize: MOST_REMEMBERED });

  constructor(parts: { database: Database; ledger: Ledger }) {
    this.#database = parts.database;
    this.#ledger = parts.ledger;
  }

  /** Lots by UUID; those that are not there, or deleted, are missing. The number of statements does not grow with them. */
  async read(ids: readonly string[]): Promise<Map<string, SeenLot>> {
    const seen = new Map<string, SeenLot>();
    let open = ids;
    for (let tries = 1; open.length > 0; tries += 1) {
      // First the database, then the ledger: events recorded in between are then known as waiting.
      const found = await this.#fromDatabase(open);
      const keys = [...found.values()].map(({ dossier }) => dossier.row.lotKey);
      const chains = await nullWhileAway(() => this.#ledger.readLots(keys));
      const again: string[] = [];
      for (const [id, { dossier, known }] of found) {
        await pause();
        const chain = chains?.get(dossier.row.lotKey) ?? null;
        if (known !== null && chain !== null && known.chain === chain) {
          seen.set(id, known);
          continue;
        }
        // An event that was written and recorded between the two reads is not foreign to us: then both are read again.
        const foreign = !knowsAllOf(dossier, chain);
        if (foreign && tries < READS) {
          again.push(id);
          continue;
        }
        const lot = { dossier, chain, values: await verifiedValues(dossier, chain) };
        seen.set(id, lot);
        if (chain !== null && !foreign) this.#known.set(id, lot, { size: weightOf(dossier) });
      }
      open = again;
    }
    return seen;
  }

  /** A lot by UUID; null when it is not there, or deleted. */
  async readOne(id: string): Promise<SeenLot | null> {
    return (await this.read([id])).get(id) ?? null;
  }

  forget(id: string): void {
    this.#known.delete(id);
  }

  /** Lots from the database: cached ones if their digest is unchanged, the others are read. */
  async #fromDatabase(ids: readonly string[]): Promise<Map<string, { dossier: LotDossier; known: SeenLot | null }>> {
    const remembered = ids.filter((id) => this.#known.get(id) !== undefined);
    const prints = remembered.length === 0 ? null : await readDossierPrints(this.#database, remembered);
    const found = new Map<string, { dossier: LotDossier; known: SeenLot | null }>();
    for (const id of remembered) {
      const known = this.#known.get(id);
      if (known !== undefined && known.dossier.print === prints?.get(id)) {
        found.set(id, { dossier: known.dossier, known });
      }
    }
    const unknown = ids.filter((id) => !found.has(id));
    const before = (id: string): LotDossier | undefined => this.#known.get(id)?.dossier;
    const dossiers = unknown.length === 0 ? null : await readDossiers(this.#database, unknown, false, before);
    for (const [id, dossier] of dossiers ?? []) found.set(id, { dossier, known: null });
    return found;
  }
}

function knowsAllOf({ events }: LotDossier, chain: LotChain | null): boolean {
  const own = new Set(events.map(({ eventId }) => eventId));
  return chain === null || chain.entries.every(({ eventId }) => own.has(eventId));
}

function weightOf({ events }: LotDossier): number {
  return events.reduce((sum, { content }) => sum + content.length + EVENT_WEIGHT, EVENT_WEIGHT);
}
