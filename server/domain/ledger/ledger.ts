import type { FormerPlace } from './channelForms.ts';
import type { LedgerRefusal } from './transitions.ts';
import type { ConsistencyProof, HeadSignature, Restoration, SignedHead } from '../proof/head.ts';
import type { ProofFile } from '../proof/proofFile.ts';
import type { Endorser } from '../public/publicAnswers.ts';
import type { Message } from '../messages/message.ts';
import type { Finding } from './finding.ts';

/** An event to record: its canonical content, and the two keys that the driver needs without reading it. */
export interface LedgerEvent {
  eventId: string;
  lotKey: string;
  seq: number;
  /** canonical JSON (RFC 8785) of an `EventContent` */
  content: string;
}

/** An event of a ledger that another one takes the place of. */
export interface CarriedEvent extends LedgerEvent {
  /** hex */
  contentHash: string;
  formerly: FormerPlace;
  /** version of the contract that judged it */
  contract: string;
}

/** Where an event stands once it is recorded. */
export interface Recorded {
  eventId: string;
  transactionId: string;
  blockNumber: number;
  /** the first endorser's signature over the transaction, hex (DER) */
  signature: string;
  /** time of the block */
  recordedAt: Date;
}

/** What became of one event of a batch. */
export type RecordOutcome =
  | { kind: 'recorded'; recorded: Recorded }
  | { kind: 'refused'; eventId: string; refusal: LedgerRefusal };

/** One event of a lot as the ledger holds it, with the result of its own proof. */
export interface LedgerEntry {
  eventId: string;
  seq: number;
  /** the content as stored beside the chain; null when the ledger has lost it */
  content: string | null;
  transactionId: string;
  blockNumber: number;
  blockTime: Date;
  /** name of the contract that judged the event */
  chaincode: string;
  endorsers: Endorser[];
  /**
   * the content's hash equals the one in the transaction, the content names the event before it, and the transaction's
   * id, keys and endorsements are valid
   */
  transactionValid: boolean;
  /** the block's hashes, its link to the block before and both organisations' signatures are valid */
  blockValid: boolean;
}

/** A lot's whole chain, checked while it was read. */
export interface LotChain {
  entries: LedgerEntry[];
  /** numbers of the blocks whose stored bytes are not valid; 0: the channel's own configuration */
  brokenBlocks: number[];
  /** `seq` of events that the ledger counts for the lot but cannot show */
  missing: number[];
  /** keys of other chains that carry the same lot id: there must be none */
  rivals: string[];
}

export interface LedgerPeer {
  name: string;
  mspId: string;
  status: 'up' | 'down';
}

export interface LedgerHealth {
  status: 'up' | 'down';
  driver: 'embedded' | 'fabric';
  /** number of blocks; null when it cannot be asked */
  height: number | null;
  peers: LedgerPeer[];
  message?: string;
  /** it answers, but a person must look at something; public text */
  trouble?: Message;
}

export interface LedgerOrganisation {
  name: string;
  mspId: string;
  /** SHA-256 of the root certificate, hex */
  rootFingerprint: string;
  /** DER, hex */
  rootCertificate: string;
}

/**
 * A server's answer to a head that another one signed: it signs it too, or gives a reason. `unsigned`: no organization
 * of the ledger signed it, or somebody else did too; `ahead`: it counts blocks that are not known here; `other-end`:
 * its ledger replaced one that did not end as this server knew it; `alone`: this ledger has only one server's heads.
 */
export type Countersigned =
  | { kind: 'signed'; signature: HeadSignature }
  | { kind: 'unsigned' | 'ahead' | 'differs' | 'other-end' | 'alone' };

/** The ledger cannot be reached now: the same call may go through later. Never used for a refusal. */
export class LedgerAway extends Error {
  override name = 'LedgerAway';
}

/**
 * The ledger does not extend the known one: blocks are missing or replaced, or derived data were changed. The message
 * states the fault, in plain public words. Nothing is recorded until it is corrected, or declared as restored;
 * meanwhile events wait, as for a ledger that is away.
 */
export class LedgerAltered extends LedgerAway {
  override name = 'LedgerAltered';
  readonly said: Message;

  constructor(said: Message) {
    super(said.text);
    this.said = said;
  }
}

/** What a read of the ledger answers; null while the ledger cannot be reached, where the rest is shown all the same. */
export async function nullWhileAway<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof LedgerAway) return null;
    throw error;
  }
}

/**
 * The ledger, as this trade needs it. Drivers: `embedded/` and `fabric/`; both pass `tests/adapters/ledger.test.ts`.
 * Every method but `health` throws LedgerAway when the ledger cannot be reached.
 */
export interface Ledger {
  /**
   * Records a batch of events, in order per lot, each at most once: an event id that is already recorded with the same
   * content answers its first place; with other content it is refused (EVENT_DIFFERS). A refused event does not keep
   * the others from being recorded, except later ones of the same lot, which are then refused too (OUT_OF_ORDER or CHAIN_BROKEN).
   * Events of one transfer are recorded in one transaction or not at all: they come in one call, and between the first and the last of
   * them no other event of their chains.
   */
  record(events: readonly LedgerEvent[]): Promise<RecordOutcome[]>;
  /** The chain of one lot, oldest first; empty when the ledger does not know it. */
  readLot(lotKey: string): Promise<LotChain>;
  /** The chains of many lots by key, as `readLot` gives them, in a number of reads that does not grow with the lots. */
  readLots(lotKeys: readonly string[]): Promise<Map<string, LotChain>>;
  /**
   * The proof file of one lot, without disclosed values (`withDisclosures` of `domain/proof/proofFile.ts` adds them).
   * Null when the ledger does not know the lot, or can no longer show all of it.
   * @param options.whole with whole blocks, where only all transactions together show the place of one; else as short as it can be
   */
  proveLot(lotKey: string, options?: { whole?: boolean }): Promise<ProofFile | null>;
  /**
   * The ledger's signed head, now or as of so many blocks; null when there are not so many
   * (docs/spec/ledger-and-verification.md, 'Tree heads').
   * @throws LedgerAltered when the ledger is not the one that was known before
   */
  head(blocks?: number): Promise<SignedHead | null>;
  /**
   * That the head of `to` blocks extends the one of `from` blocks; null unless 1 <= from <= to and there are so many.
   * @throws LedgerAltered as `head`
   */
  consistency(from: number, to: number): Promise<ConsistencyProof | null>;
  /**
   * Signs a head that the server of another organisation signed, where it is one of the ledger as this server has it from its own peer.
   * @throws LedgerAltered as `head`
   */
  countersign(head: SignedHead): Promise<Countersigned>;
  /** Every valid declaration that the ledger was restored, newest first. */
  restorations(): Promise<Restoration[]>;
  /** The last head of the ledger that this one took the place of, as its block 0 carries it; null: it began by itself. */
  closedHead(): Promise<SignedHead | null>;
  /**
   * What the key of this server's register chain is made of, hex: the same in all processes of an operator, and another one for each operator
   * that records on the ledger. A ledger that took the place of another carries its register on.
   */
  registerSeed(): Promise<string>;
  /** How many blocks were made before an instant; at least 1. */
  blocksBefore(instant: Date): Promise<number>;
  /** Never throws: a ledger that cannot be reached is `down`. */
  health(): Promise<LedgerHealth>;
  /** The organisations of the channel with the roots that this server trusts. */
  organisations(): Promise<LedgerOrganisation[]>;
  /** Who orders blocks without holding the ledger, and signs their headers; null where the organisations do so themselves. */
  ordering(): Promise<LedgerOrganisation | null>;
  /** MSP id of the organisation that this server writes for. */
  readonly mspId: string;
  close(): Promise<void>;
}

/** How a driver is best written to. */
export interface Batches {
  /** events of one call of `record`, where more wait */
  readonly batchEvents: number;
}

/** What the ledger's driver knows without reading chains. */
export interface NewestEvents {
  /** `seq` of the newest event of each chain by key, 0 without one. @throws LedgerAway */
  newestOf(lotKeys: readonly string[]): Promise<Map<string, number>>;
}

/** Which blocks are checked: all from a number on, and of those before, the pages of some shares. */
export interface BlockPart {
  since: number;
  shares: readonly number[];
  /** into how many shares the pages of blocks are divided */
  of: number;
  /** single blocks besides */
  also: readonly number[];
}

/** What became of the check of some blocks. */
export interface CheckedBlocks {
  /** all blocks of the part before this number are checked */
  next: number;
  /** how many blocks these are */
  checked: number;
  findings: Finding[];
}

/** The ledger's own part of an integrity run, which its driver knows how to make. */
export interface WholeLedger {
  /** cheap checks of all blocks: the tree over them, the known head, and rows that belong to no block */
  checkHeads(): Promise<Finding[]>;
  /** Checks blocks with their transactions and contents, some at a time, from a number on. */
  checkBlocks(part: BlockPart, from: number): AsyncGenerator<CheckedBlocks>;
  /** keys of the chains on the ledger after one, in order, before another one */
  chainKeys(after: string, limit: number, before?: string | null): Promise<string[]>;
  /** keys of the chains with events in blocks from a number on, after one, in order */
  keysSince(block: number, after: string, limit: number): Promise<string[]>;
  /** data derived from the events of these chains, without signatures */
  checkChains(lotKeys: readonly string[]): Promise<Finding[]>;
}

/** A driver, with its own additional functions. */
export type OwnLedger = Ledger & Batches & NewestEvents & WholeLedger;
