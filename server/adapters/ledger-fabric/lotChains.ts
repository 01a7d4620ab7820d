import { z } from 'zod';
import { CALL_LIMITS } from '../../domain/ledger/channelForms.ts';
import { readConsignmentContent, readContent } from '../../domain/ledger/content.ts';
import { readRegisterContent } from '../../domain/ledger/register.ts';
import type { ChannelMembers } from '../../domain/proof/fabric/members.ts';
import type { Authority } from '../../domain/proof/certificate.ts';
import type { FabricProof } from '../../domain/proof/proofFile.ts';
import { toHex } from '../../domain/proof/hashing.ts';
import type { Endorser } from '../../domain/public/publicAnswers.ts';
import type { LedgerEntry, LotChain } from '../../domain/ledger/ledger.ts';
import { nativeContentHash, nativeSha256 } from '../../platform/checkpoints/nativeSha256.ts';
import { recordedAt, type CheckedFabricTransaction, type CheckedTransactions } from './checkedTransactions.ts';
import type { FabricGateway } from './gateway.ts';
import type { MembersRead } from './membersFile.ts';

const readLotsAnswer = z.object({
  lots: z.array(
    z.object({
      lotKey: z.string(),
      head: z.object({ seq: z.int(), hash: z.string() }).nullable(),
      events: z.array(
        z.object({ eventId: z.string(), seq: z.int(), content: z.string(), contentHash: z.string(), txId: z.string() }),
      ),
    }),
  ),
  next: z.object({ lotKey: z.string(), from: z.int() }).nullable(),
});

/** A chain as our peer keeps it, not yet checked. */
export interface CachedChain {
  headSeq: number;
  /** content hash of the newest event, which the next one must name; null: there is none */
  headHash: string | null;
  events: { eventId: string; seq: number; content: string; txId: string }[];
}

/** The chains of lots and consignments, out of our peer's copy of the collection, checked against the transactions in its blocks. */
export class LotChains {
  readonly #gateway: Pick<FabricGateway, 'evaluate'>;
  readonly #transactions: Pick<CheckedTransactions, 'find'>;
  readonly #members: Pick<ChannelMembers, 'organisations'>;

  constructor(
    gateway: Pick<FabricGateway, 'evaluate'>,
    transactions: Pick<CheckedTransactions, 'find'>,
    members: Pick<ChannelMembers, 'organisations'>,
  ) {
    this.#gateway = gateway;
    this.#transactions = transactions;
    this.#members = members;
  }

  /** As `Ledger.readLots`. @throws LedgerAway */
  async read(lotKeys: readonly string[]): Promise<Map<string, LotChain>> {
    const kept = await this.kept(lotKeys);
    const txIds = new Set([...kept.values()].flatMap(({ events }) => events.map(({ txId }) => txId)));
    const found = new Map(
      await Promise.all([...txIds].map(async (txId) => [txId, await this.#transactions.find(txId)] as const)),
    );
    return new Map([...kept].map(([lotKey, chain]) => [lotKey, this.#checked(lotKey, chain, found)]));
  }

  /** @throws LedgerAway */
  async kept(lotKeys: readonly string[]): Promise<Map<string, CachedChain>> {
    const chains = new Map(
      lotKeys.map((lotKey): [string, CachedChain] => [lotKey, { headSeq: 0, headHash: null, events: [] }]),
    );
    let waiting = [...chains.keys()];
    let from = 1;
    while (waiting.length > 0) {
      const asked = waiting.slice(0, CALL_LIMITS.lots);
      const text = await this.#gateway.evaluate('readLots', [JSON.stringify(asked), String(from)]);
      const { lots, next } = readLotsAnswer.parse(JSON.parse(text));
      for (const { lotKey, head, events } of lots) {
        const chain = chains.get(lotKey);
        if (chain === undefined) throw new Error('The peer answered a lot that was not asked for');
        chain.headSeq = head?.seq ?? 0;
        chain.headHash = head?.hash ?? null;
        chain.events.push(...events);
      }
      waiting = waiting.slice(next === null ? asked.length : asked.indexOf(next.lotKey));
      from = next?.from ?? 1;
    }
    return chains;
  }

  /**
   * The proof file of a lot, without disclosed values; null when the channel does not know the lot, or our peer can no longer
   * show all of it.
   * @throws LedgerAway
   */
  async prove(lotKey: string, { members }: MembersRead, whole: boolean): Promise<FabricProof | null> {
    const chain = (await this.kept([lotKey])).get(lotKey);
    if (chain === undefined || chain.events.length === 0 || chain.events.length !== chain.headSeq) return null;
    const txIds = [...new Set(chain.events.map(({ txId }) => txId))];
    const found = await Promise.all(txIds.map((txId) => this.#transactions.find(txId)));
    const there = found.filter((one) => one !== null);
    if (there.length !== txIds.length) return null;
    const blocks = new Map(there.map(({ block }) => [block.header.number, block]));
    const named = ({ mspId, name, rootCertificate }: Authority) => {
      return { mspId, name, rootCertificate: toHex(rootCertificate) };
    };
    return {
      v: 2,
      ledger: 'fabric',
      kind: 'manam-trace/proof',
      lotKey,
      madeAt: new Date().toISOString(),
      organisations: [...members.organisations.values()].map(named),
      ordering: named(members.ordering),
      transactions: there.map(({ envelope, block }) => ({ envelope: base64(envelope), block: block.header.number })),
      blocks: [...blocks.values()]
        .toSorted((a, b) => a.header.number - b.header.number)
        .map(({ header, signatureMetadata, envelopes }) => ({
          ...header,
          signatures: base64(signatureMetadata),
          ...(whole && { envelopes: envelopes.map(base64) }),
        })),
      events: chain.events.map(({ content, txId }) => ({ content, transaction: txIds.indexOf(txId), disclosed: [] })),
    };
  }

  #checked(
    lotKey: string,
    { headSeq, events }: CachedChain,
    found: ReadonlyMap<string, CheckedFabricTransaction | null>,
  ): LotChain {
    const broken = new Set<number>();
    const entries: LedgerEntry[] = [];
    let lastHash: string | null = null;
    for (const { eventId, seq, content, txId } of events) {
      const checked = found.get(txId) ?? null;
      const hash = nativeContentHash(content);
      const parsed = readContent(content) ?? readConsignmentContent(content) ?? readRegisterContent(content);
      const recorded = checked?.recorded?.events.some(({ contentHash }) => contentHash === hash);
      const named = parsed?.eventId === eventId && parsed.lotKey === lotKey && parsed.seq === seq;
      const follows = seq === entries.length + 1 && parsed?.prev === lastHash;
      lastHash = hash;
      if (checked?.blockValid === false) broken.add(checked.block.header.number);
      entries.push({
        eventId,
        seq,
        content,
        transactionId: txId,
        blockNumber: checked?.block.header.number ?? 0,
        blockTime: checked === null ? new Date(0) : recordedAt(checked, hash),
        chaincode: checked?.transaction.chaincode.name ?? '',
        endorsers: checked === null ? [] : this.#endorsers(checked),
        transactionValid: checked?.endorsed === true && recorded === true && named && follows,
        blockValid: checked?.blockValid === true,
      });
    }
    const shown = new Set(entries.map(({ seq }) => seq));
    const missing = Array.from({ length: headSeq }, (_, i) => i + 1).filter((seq) => !shown.has(seq));
    // The contract gives a lot id to one chain.
    return { entries, brokenBlocks: [...broken].toSorted((a, b) => a - b), missing, rivals: [] };
  }

  #endorsers({ transaction }: CheckedFabricTransaction): Endorser[] {
    return transaction.endorsements.map(({ endorser, signature }) => ({
      mspId: endorser.mspId,
      organisation: this.#members.organisations.get(endorser.mspId)?.name ?? endorser.mspId,
      certificateFingerprint: toHex(nativeSha256(endorser.certificate)),
      signature: toHex(signature),
    }));
  }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
