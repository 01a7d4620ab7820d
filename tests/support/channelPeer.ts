import 'reflect-metadata';
import { createHash, randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { X509CertificateGenerator } from '@peculiar/x509';
import shim from 'fabric-shim';
import { makeChaincode } from '../../server/adapters/ledger-fabric/chaincode/chaincode.ts';

/* A peer in memory: it calls the chaincode through the shim's own stub, and keeps state as Fabric does. */

/** The messages that the shim reads, in its own copy of them. */
interface Messages {
  common: Record<'Header' | 'ChannelHeader' | 'SignatureHeader', new () => Message>;
  msp: Record<'SerializedIdentity', new () => Message>;
  peer: Record<'ChaincodeInput' | 'ChaincodeProposalPayload' | 'Proposal' | 'SignedProposal', new () => Message>;
}
interface Message {
  serializeBinary(): Uint8Array;
  [setter: `set${string}`]: (value: unknown) => void;
  getTransientmapMap(): { set(key: string, value: Uint8Array): void };
}
const requireOfShim = createRequire(createRequire(import.meta.url).resolve('fabric-shim'));
const { common, msp, peer }: Messages = requireOfShim('@hyperledger/fabric-protos');
const { Timestamp }: { Timestamp: new () => Message } = requireOfShim(
  'google-protobuf/google/protobuf/timestamp_pb.js',
);
const Stub: new (...given: unknown[]) => Parameters<ReturnType<typeof makeChaincode>['Invoke']>[0] =
  Object(shim)['ChaincodeStub'];

/** The organisations' clients, as a proposal names them. */
const creators = {
  ManamCoopMSP: await identity('ManamCoopMSP'),
  ManamAssuranceMSP: await identity('ManamAssuranceMSP'),
};

/** A place in the state: of a collection, or '' for the public state. */
type StateKey = `${string}\n${string}`;

/** A call as the peer simulated it: its answer, and what it read and would write. */
export interface Simulated {
  status: number;
  message: string;
  payload: string;
  txId: string;
  reads: Map<StateKey, number>;
  writes: Map<StateKey, Buffer>;
}

export interface Call {
  args?: string[];
  transient?: Record<string, string>;
  at?: Date;
  txId?: string;
  /** whose client calls; the first organisation's unless told */
  by?: keyof typeof creators;
}

/** A peer with its state, and the chaincode beside it. */
export class ChannelPeer {
  readonly #chaincode = makeChaincode();
  readonly #state = new Map<StateKey, { value: Buffer; version: number }>();
  #version = 0;

  /** Simulates a call. As on a peer, it does not see its own writes. */
  async simulate(
    name: string,
    { args = [], transient = {}, at = new Date(), txId, by = 'ManamCoopMSP' }: Call = {},
  ): Promise<Simulated> {
    const nonce = randomBytes(24);
    const id = txId ?? createHash('sha256').update(nonce).digest('hex');
    const reads = new Map<StateKey, number>();
    const writes = new Map<StateKey, Buffer>();
    const handler = {
      handleGetState: async (collection: string, key: string): Promise<Buffer> => {
        const held = this.#state.get(`${collection}\n${key}`);
        reads.set(`${collection}\n${key}`, held?.version ?? 0);
        return held?.value ?? Buffer.alloc(0);
      },
      handlePutState: async (collection: string, key: string, value: Uint8Array): Promise<Buffer> => {
        writes.set(`${collection}\n${key}`, Buffer.from(value));
        return Buffer.alloc(0);
      },
    };
    const input = made(peer.ChaincodeInput, { ArgsList: [name, ...args].map((arg) => Buffer.from(arg)) });
    const stub = new Stub(handler, 'manam', id, input, proposal(nonce, at, transient, creators[by]));
    const { status, message = '', payload } = await this.#chaincode.Invoke(stub);
    return { status, message, payload: Buffer.from(payload ?? '').toString(), txId: id, reads, writes };
  }

  /** Commits what was simulated; false when something that it read has changed meanwhile (MVCC). */
  commit({ reads, writes }: Simulated): boolean {
    for (const [place, version] of reads) if ((this.#state.get(place)?.version ?? 0) !== version) return false;
    this.#version += 1;
    for (const [place, value] of writes) this.#state.set(place, { value, version: this.#version });
    return true;
  }

  /** Simulates and commits. @throws Error with the chaincode's message when it refuses */
  async submit(name: string, call?: Call): Promise<Simulated> {
    const simulated = await this.simulate(name, call);
    if (simulated.status !== 200) throw new Error(simulated.message);
    if (!this.commit(simulated)) throw new Error('MVCC_READ_CONFLICT');
    return simulated;
  }

  /** The JSON that an evaluated call answers. @throws Error as `submit` */
  async evaluate(name: string, call?: Call): Promise<unknown> {
    const { status, message, payload, writes } = await this.simulate(name, call);
    if (status !== 200) throw new Error(message);
    if (writes.size > 0) throw new Error(`${name} writes`);
    return JSON.parse(payload);
  }
}

/** What a block carries of a simulated call in the clear: its answer and its public writes. */
export function inTheBlock({ payload, writes }: Simulated): string {
  const open = [...writes].filter(([place]) => place.startsWith('\n'));
  return [payload, ...open.flatMap(([place, value]) => [place, value.toString()])].join('\n');
}

function made(form: new () => Message, fields: Record<string, unknown>): Message {
  const message = new form();
  for (const [field, value] of Object.entries(fields)) message[`set${field}`]?.(value);
  return message;
}

function proposal(nonce: Buffer, at: Date, transient: Record<string, string>, creator: Uint8Array): Message {
  const ms = at.getTime();
  const timestamp = made(Timestamp, { Seconds: Math.floor(ms / 1_000), Nanos: (ms % 1_000) * 1_000_000 });
  const channelHeader = made(common.ChannelHeader, { Timestamp: timestamp, ChannelId: 'manam' });
  const signatureHeader = made(common.SignatureHeader, { Nonce: nonce, Creator: creator });
  const header = made(common.Header, {
    ChannelHeader: channelHeader.serializeBinary(),
    SignatureHeader: signatureHeader.serializeBinary(),
  });
  const payload = made(peer.ChaincodeProposalPayload, { Input: Buffer.from('input') });
  for (const [field, value] of Object.entries(transient)) payload.getTransientmapMap().set(field, Buffer.from(value));
  const whole = made(peer.Proposal, { Header: header.serializeBinary(), Payload: payload.serializeBinary() });
  return made(peer.SignedProposal, { ProposalBytes: whole.serializeBinary() });
}

async function identity(mspId: string): Promise<Uint8Array> {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=client',
    keys,
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
  });
  const fields = { Mspid: mspId, IdBytes: Buffer.from(certificate.toString('pem')) };
  return made(msp.SerializedIdentity, fields).serializeBinary();
}
