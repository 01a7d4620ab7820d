import { LRUCache } from 'lru-cache';
import { recordedEvents, type RecordedEvents } from '../../domain/ledger/channelForms.ts';
import { blockDataHash, readBlock, type FabricBlock } from '../../domain/proof/fabric/block.ts';
import { readFabricEnvelope, type FabricTransaction } from '../../domain/proof/fabric/envelope.ts';
import type { FabricSignatures } from '../../domain/proof/fabric/members.ts';
import { canonicalText, type Bytes } from '../../domain/proof/hashing.ts';
import { LedgerAway } from '../../domain/ledger/ledger.ts';
import { nativeSha256 } from '../../platform/checkpoints/nativeSha256.ts';
import { ChaincodeRefusal, type FabricGateway } from './gateway.ts';

/** Bytes, about, of the transactions that are remembered. */
const MOST_REMEMBERED = 32 * 1024 * 1024;
/** What a peer says of a transaction that counts (`peer.TxValidationCode`). */
const VALID = 0;

/** A checked transaction that records events, with the facts of its block. */
export interface CheckedFabricTransaction {
  transaction: FabricTransaction;
  /** exactly as in the block */
  envelope: Bytes;
  block: FabricBlock;
  /** the recorded hashes; null: the transaction belongs to another contract, or its answer has another form */
  recorded: RecordedEvents | null;
  /** it was endorsed as the channel's policy wants it, and counts */
  endorsed: boolean;
  /** its block's data hash is that of its transactions, and its header was signed by those who order */
  blockValid: boolean;
}

/**
 * Transactions as our peer has them in its blocks, each checked by its signatures and hashes and then remembered: a block does not
 * change. The peer is asked for the whole block, since only all transactions together yield its data hash.
 */
export class CheckedTransactions {
  readonly #gateway: FabricGateway;
  readonly #signatures: FabricSignatures;
  readonly #chaincode: string;
  readonly #known = new LRUCache<string, CheckedFabricTransaction>({ maxSize: MOST_REMEMBERED });
  /** numbers of blocks that are being checked; their valid transactions are cached afterwards */
  readonly #checking = new Map<number, Promise<void>>();
  readonly #asked = new Map<string, Promise<CheckedFabricTransaction | null>>();

  constructor(gateway: FabricGateway, signatures: FabricSignatures, chaincode: string) {
    this.#gateway = gateway;
    this.#signatures = signatures;
    this.#chaincode = chaincode;
  }

  /**
   * Null when the peer knows no such transaction.
   * @param blockNumber of its block, where that is known: all who wait for transactions of one block have it checked once
   * @throws LedgerAway
   */
  async find(txId: string, blockNumber?: number): Promise<CheckedFabricTransaction | null> {
    const known = this.#known.get(txId);
    if (known !== undefined) return known;
    if (blockNumber !== undefined) {
      await (this.#checking.get(blockNumber) ?? this.#underway(blockNumber, this.#askBlock(blockNumber)));
      const remembered = this.#known.get(txId);
      if (remembered !== undefined) return remembered;
    }
    const asked = this.#asked.get(txId) ?? this.#ask(txId).finally(() => this.#asked.delete(txId));
    this.#asked.set(txId, asked);
    return asked;
  }

  async #ask(txId: string): Promise<CheckedFabricTransaction | null> {
    const bytes = await this.#blockOf(txId);
    if (bytes === null) return null;
    const checked = await this.inBlock(readBlock(bytes));
    // A transaction that was delivered twice is in the block twice, and counts once.
    const own = checked.filter(({ transaction }) => transaction.txId === txId);
    return own.find(({ endorsed }) => endorsed) ?? own[0] ?? null;
  }

  /** All transactions of a block but its configurations, checked; those that count are remembered. */
  async inBlock(block: FabricBlock): Promise<CheckedFabricTransaction[]> {
    return this.#underway(block.header.number, this.#check(block));
  }

  async #askBlock(number: number): Promise<void> {
    await this.#check(readBlock(await this.#gateway.system('GetBlockByNumber', String(number))));
  }

  async #underway<T>(number: number, work: Promise<T>): Promise<T> {
    const settled = work.then(
      () => undefined,
      () => undefined,
    );
    this.#checking.set(number, settled);
    try {
      return await work;
    } finally {
      if (this.#checking.get(number) === settled) this.#checking.delete(number);
    }
  }

  async #check(block: FabricBlock): Promise<CheckedFabricTransaction[]> {
    const dataHolds = (await blockDataHash(block.envelopes, nativeSha256)) === block.header.dataHash;
    const blockValid = dataHolds && (await this.#signatures.headerFaults(block.signatures)).length === 0;
    const all: CheckedFabricTransaction[] = [];
    for (const [i, envelope] of block.envelopes.entries()) {
      const transaction = await readFabricEnvelope(envelope, nativeSha256).catch(() => null);
      if (transaction === null) continue;
      const checked: CheckedFabricTransaction = {
        transaction,
        envelope,
        block,
        recorded: recordedBy(transaction, this.#gateway.channel, this.#chaincode),
        endorsed: block.codes[i] === VALID && (await this.#signatures.transactionFaults(transaction)).length === 0,
        blockValid,
      };
      if (checked.endorsed && blockValid) {
        this.#known.set(transaction.txId, checked, { size: envelope.length * 2 });
      }
      all.push(checked);
    }
    return all;
  }

  async #blockOf(txId: string): Promise<Bytes | null> {
    try {
      return await this.#gateway.system('GetBlockByTxID', txId);
    } catch (error) {
      if (error instanceof LedgerAway || error instanceof ChaincodeRefusal) {
        // The gateway reports this only as text, with the status of any failure.
        if (/no such transaction ID|not found/i.test(causeText(error))) return null;
      }
      throw error;
    }
  }
}

/**
 * When an event was recorded: the time of the transaction, or, for an event from a previous ledger, its time there. The
 * organizations endorsed both.
 */
export function recordedAt({ transaction, recorded }: CheckedFabricTransaction, contentHash: string): Date {
  const former = recorded?.events.find((event) => event.contentHash === contentHash)?.formerly;
  return former === undefined ? transaction.at : new Date(former.at);
}

function causeText(error: Error): string {
  const { cause } = error;
  const details =
    cause instanceof Error && 'details' in cause && Array.isArray(cause.details) ? JSON.stringify(cause.details) : '';
  return `${error.message} ${cause instanceof Error ? cause.message : ''} ${details}`;
}

/** What a transaction recorded, read from the answer that its endorsers signed; null unless it is our contract's. */
function recordedBy(transaction: FabricTransaction, channel: string, chaincode: string): RecordedEvents | null {
  if (transaction.channel !== channel || transaction.chaincode.name !== chaincode) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(transaction.answer);
    const parsed = recordedEvents.safeParse(JSON.parse(text));
    return parsed.success && canonicalText(parsed.data) === text ? parsed.data : null;
  } catch {
    return null;
  }
}
