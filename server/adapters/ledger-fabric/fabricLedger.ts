import type { Pool } from 'pg';
import { z } from 'zod';
import type { FabricConfig } from '../../platform/config.ts';
import { CALL_LIMITS } from '../../domain/ledger/channelForms.ts';
import { FabricSignatures } from '../../domain/proof/fabric/members.ts';
import { parseProtobuf } from '../../domain/proof/fabric/protobuf.ts';
import type { Authority } from '../../domain/proof/certificate.ts';
import { canEndAs } from '../../domain/proof/consistency.ts';
import type { ConsistencyProof, Restoration, SignedHead } from '../../domain/proof/head.ts';
import { headMessage, headSignatureFaults, signedAlike } from '../../domain/proof/headSignatures.ts';
import { toHex, utf8 } from '../../domain/proof/hashing.ts';
import type { ProofFile } from '../../domain/proof/proofFile.ts';
import { LEDGER } from '../../domain/messages/healthMessages.ts';
import type { Message } from '../../domain/messages/message.ts';
import type { Finding } from '../../domain/ledger/finding.ts';
import { LedgerHeadKeeper, type HeadOptions } from '../../platform/checkpoints/heads.ts';
import { nativeSha256 } from '../../platform/checkpoints/nativeSha256.ts';
import { checkTree } from '../../platform/checkpoints/treeCheck.ts';
import {
  LedgerAltered,
  LedgerAway,
  type CheckedBlocks,
  type Countersigned,
  type Ledger,
  type LedgerEvent,
  type LedgerHealth,
  type LedgerOrganisation,
  type LotChain,
  type RecordOutcome,
} from '../../domain/ledger/ledger.ts';
import { beginning, type Beginning } from './beginning.ts';
import { BlockFollower, type FollowerLog } from './blockFollower.ts';
import { CheckedTransactions } from './checkedTransactions.ts';
import { Countersigners } from './countersigners.ts';
import { ChaincodeRefusal, FabricGateway } from './gateway.ts';
import { fabricHeadSigning } from './headSigning.ts';
import { fabricHeadSource, FABRIC_HEAD_TABLES } from './headSource.ts';
import { LotChains } from './lotChains.ts';
import { readMembersFile, type MembersRead } from './membersFile.ts';
import { Recording } from './recording.ts';
import { Submissions } from './submissions.ts';
import { signHead } from '../../platform/checkpoints/signingKey.ts';
import { CONSIGNMENT_EVENTS } from '../../modules/consignments/consignmentViews.ts';
import { LOT_EVENTS, LOT_IDS } from '../../modules/lots/lotViews.ts';
import { REGISTER_EVENTS } from '../../modules/ledger/register/registerViews.ts';

/** For the first block of a channel that the database does not know yet. */
const FIRST_BLOCK_MS = 20_000;
/** Events that the database lacks are not named beyond so many. */
const MOST_STRANGERS = 100;

const newestSeqs = z.array(z.int().nonnegative());

interface FabricOptions {
  pool: Pool;
  config: FabricConfig;
  heads: HeadOptions;
  log?: FollowerLog;
}

/**
 * The ledger on a Fabric network of several organizations: the chaincode of a majority of them judges each event, each
 * of these signs the record, and every organization's peer holds all events. This server reads blocks and transactions
 * from its own organization's peer, and checks their signatures.
 */
export class FabricLedger implements Ledger {
  readonly mspId: string;
  /**
   * three times the number of concurrent events: a call ends with waiting for the last block, during which no other
   * event is submitted
   */
  readonly batchEvents = 1_200;
  readonly #pool: Pool;
  readonly #gateway: FabricGateway;
  readonly #read: MembersRead;
  readonly #chains: LotChains;
  readonly #recording: Recording;
  readonly #follower: BlockFollower;
  readonly #countersigners: Countersigners;
  readonly #openHeads: () => Promise<LedgerHeadKeeper>;
  readonly #log: FollowerLog | null;
  #heads: Promise<LedgerHeadKeeper> | null = null;
  #began: Beginning | null = null;
  /**
   * another organization signed a head that contradicts the own peer's blocks; reported until a person has resolved it
   */
  #strangeHead: Message | null = null;

  private constructor({ pool, config, heads, log }: FabricOptions, gateway: FabricGateway, read: MembersRead) {
    this.mspId = gateway.mspId;
    this.#pool = pool;
    this.#gateway = gateway;
    this.#read = read;
    const signatures = new FabricSignatures(read.members);
    const transactions = new CheckedTransactions(gateway, signatures, config.chaincode);
    this.#chains = new LotChains(gateway, transactions, read.members);
    this.#recording = new Recording(gateway, new Submissions(pool), transactions);
    this.#follower = new BlockFollower({ pool, gateway, signatures, transactions, onBlock: () => this.#seen(), log });
    const source = fabricHeadSource(signatures, () => this.closedHead());
    const { organisations } = read.members;
    const others = read.servers.filter(({ mspId }) => mspId !== gateway.mspId);
    this.#log = log ?? null;
    this.#countersigners = new Countersigners(others, organisations, this.#log);
    const signing = fabricHeadSigning(gateway.key, organisations, this.#countersigners);
    this.#openHeads = async () => LedgerHeadKeeper.open({ pool, source, signing }, heads);
  }

  /**
   * Reads the configuration and begins to follow the channel. The network may be away, unless the database knows no
   * block of it.
   * @param options.pool of a migrated database; it stays the caller's
   * @throws ConfigError when a file cannot be used; LedgerAway when no first block comes
   */
  static async open(options: FabricOptions): Promise<FabricLedger> {
    const read = await readMembersFile(options.config.organisations);
    const ledger = new FabricLedger(options, await FabricGateway.open(options.config, read), read);
    ledger.#follower.start();
    try {
      await ledger.#follower.begun(FIRST_BLOCK_MS);
    } catch (error) {
      await ledger.close();
      throw error;
    }
    return ledger;
  }

  async record(events: readonly LedgerEvent[]): Promise<RecordOutcome[]> {
    return this.#recording.record(events);
  }

  async readLot(lotKey: string): Promise<LotChain> {
    const chain = (await this.readLots([lotKey])).get(lotKey);
    if (chain === undefined) throw new Error('The lot that was asked for is not in the answer');
    return chain;
  }

  async readLots(lotKeys: readonly string[]): Promise<Map<string, LotChain>> {
    return this.#chains.read(lotKeys);
  }

  async proveLot(lotKey: string, { whole = false } = {}): Promise<ProofFile | null> {
    return this.#chains.prove(lotKey, this.#read, whole);
  }

  async head(blocks?: number): Promise<SignedHead | null> {
    return (await this.#keeper()).head(blocks);
  }

  async consistency(from: number, to: number): Promise<ConsistencyProof | null> {
    return (await this.#keeper()).consistency(from, to);
  }

  async countersign(head: SignedHead): Promise<Countersigned> {
    const { organisations } = this.#read.members;
    const faults = await headSignatureFaults(head, organisations);
    if (faults.some(({ kind }) => kind !== 'missing')) return { kind: 'unsigned' };
    if ((await this.#otherEnd()) !== null) return { kind: 'other-end' };
    const held = await (await this.#keeper()).hold(head);
    if (held === 'fits') return { kind: 'signed', signature: await signHead(this.#gateway.key, head) };
    if (held === 'differs') this.#tellStrange(head, organisations);
    return { kind: held };
  }

  /** None: a channel continues from the state of its organizations, whatever is restored on this server. */
  async restorations(): Promise<Restoration[]> {
    return [];
  }

  async closedHead(): Promise<SignedHead | null> {
    return (await this.#beginning())?.closes ?? null;
  }

  /** For an organization that moved its ledger here, the former one's; for any other, the channel and its name. */
  async registerSeed(): Promise<string> {
    const began = await this.#beginning();
    if (began?.by === this.mspId && began.closes !== null) return began.closes.ledgerId;
    const first = await (await this.#keeper()).consistency(1, 1);
    if (first === null) throw new Error('The channel has no first block');
    return toHex(nativeSha256(utf8(`${first.to.ledgerId} ${this.mspId}`)));
  }

  async blocksBefore(instant: Date): Promise<number> {
    // From the newest block downwards: few are younger than what is asked for.
    const { rows } = await this.#pool.query<{ blocks: number }>(
      `select (number + 1)::int as blocks from fabric_block b where followed_at < $1::timestamptz
       order by b.number desc limit 1`,
      [instant.toISOString()],
    );
    return rows[0]?.blocks ?? 1;
  }

  async health(): Promise<LedgerHealth> {
    this.#countersigners.askAgain();
    const answering = await this.#gateway.answering([...this.#read.members.organisations.keys()]);
    const names = [...this.#read.members.organisations.values()].map(({ name, mspId }) => ({
      name,
      mspId,
      status: answering.has(mspId) ? ('up' as const) : ('down' as const),
    }));
    try {
      const height = parseProtobuf(await this.#gateway.system('GetChainInfo')).whole(1);
      const away = names.find(({ status }) => status === 'down');
      const trouble =
        this.#follower.fault?.said ??
        this.#strangeHead ??
        (await this.#otherEnd()) ??
        (await this.#trouble()) ??
        this.#countersigners.trouble ??
        (away === undefined ? null : LEDGER.organisationAway({ organisation: away.name }));
      return { status: 'up', driver: 'fabric', height, peers: names, ...(trouble === null ? {} : { trouble }) };
    } catch (error) {
      const message = error instanceof LedgerAway ? error.message : 'The Fabric network cannot be reached';
      return { status: 'down', driver: 'fabric', height: null, peers: names, message };
    }
  }

  async organisations(): Promise<LedgerOrganisation[]> {
    return [...this.#read.members.organisations.values()].map(named);
  }

  async ordering(): Promise<LedgerOrganisation> {
    return named(this.#read.members.ordering);
  }

  /** `seq` of the newest event of each chain by key, 0 without one, from the own peer. @throws LedgerAway */
  async newestOf(lotKeys: readonly string[]): Promise<Map<string, number>> {
    const newest = new Map<string, number>();
    for (let from = 0; from < lotKeys.length; from += CALL_LIMITS.events) {
      const some = lotKeys.slice(from, from + CALL_LIMITS.events);
      const seqs = newestSeqs.parse(JSON.parse(await this.#gateway.evaluate('readHeads', [JSON.stringify(some)])));
      for (const [i, lotKey] of some.entries()) newest.set(lotKey, seqs[i] ?? 0);
    }
    return newest;
  }

  /**
   * None: blocks do not name the chains of events. Events missing in the tables are found by their hashes
   * (`checkHeads`).
   */
  async chainKeys(): Promise<string[]> {
    return [];
  }

  /** The peer checks blocks as it receives them; `checkHeads` checks the stored facts about them. */
  async *checkBlocks(): AsyncGenerator<CheckedBlocks> {}

  /** The contract keeps these on the channel. */
  async checkChains(): Promise<Finding[]> {
    return [];
  }

  /** By the hashes of the contents that blocks record. */
  async keysSince(block: number, after: string, limit: number): Promise<string[]> {
    const { rows } = await this.#pool.query<{ key: string }>(
      `select distinct l.lot_key as key from fabric_event f
       join ${LOT_EVENTS} e on e.content_hash = f.content_hash join ${LOT_IDS} l on l.id = e.lot_id
       where f.block_number >= $1 and l.lot_key > $2 order by 1 limit $3`,
      [block, after, limit],
    );
    return rows.map(({ key }) => key);
  }

  /**
   * The stored headers and the tree over them, compared with one another and with the newest block of the own peer; and
   * events of the channel that the tables lack.
   */
  async checkHeads(): Promise<Finding[]> {
    try {
      await (await this.#keeper()).follow(this.#pool);
      await this.#follower.compare();
      const fault = await checkTree(this.#pool, FABRIC_HEAD_TABLES);
      return [...(fault === null ? [] : [{ table: 'fabric_block', row: 'head', fault }]), ...(await this.#strangers())];
    } catch (error) {
      if (error instanceof LedgerAltered) return [{ table: 'fabric_block', row: 'head', fault: error.message }];
      throw error;
    }
  }

  /** Stores the newest head; the pool is the caller's. */
  async close(): Promise<void> {
    await this.#follower.stop();
    await (await this.#heads)?.close();
    this.#gateway.close();
  }

  async #strangers(): Promise<Finding[]> {
    const { rows } = await this.#pool.query<{ hash: string }>(
      `select f.content_hash as hash from fabric_event f
       where not exists (select from ${LOT_EVENTS} e where e.content_hash = f.content_hash)
         and not exists (select from ${CONSIGNMENT_EVENTS} e where e.content_hash = f.content_hash)
         and not exists (select from ${REGISTER_EVENTS} e where e.content_hash = f.content_hash)
       order by 1 limit ${MOST_STRANGERS}`,
    );
    const fault = 'is recorded on the channel under this hash, and the database lacks it';
    return rows.map(({ hash }) => ({ table: 'lot_event', row: hash, fault }));
  }

  /** Null: the channel has not begun. */
  async #beginning(): Promise<Beginning | null> {
    try {
      this.#began ??= beginning.parse(JSON.parse(await this.#gateway.evaluate('readBeginning', [])));
      return this.#began;
    } catch (error) {
      if (error instanceof ChaincodeRefusal && error.code === 'NOT_BEGUN') return null;
      throw error;
    }
  }

  /**
   * The message that the replaced ledger did not end as this organization knew it; null: it did, or no head of it was
   * stored.
   */
  async #otherEnd(): Promise<Message | null> {
    const { former } = this.#read;
    const began = former && (await this.#beginning());
    if (former === null || began === null) return null;
    const { closes } = began;
    const fits = closes !== null && canEndAs(closes, former);
    const ended = fits && (await signedAlike(headMessage(closes), closes.signatures, former));
    return ended ? null : LEDGER.otherEnd({ blocks: former.blocks });
  }

  /** @throws LedgerAway before the first block has come */
  async #keeper(): Promise<LedgerHeadKeeper> {
    if (this.#heads === null) {
      const { rowCount } = await this.#pool.query('select 1 from fabric_block where number = 0');
      if (rowCount !== 1) throw new LedgerAway('No block of the Fabric network has come yet');
    }
    this.#heads ??= this.#openHeads().catch((error: unknown) => {
      this.#heads = null;
      throw error;
    });
    return this.#heads;
  }

  #tellStrange(head: SignedHead, organisations: ReadonlyMap<string, Authority>): void {
    const names = head.signatures.map(({ mspId }) => organisations.get(mspId)?.name ?? mspId);
    this.#strangeHead = LEDGER.strangeHead({ organisation: names.join(', '), blocks: head.blocks });
    // In full: its signatures prove who made it.
    this.#log?.error({ head }, this.#strangeHead.text);
  }

  /** A block has arrived: its head is stored. */
  async #seen(): Promise<void> {
    await (await this.#keeper()).follow(this.#pool).catch((error: unknown) => {
      if (!(error instanceof LedgerAltered)) throw error;
    });
  }

  async #trouble(): Promise<LedgerAltered['said'] | null> {
    return this.#heads === null ? null : (await this.#heads).trouble;
  }
}

function named({ name, mspId, rootFingerprint, rootCertificate }: Authority): LedgerOrganisation {
  return { name, mspId, rootFingerprint, rootCertificate: toHex(rootCertificate) };
}
