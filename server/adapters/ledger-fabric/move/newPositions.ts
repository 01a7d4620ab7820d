import type { Pool, PoolClient } from 'pg';
import type { SignedHead } from '../../../domain/proof/head.ts';
import { inLedgerTransaction } from '../../../platform/checkpoints/inTransaction.ts';
import type { LedgerEntry } from '../../../domain/ledger/ledger.ts';
import { NotMoved } from './notMoved.ts';

/** Events that one statement writes. */
const AT_ONCE = 1_000;

/** The chains of rows that changed: lots and consignments, by UUID. */
interface TouchedChains {
  lots: readonly string[];
  consignments: readonly string[];
}

type RefreshChains = (client: PoolClient, chains: TouchedChains) => Promise<void>;

interface ChainPosition {
  transactionId: string;
  blockNumber: number;
  /** the first endorser's, hex */
  signature: string;
}

/** Where events stand on a channel that took the place of another ledger. */
export class NewPositions {
  readonly #places = new Map<string, ChainPosition>();
  readonly #ofEvents = new Map<string, ChainPosition>();

  /** How many events there are. */
  get size(): number {
    return this.#ofEvents.size;
  }

  add({ eventId, transactionId, blockNumber, endorsers }: LedgerEntry): void {
    const place = this.#places.get(transactionId) ?? {
      transactionId,
      blockNumber,
      signature: endorsers[0]?.signature ?? '',
    };
    this.#places.set(transactionId, place);
    this.#ofEvents.set(eventId, place);
  }

  /**
   * Writes the places into the rows that are compared with the ledger whenever a lot is read, in one transaction. The times stay: when an
   * event was recorded does not change.
   * @param closes the last head of the embedded ledger: it must not have grown since
   * @param refresh sets the ledger columns of lots and consignments from their events in the outbox
   * @throws NotMoved when it has
   */
  async write(pool: Pool, closes: SignedHead, refresh: RefreshChains): Promise<void> {
    // Locks out writers of the embedded ledger meanwhile.
    await inLedgerTransaction(pool, 'manam-ledger-writer', (client) => this.#write(client, closes, refresh), {
      patient: true,
    });
  }

  async #write(client: PoolClient, closes: SignedHead, refresh: RefreshChains): Promise<void> {
    const { rows } = await client.query<{ blocks: number }>(
      'select (max(number) + 1)::int as blocks from ledger_block',
    );
    if (rows[0]?.blocks !== closes.blocks) {
      throw new NotMoved('The embedded ledger grew while it was moved: a server ran on it.');
    }
    const all = [...this.#ofEvents];
    for (let from = 0; from < all.length; from += AT_ONCE) {
      const some = all.slice(from, from + AT_ONCE);
      const { rows: touched } = await client.query<{ lot_id: string | null; consignment_id: string | null }>(
        `update ledger_outbox o set tx_id = p.tx_id, block_number = p.block_number, signature = p.signature
         from unnest($1::text[], $2::text[], $3::bigint[], $4::text[]) as p (event_id, tx_id, block_number, signature)
         where o.event_id = p.event_id and o.state = 'recorded' returning o.lot_id, o.consignment_id`,
        [
          some.map(([eventId]) => eventId),
          some.map(([, { transactionId }]) => transactionId),
          some.map(([, { blockNumber }]) => blockNumber),
          some.map(([, { signature }]) => signature),
        ],
      );
      await refresh(client, {
        lots: [...new Set(touched.flatMap((row) => row.lot_id ?? []))],
        consignments: [...new Set(touched.flatMap((row) => row.consignment_id ?? []))],
      });
    }
  }
}
