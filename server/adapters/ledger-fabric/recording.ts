import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { CALL_LIMITS, eventRecords, recordedEvents } from '../../domain/ledger/channelForms.ts';
import { transferOf } from '../../domain/ledger/judge.ts';
import { isLedgerRefusalCode, type LedgerRefusal } from '../../domain/ledger/transitions.ts';
import type { SignedHead } from '../../domain/proof/head.ts';
import { canonicalText } from '../../domain/proof/hashing.ts';
import {
  LedgerAway,
  type CarriedEvent,
  type LedgerEvent,
  type Recorded,
  type RecordOutcome,
} from '../../domain/ledger/ledger.ts';
import { nativeContentHash } from '../../platform/checkpoints/nativeSha256.ts';
import { recordedAt, type CheckedFabricTransaction, type CheckedTransactions } from './checkedTransactions.ts';
import { ChaincodeRefusal, PeersApart, type EndorsedCall, type FabricGateway } from './gateway.ts';
import { recordingRounds } from './recordingRounds.ts';
import type { Submission, Submissions } from './submissions.ts';

/**
 * `peer.TxValidationCode` of conflicts that a new endorsement may resolve: another transaction changed what this one
 * had read.
 */
const CONFLICTS: ReadonlySet<number> = new Set([11, 12]);
const VALID = 0;
/** Endorsements of one portion, and calls to hand one over, before it is given up for now. */
const MOST_TRIES = 8;
const FIRST_PAUSE_MS = 50;
/** Transactions under way at once: half of them are endorsed while the others wait for their block. */
const IN_FLIGHT = 16;

/** What of the gateway recording needs. */
export interface RecordingGateway extends Pick<FabricGateway, 'evaluate' | 'outcome' | 'submit'> {
  /** As `FabricGateway.endorse`. */
  endorse(...call: Parameters<FabricGateway['endorse']>): Promise<EndorsedCall>;
}
type StoredSubmissions = Pick<Submissions, 'done' | 'endorsed' | 'handedOver' | 'withEvents'>;
type FoundTransactions = Pick<CheckedTransactions, 'find'>;

/** Records events on the channel: endorsed, stored, handed over, stored, and waited for. */
export class Recording {
  readonly #gateway: RecordingGateway;
  readonly #submissions: StoredSubmissions;
  readonly #transactions: FoundTransactions;
  /** lots with a transaction under way in this process: others would conflict with it */
  readonly #busy = new Map<string, Promise<unknown>>();

  constructor(gateway: RecordingGateway, submissions: StoredSubmissions, transactions: FoundTransactions) {
    this.#gateway = gateway;
    this.#submissions = submissions;
    this.#transactions = transactions;
  }

  /**
   * As `Ledger.record`; events of a replaced ledger name their former position while the channel is moving. @throws
   * LedgerAway when not all outcomes are known: the next call continues with the submitted transactions
   */
  async record(events: readonly (LedgerEvent | CarriedEvent)[]): Promise<RecordOutcome[]> {
    await this.#goOn(events.map(({ eventId }) => eventId));
    const outcomes = new Map<LedgerEvent, RecordOutcome>();
    for (const round of recordingRounds(events)) {
      const waiting = [...round];
      const worker = async (): Promise<void> => {
        for (let portion = waiting.shift(); portion !== undefined; portion = waiting.shift()) {
          for (const [event, outcome] of await this.#recordSerially(portion)) outcomes.set(event, outcome);
        }
      };
      // Waits for all, so that none continues after the caller got an error.
      const ends = await Promise.allSettled(Array.from({ length: IN_FLIGHT }, worker));
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    }
    return events.map((event) => {
      const outcome = outcomes.get(event);
      if (outcome === undefined) throw new Error(`Event ${event.eventId} has no outcome`);
      return outcome;
    });
  }

  /**
   * Begins the channel; another process may have done so at the same time.
   * @param closes the last head of the ledger that this one replaces
   */
  async begin(closes: SignedHead | null): Promise<void> {
    try {
      const salt = randomBytes(32).toString('hex');
      const transaction = await this.#gateway.endorse('begin', [canonicalText({ closes })], { salt });
      await this.#gateway.outcome(await this.#gateway.submit(transaction.getBytes()));
    } catch (error) {
      const begun = error instanceof ChaincodeRefusal && error.code === 'ALREADY_BEGUN';
      // If another organization's peer has that beginning already, ours will have it in a moment.
      if (!begun && !(error instanceof PeersApart)) throw error;
    }
  }

  /** Ends the move that the channel began with; that it has ended is as good. */
  async settle(): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        const transaction = await this.#gateway.endorse('settle', [], {});
        const { code } = await this.#gateway.outcome(await this.#gateway.submit(transaction.getBytes()));
        if (code === VALID) return;
      } catch (error) {
        if (error instanceof ChaincodeRefusal && error.code === 'SETTLED') return;
        if (!(error instanceof PeersApart) || tries >= MOST_TRIES) throw error;
      }
      await pause(FIRST_PAUSE_MS * 2 ** Math.min(tries, 5));
    }
  }

  /**
   * Continues with transactions of an earlier call, or of a process that was killed, that contain one of these events.
   */
  async #goOn(eventIds: readonly string[]): Promise<void> {
    for (const submission of await this.#submissions.withEvents(eventIds)) await this.#see(submission);
  }

  /** Records a portion when no other portion with one of its lots is being recorded. */
  async #recordSerially(portion: readonly (LedgerEvent | CarriedEvent)[]): Promise<[LedgerEvent, RecordOutcome][]> {
    const lots = [...new Set(portion.map(({ lotKey }) => lotKey))];
    const before = lots.map((lot) => this.#busy.get(lot));
    const work = Promise.allSettled(before).then(() => this.#portion(portion));
    const settled = work.catch(() => undefined);
    for (const lot of lots) this.#busy.set(lot, settled);
    try {
      return await work;
    } finally {
      for (const lot of lots) if (this.#busy.get(lot) === settled) this.#busy.delete(lot);
    }
  }

  async #portion(portion: readonly (LedgerEvent | CarriedEvent)[]): Promise<[LedgerEvent, RecordOutcome][]> {
    const refusals = new Map<LedgerEvent, LedgerRefusal>();
    const tooMany = excess(portion);
    if (tooMany !== null) return this.#outcomes(portion, new Map(portion.map((event) => [event, tooMany])), null);
    for (let tries = 0; ;) {
      const taken = portion.filter((event) => !refusals.has(event));
      const found = taken.length === 0 ? 'known' : await this.#submit(taken);
      if (found === 'known') return this.#outcomes(portion, refusals, null);
      if (found !== 'conflict') {
        if ('txId' in found) return this.#outcomes(portion, refusals, found);
        for (const event of recordedWith(found.event, taken)) refusals.set(event, found.refusal);
        continue;
      }
      tries += 1;
      if (tries >= MOST_TRIES) throw new LedgerAway('The Fabric network has other transactions of the same lots');
      // Longer each time, and not for all the same, so that those who conflict come one after the other.
      await pause(FIRST_PAUSE_MS * 2 ** Math.min(tries, 5) * (0.5 + Math.random()));
    }
  }

  async #outcomes(
    portion: readonly LedgerEvent[],
    refusals: ReadonlyMap<LedgerEvent, LedgerRefusal>,
    place: TransactionPlace | null,
  ): Promise<[LedgerEvent, RecordOutcome][]> {
    // What is recorded of a transfer stays where it is, whatever came with it later.
    const asked = portion.filter((event) => !refusals.has(event) || transferOf(event.content) !== null);
    const places = await this.#places(asked, place);
    return portion.map((event): [LedgerEvent, RecordOutcome] => {
      const { eventId } = event;
      const recorded = places.get(event);
      if (recorded !== undefined) return [event, { kind: 'recorded', recorded }];
      const refusal = refusals.get(event);
      if (refusal === undefined) throw new LedgerAway(`Event ${eventId} was recorded and is not to be found`);
      return [event, { kind: 'refused', eventId, refusal }];
    });
  }

  /**
   * @returns the position of the transaction that records the new events, or that all were recorded before, or the
   *   refused event, or that another transaction came before this one
   */
  async #submit(
    events: readonly (LedgerEvent | CarriedEvent)[],
  ): Promise<TransactionPlace | 'known' | { event: LedgerEvent; refusal: LedgerRefusal } | 'conflict'> {
    const handed = events.map((event) => {
      const { eventId, lotKey, seq, content } = event;
      const former = 'formerly' in event ? { formerly: event.formerly, contract: event.contract } : {};
      return { eventId, lotKey, seq, content, ...former };
    });
    let transaction;
    try {
      transaction = await this.#gateway.endorse('record', ['1'], { events: JSON.stringify(handed) });
    } catch (error) {
      if (error instanceof PeersApart) return 'conflict';
      if (!(error instanceof ChaincodeRefusal)) throw error;
      // Until that has ended.
      if (error.code === 'NOT_YOURS') throw new LedgerAway(error.text);
      if (error.code !== 'NOT_BEGUN') return refusedEvent(error, events);
      await this.begin(null);
      return 'conflict';
    }
    const answer: unknown = JSON.parse(Buffer.from(transaction.getResult()).toString('utf8'));
    // All were recorded before: there is nothing to hand over.
    if (isEmpty(answer)) return 'known';
    const submission = {
      txId: transaction.getTransactionId(),
      eventIds: events.map(({ eventId }) => eventId),
      endorsed: transaction.getBytes(),
      commit: null,
    };
    await this.#submissions.endorsed(submission);
    const { code, blockNumber } = await this.#see(submission);
    if (code === VALID) return { txId: submission.txId, blockNumber };
    if (CONFLICTS.has(code)) return 'conflict';
    throw new Error(`Fabric found transaction ${submission.txId} invalid, code ${code}`);
  }

  /**
   * Sees a transaction through to its outcome, from wherever it stands. What is handed over and then lost by those who order is handed over again.
   * @returns its validation code, and the number of its block
   * @throws LedgerAway when it cannot be known now
   */
  async #see({ txId, endorsed, commit }: Submission): Promise<{ code: number; blockNumber: number }> {
    let known = commit;
    for (let tries = 1; ; tries += 1) {
      try {
        if (known === null) {
          known = await this.#gateway.submit(endorsed);
          await this.#submissions.handedOver(txId, known);
        }
        const outcome = await this.#gateway.outcome(known);
        await this.#submissions.done(txId);
        return outcome;
      } catch (error) {
        if (!(error instanceof LedgerAway) || tries >= MOST_TRIES) throw error;
        known = null;
        await pause(FIRST_PAUSE_MS * 2 ** tries);
      }
    }
  }

  /**
   * Where events stand, of those that are recorded with this content.
   * @param place of the transaction that has just recorded them; the chaincode is asked for those that it does not hold
   */
  async #places(events: readonly LedgerEvent[], place: TransactionPlace | null): Promise<Map<LedgerEvent, Recorded>> {
    const places = new Map<LedgerEvent, Recorded>();
    const just = place && (await this.#transactions.find(place.txId, place.blockNumber));
    const others: { event: LedgerEvent; hash: string }[] = [];
    const hashes = new Set(just?.endorsed === true ? just.recorded?.events.map(({ contentHash }) => contentHash) : []);
    for (const event of events) {
      const hash = nativeContentHash(event.content);
      if (just && hashes.has(hash)) places.set(event, placeIn(just, event.eventId, hash));
      else others.push({ event, hash });
    }
    for (let from = 0; from < others.length; from += CALL_LIMITS.events) {
      const some = others.slice(from, from + CALL_LIMITS.events);
      const ids = JSON.stringify(some.map(({ event }) => event.eventId));
      const records = eventRecords.parse(JSON.parse(await this.#gateway.evaluate('readEvents', [ids])));
      await Promise.all(
        some.map(async ({ event, hash }, i) => {
          const record = records[i];
          if (record?.contentHash !== hash) return;
          const found = await this.#transactions.find(record.txId);
          if (found) places.set(event, placeIn(found, event.eventId, hash));
        }),
      );
    }
    return places;
  }
}

/** A transaction whose outcome is known. */
interface TransactionPlace {
  txId: string;
  blockNumber: number;
}

function placeIn(found: CheckedFabricTransaction, eventId: string, contentHash: string): Recorded {
  const { transaction, block } = found;
  return {
    eventId,
    transactionId: transaction.txId,
    blockNumber: block.header.number,
    signature: Buffer.from(transaction.endorsements[0]?.signature ?? []).toString('hex'),
    recordedAt: recordedAt(found, contentHash),
  };
}

/** A refusal names its event first. */
const NAMED = /^([0-9a-f]{32}) ([\s\S]*)$/;

/** @throws the refusal, when it is of no event, or not for its content */
function refusedEvent(
  refusal: ChaincodeRefusal,
  events: readonly LedgerEvent[],
): { event: LedgerEvent; refusal: LedgerRefusal } {
  const [, eventId, text] = NAMED.exec(refusal.text) ?? [];
  // Of two with the same id the first was taken: the second one differs.
  const event = events.findLast((one) => one.eventId === eventId);
  // A content that is longer than the contract takes is none.
  const code = refusal.code === 'TOO_MUCH' ? 'BAD_CONTENT' : refusal.code;
  if (event === undefined || text === undefined || !isLedgerRefusalCode(code)) throw refusal;
  return { event, refusal: { code, text } };
}

function isEmpty(answer: unknown): boolean {
  const parsed = recordedEvents.safeParse(answer);
  return parsed.success && parsed.data.events.length === 0;
}

/** The events that are recorded with one of them, or not at all. */
function recordedWith(event: LedgerEvent, events: readonly LedgerEvent[]): readonly LedgerEvent[] {
  const transfer = transferOf(event.content);
  return transfer === null ? [event] : events.filter(({ content }) => transferOf(content) === transfer);
}

/** The refusal of a transfer with more events than one call may have; null: there are not so many. */
function excess(portion: readonly LedgerEvent[]): LedgerRefusal | null {
  if (portion.length <= CALL_LIMITS.events) return null;
  return { code: 'BAD_CONTENT', text: `A transfer has at most ${CALL_LIMITS.events} events` };
}
