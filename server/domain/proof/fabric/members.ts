import { readMember, type Authority, type Member } from '../certificate.ts';
import { signatureFromDer } from '../der.ts';
import { toHex, type Bytes } from '../hashing.ts';
import type { TransactionFault } from '../transaction.ts';
import type { HeaderSignature } from './block.ts';
import type { FabricTransaction, Identity } from './envelope.ts';

/** The organisations of a channel by MSP id, and those who order its blocks. */
export interface ChannelMembers {
  organisations: ReadonlyMap<string, Authority>;
  ordering: Authority;
}

/** What certificates of those who may send transactions say that they are. */
const SENDERS = ['client', 'admin'];
/** Certificates that are remembered: a channel has some peers, and each renews its certificate now and then. */
const REMEMBERED = 200;

/**
 * Checks signatures of a channel's members: that their certificates are signed by their organization's root, for their
 * role.
 */
export class FabricSignatures {
  readonly #channel: ChannelMembers;
  readonly #members = new Map<string, Promise<Member | { fault: string }>>();

  constructor(channel: ChannelMembers) {
    this.#channel = channel;
  }

  /**
   * What is wrong with a transaction's signatures. A client of one of the organisations must have sent it, and a majority of them must have
   * endorsed it, each by one of its peers; no signature among them may be anything else (Fabric's policy `MAJORITY Endorsement`; Fabric itself
   * passes over those that are).
   */
  async transactionFaults(transaction: FabricTransaction): Promise<TransactionFault[]> {
    const { organisations } = this.#channel;
    const { endorsements, creator, at } = transaction;
    const faults: TransactionFault[] = [];
    const sent = await this.#fault(organisations.get(creator.mspId), creator, { ...transaction, units: SENDERS });
    if (sent !== null) faults.push({ kind: sent, mspId: creator.mspId });
    const valid = new Set<string>();
    for (const { endorser, signed, signature } of endorsements) {
      const { mspId } = endorser;
      const fault = await this.#fault(organisations.get(mspId), endorser, { units: ['peer'], at, signed, signature });
      if (fault === null) valid.add(mspId);
      else faults.push({ kind: fault, mspId });
    }
    if (faults.length > 0 || valid.size > organisations.size / 2) return faults;
    return [...organisations.keys()].filter((mspId) => !valid.has(mspId)).map((mspId) => ({ kind: 'missing', mspId }));
  }

  /**
   * Faults of the signatures on a block's header: at least one orderer of its ordering organization must have signed
   * it, and no other. The header holds no time, so an expired certificate counts.
   */
  async headerFaults(signatures: readonly HeaderSignature[]): Promise<TransactionFault[]> {
    const { ordering } = this.#channel;
    if (signatures.length === 0) return [{ kind: 'missing', mspId: ordering.mspId }];
    const faults: TransactionFault[] = [];
    for (const { orderer, signed, signature } of signatures) {
      const authority = orderer.mspId === ordering.mspId ? ordering : undefined;
      const fault = await this.#fault(authority, orderer, { units: ['orderer'], at: null, signed, signature });
      if (fault !== null) faults.push({ kind: fault, mspId: orderer.mspId });
    }
    return faults;
  }

  async #fault(
    authority: Authority | undefined,
    identity: Identity,
    { units, at, signed, signature }: { units: readonly string[]; at: Date | null; signed: Bytes; signature: Bytes },
  ): Promise<'stranger' | 'expired' | 'invalid' | null> {
    const member = authority && (await this.#memberOf(authority, identity));
    if (member === undefined || 'fault' in member || !units.some((unit) => member.units.includes(unit)))
      return 'stranger';
    if (at !== null && (at < member.notBefore || at > member.notAfter)) return 'expired';
    const raw = signatureFromDer(signature);
    const holds =
      raw !== null && (await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, member.key, raw, signed));
    return holds ? null : 'invalid';
  }

  #memberOf(authority: Authority, { certificate }: Identity): Promise<Member | { fault: string }> {
    const key = `${authority.mspId} ${toHex(certificate)}`;
    const known = this.#members.get(key) ?? readMember(authority, certificate);
    this.#members.delete(key);
    this.#members.set(key, known);
    const [oldest] = this.#members.keys();
    if (this.#members.size > REMEMBERED && oldest !== undefined) this.#members.delete(oldest);
    return known;
  }
}
