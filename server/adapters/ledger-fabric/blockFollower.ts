import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { headerHash } from '../../domain/proof/block.ts';
import { blockDataHash, readBlock, type FabricBlock } from '../../domain/proof/fabric/block.ts';
import type { FabricSignatures } from '../../domain/proof/fabric/members.ts';
import { EMPTY_FRONTIER, grow } from '../../domain/proof/consistency.ts';
import { parseProtobuf } from '../../domain/proof/fabric/protobuf.ts';
import { headLeaf } from '../../domain/proof/head.ts';
import { LEDGER } from '../../domain/messages/healthMessages.ts';
import { storedFrontier, storeNodes } from '../../platform/checkpoints/tree.ts';
import { inLedgerTransaction } from '../../platform/checkpoints/inTransaction.ts';
import { LedgerAltered, LedgerAway } from '../../domain/ledger/ledger.ts';
import { nativeSha256 } from '../../platform/checkpoints/nativeSha256.ts';
import type { CheckedTransactions } from './checkedTransactions.ts';
import type { FabricGateway } from './gateway.ts';
import { FABRIC_HEAD_TABLES } from './headSource.ts';

/** Before the peer is asked again for blocks after it went away. */
const AGAIN_MS = 1_000;

/** What is used of a pino logger. */
export interface FollowerLog {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/**
 * Follows the blocks of the organization's own peer and stores their headers: each is checked (its own hashes, the link
 * to the previous one, the orderers' signatures) and stored in one transaction with its results, so that any process
 * continues from the newest stored number. Blocks that another process has stored meanwhile are skipped.
 */
export class BlockFollower {
  readonly #pool: Pool;
  readonly #gateway: FabricGateway;
  readonly #signatures: FabricSignatures;
  readonly #transactions: CheckedTransactions;
  readonly #onBlock: () => Promise<void>;
  readonly #log: FollowerLog | null;
  readonly #ended = new AbortController();
  readonly #begun = Promise.withResolvers<void>();
  #running: Promise<void> = Promise.resolve();
  #fault: LedgerAltered | null = null;

  /** @param parts.onBlock called after a block was stored */
  constructor(parts: {
    pool: Pool;
    gateway: FabricGateway;
    signatures: FabricSignatures;
    transactions: CheckedTransactions;
    onBlock: () => Promise<void>;
    log?: FollowerLog | undefined;
  }) {
    this.#pool = parts.pool;
    this.#gateway = parts.gateway;
    this.#signatures = parts.signatures;
    this.#transactions = parts.transactions;
    this.#onBlock = parts.onBlock;
    this.#log = parts.log ?? null;
  }

  /** The peer's blocks are not those that were known before; null: nothing is wrong. */
  get fault(): LedgerAltered | null {
    return this.#fault;
  }

  start(): void {
    this.#running = this.#follow();
  }

  /**
   * Waits until there is a first block: without one the channel's state is unknown, even whether it is a new one.
   * @throws LedgerAway when none comes in time
   */
  async begun(withinMs: number): Promise<void> {
    if ((await this.#next()) > 0) return;
    const ended = new AbortController();
    const late = pause(withinMs, undefined, { signal: ended.signal }).then(() => {
      const said = `The peer sent no block of the channel ${this.#gateway.channel} within ${withinMs / 1_000} s, which a first start on it needs`;
      throw new LedgerAway(said);
    });
    try {
      await Promise.race([this.#begun.promise, late]);
    } finally {
      ended.abort();
    }
  }

  async stop(): Promise<void> {
    this.#ended.abort();
    await this.#running;
  }

  async #follow(): Promise<void> {
    const { signal } = this.#ended;
    while (!signal.aborted) {
      try {
        await this.compare();
        for await (const bytes of this.#gateway.blocks(await this.#next(), signal)) {
          await this.#take(readBlock(bytes));
          this.#fault = null;
        }
      } catch (error) {
        this.#tell(error);
      }
      await pause(AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  #tell(error: unknown): void {
    if (this.#ended.signal.aborted) return;
    if (error instanceof LedgerAltered) {
      if (this.#fault?.message !== error.message)
        this.#log?.error({ alarm: error.message }, 'The peer has other blocks than before');
      this.#fault = error;
    } else this.#log?.warn({ err: error }, 'Blocks of the Fabric network cannot be followed; it is tried again');
  }

  /**
   * Holds the newest block that our peer and we both have to the one that we know: of a peer that has fewer than we none would come
   * that could be held to ours.
   * @throws LedgerAltered when they differ, LedgerAway
   */
  async compare(): Promise<void> {
    const theirs = parseProtobuf(await this.#gateway.system('GetChainInfo')).whole(1) - 1;
    const newest = Math.min(theirs, (await this.#next()) - 1);
    if (newest < 0) return;
    const { rows } = await this.#pool.query<{ hash: string }>(
      `select encode(header_hash, 'hex') as hash from fabric_block where number = $1`,
      [newest],
    );
    const { header } = readBlock(await this.#gateway.system('GetBlockByNumber', String(newest)));
    if (rows[0]?.hash !== (await headerHash(header, nativeSha256)))
      throw new LedgerAltered(LEDGER.otherBlock({ block: newest }));
    this.#fault = null;
  }

  async #next(): Promise<number> {
    const { rows } = await this.#pool.query<{ next: number }>(
      'select (coalesce(max(number), -1) + 1)::int as next from fabric_block',
    );
    return rows[0]?.next ?? 0;
  }

  async #take(block: FabricBlock): Promise<void> {
    const { header, signatures, envelopes } = block;
    const dataHolds = (await blockDataHash(envelopes, nativeSha256)) === header.dataHash;
    // The first block, with the channel's configuration, is not signed.
    const signed = header.number === 0 || (await this.#signatures.headerFaults(signatures)).length === 0;
    if (!dataHolds || !signed) throw new LedgerAltered(LEDGER.blockNotSigned({ block: header.number }));
    const hashes = await this.#hashesIn(block);
    await inLedgerTransaction(this.#pool, 'manam-fabric-blocks', (client) => this.#insert(client, block, hashes), {
      patient: true,
    });
    this.#begun.resolve();
    await this.#onBlock();
  }

  /** Hashes of the contents that the block's transactions record. */
  async #hashesIn(block: FabricBlock): Promise<string[]> {
    const counted = (await this.#transactions.inBlock(block)).filter(({ endorsed }) => endorsed);
    return counted.flatMap(({ recorded }) => recorded?.events.map(({ contentHash }) => contentHash) ?? []);
  }

  /** A stored block is skipped. @throws LedgerAltered when it does not follow the stored ones */
  async #insert(
    client: PoolClient,
    { header, signatureMetadata }: FabricBlock,
    hashes: readonly string[],
  ): Promise<void> {
    const { rows } = await client.query<{ number: number; hash: string }>(
      `select number::int as number, encode(header_hash, 'hex') as hash from fabric_block b order by b.number desc limit 1`,
    );
    const [before] = rows;
    if (header.number < (before?.number ?? -1) + 1) return;
    if (header.number !== (before?.number ?? -1) + 1 || header.previousHash !== (before?.hash ?? '')) {
      throw new LedgerAltered(LEDGER.blockNotLinked({ block: header.number }));
    }
    const hash = await headerHash(header, nativeSha256);
    await client.query(
      `insert into fabric_block (number, previous_hash, data_hash, header_hash, signatures, followed_at)
       values ($1, decode($2, 'hex'), decode($3, 'hex'), decode($4, 'hex'), $5, now())`,
      [header.number, header.previousHash, header.dataHash, hash, Buffer.from(signatureMetadata)],
    );
    await client.query(
      `insert into fabric_event (content_hash, block_number) select hash, $2 from unnest($1::text[]) hash
       on conflict do nothing`,
      [hashes, header.number],
    );
    const tree = header.number === 0 ? EMPTY_FRONTIER : await storedFrontier(client, FABRIC_HEAD_TABLES, header.number);
    const { nodes } = await grow(tree, await headLeaf(hash, nativeSha256), nativeSha256);
    await storeNodes(client, FABRIC_HEAD_TABLES, nodes);
  }
}
