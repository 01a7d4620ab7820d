import { createHash } from 'node:crypto';
import { CONTRACT_NAME, recordedEvents, type RecordedEvents } from '../../server/domain/ledger/channelForms.ts';
import type { CheckedFabricTransaction } from '../../server/adapters/ledger-fabric/checkedTransactions.ts';
import { ChaincodeRefusal, type EndorsedCall } from '../../server/adapters/ledger-fabric/gateway.ts';
import { LotChains } from '../../server/adapters/ledger-fabric/lotChains.ts';
import { Recording, type RecordingGateway } from '../../server/adapters/ledger-fabric/recording.ts';
import type { Submission, Submissions } from '../../server/adapters/ledger-fabric/submissions.ts';
import type { LedgerEvent } from '../../server/domain/ledger/ledger.ts';
import { ChannelPeer, type Simulated } from './channelPeer.ts';

/** `peer.TxValidationCode`: what a transaction read has changed meanwhile. */
const MVCC_READ_CONFLICT = 11;
const NO_BYTES = new Uint8Array();
const CREATOR = { mspId: 'ManamCoopMSP', certificate: NO_BYTES };

/** How far a driver has come with a transaction when it is killed. */
export const DRIVER_STEPS = [
  'endorsing',
  'endorsed',
  'stored',
  'handed over',
  'stored as handed over',
  'outcome known',
] as const;
export type DriverStep = (typeof DRIVER_STEPS)[number];

/** What waits for a killed process. */
const never = (): Promise<never> => new Promise(() => undefined);

type StoredSubmissions = Pick<Submissions, 'done' | 'endorsed' | 'handedOver' | 'withEvents'>;

/** Transactions under way, as the database keeps them for every process. */
export class FakeSubmissions implements StoredSubmissions {
  readonly #stored = new Map<string, Submission>();

  get count(): number {
    return this.#stored.size;
  }

  async withEvents(eventIds: readonly string[]): Promise<Submission[]> {
    return [...this.#stored.values()].filter((one) => one.eventIds.some((id) => eventIds.includes(id)));
  }

  async endorsed(one: Omit<Submission, 'commit'>): Promise<void> {
    this.#stored.set(one.txId, { ...one, commit: null });
  }

  async handedOver(txId: string, commit: Uint8Array): Promise<void> {
    const stored = this.#stored.get(txId);
    if (stored !== undefined) this.#stored.set(txId, { ...stored, commit });
  }

  async done(txId: string): Promise<void> {
    this.#stored.delete(txId);
  }
}

/**
 * A channel in memory: one peer with the chaincode, each submitted transaction in a block of its own, no signatures.
 * Beside it the parts of the driver that record and read.
 */
export class FakeChannel implements RecordingGateway {
  readonly peer = new ChannelPeer();
  /** the events of each recorded transaction by content hash, in the order of blocks */
  readonly blocks: string[][] = [];
  /** called before each transaction is committed */
  beforeCommit: () => Promise<void> = async () => undefined;
  /** calls of `record` that were endorsed or refused */
  calls = 0;
  readonly #endorsed = new Map<string, Simulated>();
  readonly #outcomes = new Map<string, { code: number; blockNumber: number }>();
  readonly #found = new Map<string, CheckedFabricTransaction>();

  readonly recording = this.server();

  readonly chains = new LotChains(
    this,
    { find: async (txId) => this.#found.get(txId) ?? null },
    { organisations: new Map() },
  );

  /**
   * The recording of another server on the channel.
   * @param submissions of the database that several processes share; one of its own by default
   */
  server(submissions = new FakeSubmissions()): Recording {
    return new Recording(this, submissions, { find: async (txId) => this.#found.get(txId) ?? null });
  }

  /** Records events in a process that is killed when a transaction has come so far. Ends when it is dead. */
  async killedServer(step: DriverStep, submissions: FakeSubmissions, events: readonly LedgerEvent[]): Promise<void> {
    const { promise: killed, resolve: kill } = Promise.withResolvers<void>();
    const at = (reached: DriverStep): Promise<void> => {
      if (reached !== step) return Promise.resolve();
      kill();
      return never();
    };
    const gateway: RecordingGateway = {
      endorse: async (...call) => {
        await at('endorsing');
        return this.endorse(...call);
      },
      evaluate: (...call) => this.evaluate(...call),
      submit: async (endorsed) => {
        await at('stored');
        return this.submit(endorsed);
      },
      outcome: async (commit) => {
        await at('stored as handed over');
        return this.outcome(commit);
      },
    };
    const stored: StoredSubmissions = {
      withEvents: (eventIds) => submissions.withEvents(eventIds),
      endorsed: async (one) => {
        await at('endorsed');
        await submissions.endorsed(one);
      },
      handedOver: async (txId, commit) => {
        await at('handed over');
        await submissions.handedOver(txId, commit);
      },
      done: async (txId) => {
        await at('outcome known');
        await submissions.done(txId);
      },
    };
    const recording = new Recording(gateway, stored, { find: async (txId) => this.#found.get(txId) ?? null });
    await Promise.race([killed, recording.record(events).then(() => Promise.reject(new Error('It was not killed')))]);
  }

  async begin(): Promise<void> {
    await this.recording.begin(null);
  }

  async endorse(name: string, args: readonly string[], transient: Record<string, string>): Promise<EndorsedCall> {
    if (name === 'record') this.calls += 1;
    const simulated = await this.#simulate(name, args, transient);
    this.#endorsed.set(simulated.txId, simulated);
    return {
      getBytes: () => Buffer.from(simulated.txId),
      getResult: () => Buffer.from(simulated.payload),
      getTransactionId: () => simulated.txId,
    };
  }

  async evaluate(name: string, args: readonly string[], transient: Record<string, string> = {}): Promise<string> {
    return (await this.#simulate(name, args, transient)).payload;
  }

  async submit(endorsed: Uint8Array): Promise<Uint8Array> {
    const txId = Buffer.from(endorsed).toString();
    const simulated = this.#endorsed.get(txId);
    if (simulated === undefined) throw new Error('A transaction that was not endorsed');
    if (this.#outcomes.has(txId)) return endorsed;
    await this.beforeCommit();
    const valid = this.peer.commit(simulated);
    this.#outcomes.set(txId, { code: valid ? 0 : MVCC_READ_CONFLICT, blockNumber: this.#outcomes.size });
    const { data: recorded } = recordedEvents.safeParse(JSON.parse(simulated.payload));
    if (valid && recorded !== undefined) {
      this.blocks.push(recorded.events.map(({ contentHash }) => contentHash));
      this.#found.set(txId, foundTransaction(simulated, recorded, this.#outcomes.size - 1));
    }
    return endorsed;
  }

  async outcome(commit: Uint8Array): Promise<{ code: number; blockNumber: number }> {
    const outcome = this.#outcomes.get(Buffer.from(commit).toString());
    if (outcome === undefined) throw new Error('A transaction that was not handed over');
    return outcome;
  }

  async #simulate(name: string, args: readonly string[], transient: Record<string, string>): Promise<Simulated> {
    const simulated = await this.peer.simulate(name, { args: [...args], transient });
    if (simulated.status === 200) return simulated;
    const [, code, text] = /^([A-Z_]+): ([\s\S]*)$/.exec(simulated.message) ?? [];
    if (code === undefined || text === undefined) throw new Error(simulated.message);
    throw new ChaincodeRefusal(code, text);
  }
}

function foundTransaction(
  { txId, payload }: Simulated,
  recorded: RecordedEvents,
  blockNumber: number,
): CheckedFabricTransaction {
  const header = { number: blockNumber, previousHash: '', dataHash: createHash('sha256').update(txId).digest('hex') };
  return {
    transaction: {
      txId,
      channel: 'manam',
      at: new Date(recorded.at),
      creator: CREATOR,
      signature: NO_BYTES,
      signed: NO_BYTES,
      chaincode: { name: CONTRACT_NAME, version: recorded.contract },
      answer: new Uint8Array(Buffer.from(payload)),
      endorsements: [],
    },
    envelope: NO_BYTES,
    block: { header, signatures: [], signatureMetadata: NO_BYTES, envelopes: [], codes: [] },
    recorded,
    endorsed: true,
    blockValid: true,
  };
}
