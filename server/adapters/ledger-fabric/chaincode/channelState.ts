import { createHash, createHmac } from 'node:crypto';
import type { ChaincodeStub } from 'fabric-shim-api';
import { z } from 'zod';
import { COLLECTION, eventRecord, UNNAMED_CONTRACT, type EventRecord } from '../../../domain/ledger/channelForms.ts';
import { applyTransition, type LotHead } from '../../../domain/ledger/transitions.ts';
import { canonicalText } from '../../../domain/proof/hashing.ts';
import { signedHead } from '../../../domain/proof/head.ts';
import { STAGES } from '../../../domain/lot/stages.ts';

const hex32 = z.string().regex(/^[0-9a-f]{64}$/);

/** How a channel is to begin: by itself, or (`closes`) in the place of a ledger whose last head it names. */
export const askedBeginning = z.strictObject({ closes: signedHead.nullable() });
/** How it began, and by which organisation: MSP id. */
const beginning = z.strictObject({ ...askedBeginning.shape, by: z.string().min(1) });
export type StoredBeginning = z.infer<typeof beginning>;

const storedHead = z.strictObject({
  seq: z.int().positive(),
  hash: hex32,
  stage: z.enum(STAGES).nullable(),
  deleted: z.boolean(),
  /** absent in heads of contract 1: then it follows from the contents */
  mass: z.optional(
    z
      .strictObject({
        weight: z.int(),
        used: z.int(),
        moisture: z.int(),
        derived: z.boolean(),
        draws: z.record(z.string(), z.object({ grams: z.int(), moisture: z.int() })),
      })
      .nullable(),
  ),
  consignment: z.optional(
    z.strictObject({ state: z.enum(['open', 'closed', 'shipped', 'delivered']), grams: z.int() }).nullable(),
  ),
  salt: hex32,
});

/** How far a chain goes. */
export type ChainEnd = Omit<LotHead, 'mass' | 'consignment'>;

const settlement = z.strictObject({ at: z.iso.datetime(), txId: hex32 });

const KEYS = { beginning: 'beginning', settled: 'settled', latestContract: 'contract', salt: 'salt' } as const;

/**
 * The state of the contract, accessed through the stub of one transaction. The stub does not return the transaction's
 * own writes: callers that need them keep them in memory.
 *
 * Visibility. The public state (`beginning`, `settled`, `contract`) and the results of calls (`RecordedEvents`: hashes
 * of contents, the time) are in blocks, visible to all members of the channel and to the orderer. For the private
 * collection, which the organisations' peers store, blocks contain unsalted SHA-256 hashes of each key and value, so
 * anyone can test a guess of a key or value. Therefore:
 * - `content/KEY/SEQ`, `event/ID` and `head/KEY` are named by random keys. A proof of a lot contains that lot's keys,
 *   and with them only the lot's own transactions can be found, which the proof contains as well.
 * - A content contains 32 random bytes (`salt`); an event's record contains the hash of its content.
 * - The value of a head has few possible forms (few stages, two states), so it has a salt, SHA-256('head' || newest
 *   content): the same on each peer, and not computable without that content.
 * - `chain/HMAC` would reveal which lots exist if it used the lot id or its hash; it uses HMAC-SHA-256 under the
 *   channel's salt, 32 random bytes stored only in the collection. Its value is a chain's random key.
 *
 * So an observer learns how many events were recorded and when, but neither their content nor which events belong to
 * the same lot. Rejected calls leave nothing in a block.
 */
export class ChannelState {
  readonly #stub: ChaincodeStub;

  constructor(stub: ChaincodeStub) {
    this.#stub = stub;
  }

  /** Null: the channel has not begun. */
  async beginning(): Promise<StoredBeginning | null> {
    const text = await this.#public(KEYS.beginning);
    return text === null ? null : beginning.parse(JSON.parse(text));
  }

  /** @param salt the channel's, 32 bytes, hex */
  async begin(value: StoredBeginning, salt: string): Promise<void> {
    await this.#putPublic(KEYS.beginning, value);
    await this.#putPrivate(KEYS.salt, salt);
  }

  /** Whether the move that the channel began with has ended. */
  async settled(): Promise<boolean> {
    return (await this.#public(KEYS.settled)) !== null;
  }

  async settle(value: z.infer<typeof settlement>): Promise<void> {
    await this.#putPublic(KEYS.settled, settlement.parse(value));
  }

  /** The latest contract that judged an event while the ledger moves; null: none came yet. */
  async latestContract(): Promise<string | null> {
    const text = await this.#public(KEYS.latestContract);
    return text === null ? null : z.string().parse(JSON.parse(text));
  }

  async noteLatestContract(version: string): Promise<void> {
    await this.#putPublic(KEYS.latestContract, version);
  }

  async event(eventId: string): Promise<EventRecord | null> {
    const text = await this.#private(`event/${eventId}`);
    return text === null ? null : eventRecord.parse(JSON.parse(text));
  }

  async putEvent(eventId: string, record: EventRecord): Promise<void> {
    await this.#putPrivate(`event/${eventId}`, canonicalText(record));
  }

  /** What a chain came to, without what only the judge of the next event needs; null: the channel does not know it. */
  async chainEnd(lotKey: string): Promise<ChainEnd | null> {
    const stored = await this.#storedHead(lotKey);
    return stored && { seq: stored.seq, hash: stored.hash, stage: stored.stage, deleted: stored.deleted };
  }

  /**
   * The chain by which its next event is judged; null: the channel does not know it. A head that contract 1 stored lacks
   * the grams: they follow from the chain's contents, which are then all read, once, since the next event stores them.
   * @throws Error when the peer cannot show all of these contents
   */
  async head(lotKey: string): Promise<LotHead | null> {
    const stored = await this.#storedHead(lotKey);
    if (stored === null) return null;
    const { salt: _salt, mass, consignment = null, ...end } = stored;
    if (mass === undefined && end.stage !== null) return this.#computedHead(lotKey, end);
    return { ...end, mass: mass ?? null, consignment };
  }

  async #storedHead(lotKey: string): Promise<z.infer<typeof storedHead> | null> {
    const text = await this.#private(`head/${lotKey}`);
    return text === null ? null : storedHead.parse(JSON.parse(text));
  }

  /** The head that the chain's contents come to by the rules that they were recorded under. */
  async #computedHead(lotKey: string, stored: ChainEnd): Promise<LotHead> {
    const seqs = Array.from({ length: stored.seq }, (_, i) => i + 1);
    const contents = await Promise.all(seqs.map((seq) => this.content(lotKey, seq)));
    let head: LotHead | null = null;
    for (const content of contents) {
      if (content === null) break;
      const hash = createHash('sha256').update('\0').update(content).digest('hex');
      const step = applyTransition(UNNAMED_CONTRACT, head, JSON.parse(content), hash);
      if ('refusal' in step) break;
      head = step.head;
    }
    if (head?.hash !== stored.hash) throw new Error(`The contents of chain ${lotKey} do not come to its head`);
    return head;
  }

  /** @param content of the event that made this head, as it is recorded */
  async putHead(lotKey: string, head: LotHead, content: string): Promise<void> {
    const salt = createHash('sha256').update('head').update(content).digest('hex');
    await this.#putPrivate(`head/${lotKey}`, canonicalText({ ...head, salt }));
  }

  async content(lotKey: string, seq: number): Promise<string | null> {
    return this.#private(contentKey(lotKey, seq));
  }

  async putContent(lotKey: string, seq: number, content: string): Promise<void> {
    await this.#putPrivate(contentKey(lotKey, seq), content);
  }

  /** Key of the chain that carries a lot id; null: none. @param salt as `salt` answers it */
  async chain(salt: string, lotId: string): Promise<string | null> {
    return this.#private(chainKey(salt, lotId));
  }

  async putChain(salt: string, lotId: string, lotKey: string): Promise<void> {
    await this.#putPrivate(chainKey(salt, lotId), lotKey);
  }

  /** The channel's salt, hex. @throws Error before the channel has begun */
  async salt(): Promise<string> {
    return hex32.parse(await this.#private(KEYS.salt));
  }

  async #public(key: string): Promise<string | null> {
    return textOf(await this.#stub.getState(key));
  }

  async #private(key: string): Promise<string | null> {
    return textOf(await this.#stub.getPrivateData(COLLECTION, key));
  }

  async #putPublic(key: string, value: unknown): Promise<void> {
    await this.#stub.putState(key, Buffer.from(canonicalText(value)));
  }

  async #putPrivate(key: string, text: string): Promise<void> {
    await this.#stub.putPrivateData(COLLECTION, key, Buffer.from(text));
  }
}

function contentKey(lotKey: string, seq: number): string {
  return `content/${lotKey}/${seq}`;
}

function chainKey(salt: string, lotId: string): string {
  return `chain/${createHmac('sha256', Buffer.from(salt, 'hex')).update(lotId).digest('hex')}`;
}

/** Fabric answers nothing for a key that is not there. */
function textOf(value: Uint8Array): string | null {
  return value.length === 0 ? null : Buffer.from(value).toString('utf8');
}
