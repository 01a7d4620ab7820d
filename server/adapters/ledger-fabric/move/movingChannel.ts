import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { FabricConfig } from '../../../platform/config.ts';
import { CALL_LIMITS, eventRecords, type EventRecord } from '../../../domain/ledger/channelForms.ts';
import { FabricSignatures, type ChannelMembers } from '../../../domain/proof/fabric/members.ts';
import { parseProtobuf } from '../../../domain/proof/fabric/protobuf.ts';
import type { SignedHead } from '../../../domain/proof/head.ts';
import { LedgerAway, type CarriedEvent, type LotChain, type RecordOutcome } from '../../../domain/ledger/ledger.ts';
import { beginning, type Beginning } from '../beginning.ts';
import { BlockFollower } from '../blockFollower.ts';
import { CheckedTransactions } from '../checkedTransactions.ts';
import { ChaincodeRefusal, FabricGateway } from '../gateway.ts';
import { LotChains } from '../lotChains.ts';
import { readMembersFile } from '../membersFile.ts';
import { Recording } from '../recording.ts';
import { Submissions } from '../submissions.ts';

/** Between two looks whether the peer's blocks have come. */
const LOOK_MS = 100;
/** A block that has not come after so long does not come. */
const NO_BLOCK_MS = 60_000;

/** A channel that takes the place of another ledger. */
export class MovingChannel {
  readonly #pool: Pool;
  readonly #gateway: FabricGateway;
  readonly #chains: LotChains;
  readonly #recording: Recording;
  readonly #follower: BlockFollower;

  private constructor(pool: Pool, gateway: FabricGateway, chaincode: string, members: ChannelMembers) {
    const signatures = new FabricSignatures(members);
    const transactions = new CheckedTransactions(gateway, signatures, chaincode);
    this.#pool = pool;
    this.#gateway = gateway;
    this.#chains = new LotChains(gateway, transactions, members);
    this.#recording = new Recording(gateway, new Submissions(pool), transactions);
    this.#follower = new BlockFollower({ pool, gateway, signatures, transactions, onBlock: async () => undefined });
  }

  /**
   * @param pool of the database that the program will run on
   * @throws ConfigError when a file cannot be used
   */
  static async open(pool: Pool, config: FabricConfig): Promise<MovingChannel> {
    const read = await readMembersFile(config.organisations);
    return new MovingChannel(pool, await FabricGateway.open(config, read), config.chaincode, read.members);
  }

  /** How the channel began; null: it has not. @throws LedgerAway */
  async beginning(): Promise<Beginning | null> {
    try {
      return beginning.parse(JSON.parse(await this.#gateway.evaluate('readBeginning', [])));
    } catch (error) {
      if (error instanceof ChaincodeRefusal && error.code === 'NOT_BEGUN') return null;
      throw error;
    }
  }

  /** Begins the channel in the place of the ledger with this last head, unless it has begun. @throws LedgerAway */
  async begin(closes: SignedHead): Promise<void> {
    await this.#recording.begin(closes);
  }

  /** As `Ledger.record`. @throws LedgerAway */
  async record(events: readonly CarriedEvent[]): Promise<RecordOutcome[]> {
    return this.#recording.record(events);
  }

  /** From here on the channel takes nothing more with a former place. @throws LedgerAway */
  async settle(): Promise<void> {
    await this.#recording.settle();
  }

  /** What our peer's collection says of events, in their order; null for one that is not recorded. @throws LedgerAway */
  async records(eventIds: readonly string[]): Promise<(EventRecord | null)[]> {
    const records: (EventRecord | null)[] = [];
    for (let from = 0; from < eventIds.length; from += CALL_LIMITS.events) {
      const some = eventIds.slice(from, from + CALL_LIMITS.events);
      const answer = await this.#gateway.evaluate('readEvents', [JSON.stringify(some)]);
      records.push(...eventRecords.parse(JSON.parse(answer)));
    }
    return records;
  }

  /** Chains as `Ledger.readLots` gives them, each with the hash that the next event must name. @throws LedgerAway */
  async readLots(lotKeys: readonly string[]): Promise<Map<string, LotChain & { headHash: string | null }>> {
    const [chains, kept] = await Promise.all([this.#chains.read(lotKeys), this.#chains.kept(lotKeys)]);
    return new Map([...chains].map(([key, chain]) => [key, { ...chain, headHash: kept.get(key)?.headHash ?? null }]));
  }

  /**
   * Follows the channel's blocks into our tables up to the newest one of our peer.
   * @throws LedgerAltered when they are not those that were known before, LedgerAway
   */
  async follow(): Promise<void> {
    await this.#follower.compare();
    const height = parseProtobuf(await this.#gateway.system('GetChainInfo')).whole(1);
    this.#follower.start();
    try {
      let [known, at] = [-1, performance.now()];
      for (;;) {
        if (this.#follower.fault !== null) throw this.#follower.fault;
        const { rows } = await this.#pool.query<{ blocks: number }>('select count(*)::int as blocks from fabric_block');
        const blocks = rows[0]?.blocks ?? 0;
        if (blocks >= height) return;
        if (blocks > known) [known, at] = [blocks, performance.now()];
        if (performance.now() - at > NO_BLOCK_MS) throw new LedgerAway('The blocks of the Fabric network do not come');
        await pause(LOOK_MS);
      }
    } finally {
      await this.#follower.stop();
    }
  }

  close(): void {
    this.#gateway.close();
  }
}
