import { createHash, randomBytes } from 'node:crypto';
import { EMBEDDED_ORGANISATIONS, makeOrganisation } from '../../server/adapters/ledger-embedded/organisations.ts';
import { judgeBatch, transferOf, unitsOf, type LedgerState } from '../../server/domain/ledger/judge.ts';
import type { LedgerEvent } from '../../server/domain/ledger/ledger.ts';
import { CONTRACT } from '../../server/domain/ledger/transitions.ts';
import { headerBytes, headerHash, type BlockHeader } from '../../server/domain/proof/block.ts';
import { readSigner, type Signer } from '../../server/domain/proof/certificate.ts';
import { canonicalText, contentTextHash, toHex, utf8, type Bytes } from '../../server/domain/proof/hashing.ts';
import { auditPath, leafHash, merkleRoot } from '../../server/domain/proof/merkle.ts';
import type { EmbeddedProof, EmbeddedProofEvent } from '../../server/domain/proof/proofFile.ts';
import { eventLeaf, transactionId, type TransactionPayload } from '../../server/domain/proof/transaction.ts';
import { signAs, signingKey, type SigningKey } from '../../server/platform/checkpoints/signingKey.ts';

/** Time of all blocks, and of the events of `LotWriter`. */
const AT = new Date('2026-11-21T08:00:00.000Z');

const hash = (bytes: Bytes): Bytes => new Uint8Array(createHash('sha256').update(bytes).digest());

interface Member {
  signer: Signer;
  key: SigningKey;
}

/** The embedded ledger without a database: judges, signs and proves events by the same rules. */
export class MemoryLedger {
  readonly #members: readonly Member[];
  readonly #state: LedgerState = { known: new Map(), heads: new Map(), chains: new Map() };
  readonly #proofs = new Map<string, EmbeddedProofEvent[]>();
  #last: BlockHeader = { number: 0, previousHash: '', dataHash: '00'.repeat(32) };

  private constructor(members: readonly Member[]) {
    this.#members = members;
  }

  static async open(): Promise<MemoryLedger> {
    const members = EMBEDDED_ORGANISATIONS.map(async (named): Promise<Member> => {
      const { key, ...certificates } = await makeOrganisation(named, AT);
      const signer = await readSigner(certificates);
      if ('fault' in signer) throw new Error(signer.fault);
      return { signer, key: signingKey(signer, key) };
    });
    return new MemoryLedger(await Promise.all(members));
  }

  /** Fingerprints of the organisations' roots, hex. */
  get roots(): string[] {
    return this.#members.map(({ signer }) => signer.rootFingerprint);
  }

  /**
   * Records events as one block.
   * @throws Error when one is refused
   */
  async record(...events: readonly LedgerEvent[]): Promise<void> {
    const judged = await judgeBatch(this.#state, events, { hash });
    for (const judgement of judged) {
      if (judgement.kind === 'refused') throw new Error(`${judgement.refusal.code}: ${judgement.refusal.text}`);
    }
    const units = unitsOf(events.map((event) => ({ event, transfer: transferOf(event.content) })));
    const transactions = await Promise.all(
      units.map(async (unit) => this.#transaction(unit.map(({ event }) => event))),
    );
    const leaves = await Promise.all(transactions.map(({ envelope }) => leafHash(utf8(envelope), hash)));
    const header: BlockHeader = {
      number: this.#last.number + 1,
      previousHash: await headerHash(this.#last, hash),
      dataHash: toHex(await merkleRoot(leaves, hash)),
    };
    this.#last = header;
    const signatures = await this.#signed(headerBytes(header));
    for (const [position, { envelope, events: own }] of transactions.entries()) {
      const path = (await auditPath(leaves, position, hash)).map(toHex);
      for (const { lotKey, content, within } of own) {
        const place = within === null ? {} : { within };
        const proof = this.#proofs.get(lotKey) ?? [];
        this.#proofs.set(lotKey, proof);
        const block = { ...header, signatures };
        const where = { position, size: leaves.length, path };
        proof.push({ content, transaction: envelope, ...where, block, disclosed: [], ...place });
      }
    }
  }

  /** The proof file of a lot. */
  proof(lotKey: string): EmbeddedProof {
    const organisations = this.#members.map(({ signer: { mspId, name, rootCertificate, certificate } }) => ({
      mspId,
      name,
      rootCertificate: toHex(rootCertificate),
      certificate: toHex(certificate),
    }));
    const events = this.#proofs.get(lotKey);
    if (events === undefined) throw new Error(`No lot ${lotKey}`);
    const kind = 'manam-trace/proof' as const;
    return { v: 2, kind, ledger: 'embedded', lotKey, madeAt: AT.toISOString(), organisations, events: [...events] };
  }

  /** A whole proof of these lots, of which the first one is the one that the others went into. */
  whole(lotKeys: readonly string[]): { v: 1; kind: string; lotKey: string; proofs: EmbeddedProof[] } {
    const proofs = lotKeys.map((lotKey) => this.proof(lotKey));
    return { v: 1, kind: 'manam-trace/whole-proof', lotKey: lotKeys[0] ?? '', proofs };
  }

  async #transaction(events: readonly LedgerEvent[]) {
    const creator = this.#members[0];
    const [first] = events;
    if (creator === undefined || first === undefined) throw new Error('Nothing to record');
    const nonce = randomBytes(24).toString('hex');
    const signed = {
      channel: 'memory',
      chaincode: { name: 'manam', version: CONTRACT },
      txId: await transactionId(nonce, creator.key.certificate, hash),
      nonce,
      creator: creator.key.mspId,
      at: AT.toISOString(),
    };
    const recorded = await Promise.all(
      events.map(async ({ eventId, lotKey, seq, content }) => ({
        eventId,
        lotKey,
        seq,
        contentHash: await contentTextHash(content, hash),
      })),
    );
    const leaves = await Promise.all(recorded.map(async (one) => eventLeaf(one, hash)));
    const [only] = recorded;
    const payload: TransactionPayload =
      recorded.length === 1 && only !== undefined
        ? { v: 1, ...signed, ...only }
        : { v: 2, ...signed, events: { size: leaves.length, root: toHex(await merkleRoot(leaves, hash)) } };
    const endorsements = await this.#signed(utf8(canonicalText(payload)));
    const places = await Promise.all(
      events.map(async (event, index) => {
        const path = payload.v === 1 ? null : (await auditPath(leaves, index, hash)).map(toHex);
        return { ...event, within: path && { index, size: leaves.length, path } };
      }),
    );
    return { envelope: canonicalText({ payload, endorsements }), events: places };
  }

  async #signed(message: Uint8Array) {
    return Promise.all(this.#members.map(async ({ key }) => signAs(key, message)));
  }
}
