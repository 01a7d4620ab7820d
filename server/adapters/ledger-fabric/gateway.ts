import { createPrivateKey, sign, X509Certificate, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Client, credentials, type CallOptions } from '@grpc/grpc-js';
import {
  connect,
  EndorseError,
  GatewayError,
  hash,
  type Contract,
  type Gateway,
  type Network,
  type Transaction,
} from '@hyperledger/fabric-gateway';
import { ConfigError, type FabricConfig } from '../../platform/config.ts';
import { fingerprint, readMember, type Signer } from '../../domain/proof/certificate.ts';
import type { ChannelMembers } from '../../domain/proof/fabric/members.ts';
import { signatureToDer } from '../../domain/proof/der.ts';
import { LedgerAway } from '../../domain/ledger/ledger.ts';
import type { SigningKey } from '../../platform/checkpoints/signingKey.ts';
import { holdsCertificate, type MembersRead } from './membersFile.ts';

/** How long a call of each kind may take, in ms. The largest transfer is judged for some seconds, longer on busy peers. */
const WITHIN_MS = { evaluate: 5_000, endorse: 30_000, submit: 5_000, commitStatus: 60_000, health: 1_000 } as const;
/** Of the largest transfer: each of 100 outputs names 1,000 inputs, 15 MB; the chaincode takes as much. */
const LONGEST_MESSAGE = 64 * 1024 * 1024;

/** A call as the organisations endorsed it. */
export type EndorsedCall = Pick<Transaction, 'getBytes' | 'getResult' | 'getTransactionId'>;

/** What the chaincode refused, by its code. */
export class ChaincodeRefusal extends Error {
  override name = 'ChaincodeRefusal';
  readonly code: string;
  readonly text: string;

  constructor(code: string, text: string) {
    super(`${code}: ${text}`);
    this.code = code;
    this.text = text;
  }
}

/** The organizations' endorsements differ: the peer of one is a block behind for a moment, and read an older state. */
export class PeersApart extends LedgerAway {
  override name = 'PeersApart';
}

/** One peer of our organisation with a connection of its own, which all calls share. */
interface OpenPeer {
  address: string;
  client: Client;
  gateway: Gateway;
  network: Network;
  contract: Contract;
}

/**
 * Our organisation's way onto the channel: calls go to one of its peers, and to the next one while that cannot be reached.
 * Every call gets a deadline of its own.
 */
export class FabricGateway {
  readonly mspId: string;
  readonly channel: string;
  /** our identity on the channel, with its signing key */
  readonly signer: Signer;
  readonly key: SigningKey;
  readonly #peers: readonly OpenPeer[];
  /** of the other organisations: only whether they can be reached is asked of them */
  readonly #others: readonly { mspId: string; client: Client }[];
  /** the peer that answered last */
  #current = 0;

  private constructor(parts: {
    channel: string;
    signer: Signer;
    key: SigningKey;
    peers: readonly OpenPeer[];
    others: readonly { mspId: string; client: Client }[];
  }) {
    this.mspId = parts.signer.mspId;
    this.channel = parts.channel;
    this.signer = parts.signer;
    this.key = parts.key;
    this.#peers = parts.peers;
    this.#others = parts.others;
  }

  /**
   * Reads certificate and key and opens the connections; nothing is called yet.
   * @param read who holds the channel's ledger; calls go to our own organisation's peers
   * @throws ConfigError when a file cannot be read or is of another channel, certificate and key do not fit, or our organisation's root did not
   *   sign the certificate
   */
  static async open(config: FabricConfig, { channel, members, peers }: MembersRead): Promise<FabricGateway> {
    if (channel !== config.channel) {
      const said = `FABRIC_ORGANISATIONS (${config.organisations}) is of the channel ${channel}, FABRIC_CHANNEL names ${config.channel}.`;
      throw new ConfigError(said);
    }
    const certificate = await pem('FABRIC_CERTIFICATE', config.certificate);
    const key = await readKey(config.key, certificate, config.certificate);
    const signer = await signerOf(config, members, certificate);
    const tlsRoots = await pem('FABRIC_TLS_ROOTS', config.tlsRoots);
    if (!holdsCertificate(tlsRoots)) {
      throw new ConfigError(
        `FABRIC_TLS_ROOTS takes the path of a PEM file with certificates; ${config.tlsRoots} has none.`,
      );
    }
    const more = peers.filter(({ mspId, address }) => mspId === config.mspId && address !== config.peer);
    const own = [{ address: config.peer, tlsRoot: tlsRoots.toString('utf8') }, ...more];
    const open = own.map(({ address, tlsRoot }): OpenPeer => {
      const client = openClient(address, tlsRoot);
      const gateway = connect({
        client,
        identity: { mspId: config.mspId, credentials: certificate },
        // The message itself is signed, by OpenSSL: the package's own signer is script, and takes ten times as long.
        hash: hash.none,
        signer: async (message) => signatureToDer(sign('sha256', message, { key, dsaEncoding: 'ieee-p1363' })),
        evaluateOptions: within(WITHIN_MS.evaluate),
        endorseOptions: within(WITHIN_MS.endorse),
        submitOptions: within(WITHIN_MS.submit),
        commitStatusOptions: within(WITHIN_MS.commitStatus),
      });
      const network = gateway.getNetwork(config.channel);
      return { address, client, gateway, network, contract: network.getContract(config.chaincode) };
    });
    const others = peers
      .filter(({ mspId }) => mspId !== config.mspId)
      .map(({ mspId, address, tlsRoot }) => ({ mspId, client: openClient(address, tlsRoot) }));
    const signing = { mspId: config.mspId, certificate: signer.certificate, key };
    return new FabricGateway({ channel: config.channel, signer, key: signing, peers: open, others });
  }

  /** Asks the chaincode and records nothing. @throws ChaincodeRefusal, LedgerAway */
  async evaluate(name: string, args: readonly string[], transientData: Record<string, string> = {}): Promise<string> {
    const bytes = await this.#anyPeer(({ contract }) =>
      contract.evaluate(name, { arguments: [...args], transientData }),
    );
    return Buffer.from(bytes).toString('utf8');
  }

  /** Asks a peer's own chaincode for blocks and transactions. @throws ChaincodeRefusal, LedgerAway */
  async system(name: string, ...args: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await this.#anyPeer(({ network }) =>
      network.getContract('qscc').evaluateTransaction(name, this.channel, ...args),
    );
    return new Uint8Array(bytes);
  }

  /** Has a call endorsed by the organisations that it takes. @throws ChaincodeRefusal, PeersApart, LedgerAway */
  async endorse(name: string, args: readonly string[], transientData: Record<string, string>): Promise<EndorsedCall> {
    return this.#anyPeer(({ contract }) =>
      contract.newProposal(name, { arguments: [...args], transientData }).endorse(),
    );
  }

  /**
   * Hands an endorsed transaction to those who order, again as often as need be: the same bytes are recorded once.
   * @returns bytes by which its outcome is asked for
   * @throws LedgerAway; whether it was taken is then unknown
   */
  async submit(endorsed: Uint8Array): Promise<Uint8Array> {
    const commit = await this.#anyPeer(({ gateway }) => gateway.newTransaction(endorsed).submit());
    return commit.getBytes();
  }

  /** Waits for a transaction's outcome. @throws LedgerAway; the outcome is then unknown */
  async outcome(commit: Uint8Array): Promise<{ code: number; blockNumber: number }> {
    const { code, blockNumber } = await this.#anyPeer(({ gateway }) => gateway.newCommit(commit).getStatus());
    return { code, blockNumber: Number(blockNumber) };
  }

  /**
   * The channel's blocks from a number on, as they come (`common.Block`), until the signal or the peer ends it.
   * @throws LedgerAway
   */
  async *blocks(from: number, signal: AbortSignal): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const stream = await this.#anyPeer(({ network }) => network.getBlockEvents({ startBlock: BigInt(from) }));
    const close = (): void => stream.close();
    signal.addEventListener('abort', close, { once: true });
    try {
      if (signal.aborted) return;
      for await (const block of stream) yield new Uint8Array(block.serializeBinary());
    } catch (error) {
      if (!signal.aborted) throw new LedgerAway('The Fabric network cannot be reached', { cause: error });
    } finally {
      signal.removeEventListener('abort', close);
      stream.close();
    }
  }

  /**
   * Which organisations answer a call of the chaincode, as our peer reaches their peers; while ours is away, to which of the others there
   * is a connection.
   */
  async answering(mspIds: readonly string[]): Promise<ReadonlySet<string>> {
    const connected = async (mspId: string, client: Client) => ({ mspId, up: await isReady(client) });
    const [own, others] = await Promise.all([
      Promise.all(this.#peers.map(({ client }) => connected(this.mspId, client))),
      Promise.all(this.#others.map(({ mspId, client }) => connected(mspId, client))),
    ]);
    const answers = async (mspId: string): Promise<boolean> =>
      own.some(({ up }) => up) ? this.#answers(mspId) : others.some((other) => other.mspId === mspId && other.up);
    const found = await Promise.all(mspIds.map(async (mspId) => ((await answers(mspId)) ? [mspId] : [])));
    return new Set(found.flat());
  }

  close(): void {
    for (const { gateway, client } of this.#peers) {
      gateway.close();
      client.close();
    }
    for (const { client } of this.#others) client.close();
  }

  async #answers(mspId: string): Promise<boolean> {
    try {
      await this.#anyPeer(({ contract }) =>
        contract
          .newProposal('readHeads', { arguments: ['[]'], endorsingOrganizations: [mspId] })
          .evaluate(within(WITHIN_MS.health)()),
      );
      return true;
    } catch (error) {
      return error instanceof ChaincodeRefusal;
    }
  }

  /** Calls the peer that answered last, and the others in turn while one cannot be reached. */
  async #anyPeer<T>(call: (peer: OpenPeer) => Promise<T>): Promise<T> {
    let away: unknown;
    for (let i = 0; i < this.#peers.length; i += 1) {
      const at = (this.#current + i) % this.#peers.length;
      const peer = this.#peers[at];
      if (peer === undefined) break;
      try {
        const answer = await call(peer);
        this.#current = at;
        return answer;
      } catch (error) {
        const refusal = refusalOf(error, this.mspId);
        if (refusal !== null) throw refusal;
        away = error;
      }
    }
    const Away = arePeersApart(away) ? PeersApart : LedgerAway;
    throw new Away(awayText(away), { cause: away });
  }
}

function openClient(address: string, tlsRoot: string): Client {
  return new Client(address, credentials.createSsl(Buffer.from(tlsRoot)), {
    'grpc.max_receive_message_length': LONGEST_MESSAGE,
    'grpc.max_send_message_length': LONGEST_MESSAGE,
    'grpc.max_reconnect_backoff_ms': 2_000,
  });
}

/** @throws ConfigError unless our organisation's root signed the certificate */
async function signerOf(
  config: FabricConfig,
  { organisations }: ChannelMembers,
  certificatePem: Buffer,
): Promise<Signer> {
  const { mspId } = config;
  const authority = organisations.get(mspId);
  if (authority === undefined) throw new ConfigError(`FABRIC_MSP_ID: ${mspId} is not one of FABRIC_ORGANISATIONS.`);
  const certificate = new Uint8Array(new X509Certificate(certificatePem).raw);
  const member = await readMember(authority, certificate);
  if ('fault' in member)
    throw new ConfigError(`FABRIC_CERTIFICATE (${config.certificate}) cannot be used. ${member.fault}.`);
  const { key, notBefore, notAfter } = member;
  const { name, rootCertificate, rootFingerprint } = authority;
  const own = await fingerprint(certificate);
  return { mspId, name, rootCertificate, rootFingerprint, certificate, fingerprint: own, key, notBefore, notAfter };
}

function within(ms: number): () => CallOptions {
  return () => ({ deadline: Date.now() + ms });
}

function isReady(client: Client): Promise<boolean> {
  return new Promise((resolve) => {
    client.waitForReady(Date.now() + WITHIN_MS.health, (error) => resolve(error === undefined));
  });
}

/** A chaincode's refusal is in the details of the gateway's answer. */
const REFUSAL = /^chaincode response \d+, ([A-Z_]+): ([\s\S]*)$/;

/** A refusal by another organization's peer alone does not count: the own peer has judged otherwise. */
function refusalOf(error: unknown, ownMspId: string): ChaincodeRefusal | null {
  if (!(error instanceof GatewayError)) return null;
  for (const { message, mspId } of error.details) {
    if (error instanceof EndorseError && mspId !== ownMspId) continue;
    const [, code, text] = REFUSAL.exec(message) ?? [];
    if (code !== undefined && text !== undefined) return new ChaincodeRefusal(code, text);
  }
  return null;
}

/** What a gateway says when two peers simulated a call on different states. */
const APART = 'ProposalResponsePayloads do not match';

/** Refusals caused by the state of the channel, not by the call: a peer with one more block may answer otherwise. */
const OF_THE_CHANNEL = new Set(['NOT_BEGUN', 'ALREADY_BEGUN', 'SETTLED']);

/** Asked for an error that is no refusal of our own organisation's peer: that found otherwise. */
function arePeersApart(error: unknown): boolean {
  if (!(error instanceof GatewayError)) return false;
  return error.details.some(({ message }) => message === APART || OF_THE_CHANNEL.has(REFUSAL.exec(message)?.[1] ?? ''));
}

function awayText(error: unknown): string {
  return error instanceof EndorseError
    ? 'The organisations of the Fabric network did not endorse'
    : 'The Fabric network cannot be reached';
}

async function pem(variable: string, path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new ConfigError(`${variable} takes the path of a PEM file; ${path} cannot be read.`, { cause: error });
  }
}

async function readKey(path: string, certificate: Buffer, certificatePath: string): Promise<KeyObject> {
  const text = await pem('FABRIC_KEY', path);
  let key: KeyObject;
  try {
    key = createPrivateKey(text);
  } catch (error) {
    throw new ConfigError(`FABRIC_KEY takes the path of a PEM file with a private key; ${path} has none.`, {
      cause: error,
    });
  }
  try {
    const read = new X509Certificate(certificate);
    if (!read.checkPrivateKey(key)) throw new ConfigError('FABRIC_KEY is not the key of FABRIC_CERTIFICATE.');
    if (new Date(read.validTo) < new Date()) {
      throw new ConfigError(
        `FABRIC_CERTIFICATE (${certificatePath}) ran out on ${new Date(read.validTo).toISOString()}.`,
      );
    }
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(
      `FABRIC_CERTIFICATE takes the path of a PEM file with a certificate; ${certificatePath} has none.`,
      {
        cause: error,
      },
    );
  }
  return key;
}
