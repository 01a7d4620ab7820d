import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Pool, PoolClient } from 'pg';
import { currentRequest } from '../../platform/database/requestScope.ts';
import { headerHash } from '../../domain/proof/block.ts';
import type { Signers } from '../../domain/proof/certificate.ts';
import {
  headLeaf,
  verifyHead,
  type ConsistencyProof,
  type Restoration,
  type SignedHead,
  type TreeHead,
} from '../../domain/proof/head.ts';
import { EMPTY_FRONTIER, grow } from '../../domain/proof/consistency.ts';
import { toHex } from '../../domain/proof/hashing.ts';
import type { EmbeddedProof } from '../../domain/proof/proofFile.ts';
import { checkSignatures } from '../../domain/proof/signatures.ts';
import type { Finding } from '../../domain/ledger/finding.ts';
import { lockKey, unlockKey } from '../../platform/row-signatures/lockedKey.ts';
import {
  LedgerAltered,
  LedgerAway,
  type BlockPart,
  type CheckedBlocks,
  type Ledger,
  type LedgerEvent,
  type LedgerHealth,
  type LedgerOrganisation,
  type LotChain,
  type RecordOutcome,
} from '../../domain/ledger/ledger.ts';
import { orAway } from './orAway.ts';
import { checkGenesis, readStoredSigners, trustedSigners, type TrustedRoots } from './blockCheck.ts';
import { writeBlock, writeGenesis } from './blockWriter.ts';
import { configurationText } from './channel.ts';
import { heightOf, readSpan, spansOf, type BrokenBlock, type ChainReport } from './chainCheck.ts';
import { nativeSha256 } from '../../platform/checkpoints/nativeSha256.ts';
import { LedgerHeadKeeper, type HeadOptions } from '../../platform/checkpoints/heads.ts';
import type { HeadSigning } from '../../platform/checkpoints/headSigning.ts';
import {
  assembleChain,
  checkAhead,
  checkPortion,
  isWhole,
  UNCHECKED,
  type CheckedPart,
  type Judges,
} from './lotCheck.ts';
import { proofEvents } from './lotProof.ts';
import { inLedgerTransaction } from '../../platform/checkpoints/inTransaction.ts';
import { signAs, signHead, signingKey, type SigningKey } from '../../platform/checkpoints/signingKey.ts';
import { EMBEDDED_ORGANISATIONS, makeOrganisation } from './organisations.ts';
import { embeddedHeadSource, EMBEDDED_HEAD_TABLES } from './headSource.ts';
import { CachedVerdicts } from './cachedVerdicts.ts';
import { checkChainHeads, checkStrays } from './derivedCheck.ts';
import { transferOf, unitsOf } from '../../domain/ledger/judge.ts';
import { closedHead, declareRestored, restorations } from './restored.ts';
import {
  NOTHING_KNOWN,
  readBatches,
  readProof,
  type LotBatch,
  type BatchesRead,
  type StoredOrganisation,
} from './storedChain.ts';
import { storeNodes } from '../../platform/checkpoints/tree.ts';
import { checkTree } from '../../platform/checkpoints/treeCheck.ts';

/** No block holds more events than this, but for one whose only transaction has more. */
export const MAX_BLOCK = 500;

/** Events of one lot that one statement reads: processing them blocks other work for some milliseconds at most. */
const PORTION = 200;
/** How often a chain may differ from what was just read before the read fails. */
const MOST_CHANGES = 3;
/** After this many broken blocks the check of the chain ends: more would add nothing. */
const BROKEN_LISTED = 20;
/** Bytes, about, of the chains that are remembered. */
const MOST_REMEMBERED = 48 * 1024 * 1024;
/** Bytes, about, of an event beside its content. */
const ENTRY_WEIGHT = 1_500;

/** A part of a chain and the certificates it was checked with; null: not checked yet. */
interface Judged {
  part: CheckedPart;
  by: Judges | null;
}
const NOT_JUDGED: Judged = { part: UNCHECKED, by: null };

/** A chain that checked out. */
interface KnownLot {
  judged: Judged;
  headSeq: number | null;
  chain: LotChain;
}

/** Blocks that were checked together, and the number of the block after them. */
interface CheckedPage {
  next: number;
  checked: number;
  broken: BrokenBlock[];
}

/** The organisations and block 0, judged. */
interface Channel {
  print: string;
  judges: Judges;
}

/** The keys in the database do not open: they were sealed under another secret, or their bytes were changed. */
export class LedgerKeysSealed extends Error {
  override name = 'LedgerKeysSealed';
}

/**
 * The ledger that runs inside the program: append-only tables of the same PostgreSQL, blocks by Fabric's header rule,
 * every transaction endorsed and every header signed by the keys of two organisations. It is tamper-evident, and one
 * operator runs it.
 */
export class EmbeddedLedger implements Ledger {
  readonly mspId = EMBEDDED_ORGANISATIONS[0].mspId;
  /** one block */
  readonly batchEvents = 200;
  readonly #pool: Pool;
  readonly #keys: readonly SigningKey[];
  readonly #signers: Signers;
  readonly #roots: TrustedRoots;
  readonly #heads: LedgerHeadKeeper;
  /** certificates as last read, and their parsed form: parsing X.509 for each lot would cost more than the lot */
  #read: { certificates: string; trusted: Promise<Signers> } | null = null;
  readonly #verdicts = new CachedVerdicts();
  readonly #lots = new LRUCache<string, KnownLot>({ maxSize: MOST_REMEMBERED });
  #channel: Channel | null = null;

  private constructor(pool: Pool, keys: readonly SigningKey[], signers: Signers, heads: LedgerHeadKeeper) {
    this.#pool = pool;
    this.#keys = keys;
    this.#signers = signers;
    this.#roots = new Map([...signers.values()].map(({ mspId, rootFingerprint }) => [mspId, rootFingerprint]));
    this.#heads = heads;
  }

  /**
   * Opens the ledger of a database; the first start makes the organizations, their keys and block 0. Several processes
   * may do so at the same time: the first makes them, the others find them. Only the first start waits for a writer.
   * @param pool of a migrated database; it stays the caller's
   * @param secret encrypts the organizations' keys (AUTH_SECRET)
   * @param heads where the newest head is stored and sent; by default only this process remembers it
   * @param closes the last head of the ledger that a new one replaces: it is written into block 0
   * @throws LedgerKeysSealed when the keys were encrypted with another secret
   * @throws LedgerAway when the database cannot be reached
   * @throws ConfigError when the file of the newest head cannot be read
   */
  static async open({
    pool,
    secret,
    heads: options = {},
    closes = null,
  }: {
    pool: Pool;
    secret: string;
    heads?: HeadOptions;
    closes?: SignedHead | null;
  }): Promise<EmbeddedLedger> {
    return orAway(async () => {
      const known = await readSealed(pool);
      const found =
        known.length > 0
          ? known
          : await inLedgerTransaction(pool, 'manam-ledger-writer', (client) => foundChannel(client, secret, closes));
      const { signers, faults } = await readStoredSigners(found);
      if (faults.length > 0) throw new Error(`The ledger's organisations do not check out. ${faults.join('. ')}`);
      const keys = await openKeys(found, signers, secret);
      return new EmbeddedLedger(
        pool,
        keys,
        signers,
        await LedgerHeadKeeper.open(
          { pool, source: embeddedHeadSource(signers), signing: signing(signers, keys) },
          options,
        ),
      );
    });
  }

  async record(events: readonly LedgerEvent[]): Promise<RecordOutcome[]> {
    const outcomes = new Map<LedgerEvent, RecordOutcome>();
    for (const batch of blocksOf(events)) {
      const written = await orAway(() =>
        inLedgerTransaction(this.#pool, 'manam-ledger-writer', async (client) => {
          // Nothing is written to an altered ledger.
          const before = await this.#heads.follow(client, true);
          const recorded = await writeBlock(client, batch, this.#keys, this.#now());
          return { recorded, head: await this.#heads.extend(client, before) };
        }),
      );
      this.#heads.written(written.head);
      for (const [i, event] of batch.entries()) {
        const outcome = written.recorded[i];
        if (outcome !== undefined) outcomes.set(event, outcome);
      }
    }
    return events.map((event) => {
      const outcome = outcomes.get(event);
      if (outcome === undefined) throw new Error(`Event ${event.eventId} has no outcome`);
      return outcome;
    });
  }

  async head(blocks?: number): Promise<SignedHead | null> {
    return orAway(() => this.#heads.head(blocks));
  }

  async consistency(from: number, to: number): Promise<ConsistencyProof | null> {
    return orAway(() => this.#heads.consistency(from, to));
  }

  async restorations(): Promise<Restoration[]> {
    return orAway(() => restorations(this.#pool, this.#signers));
  }

  async closedHead(): Promise<SignedHead | null> {
    return orAway(() => closedHead(this.#pool, this.#signers));
  }

  async registerSeed(): Promise<string> {
    const closed = await this.closedHead();
    const first = closed ?? (await this.head(1));
    if (first === null) throw new Error('The ledger has no first block');
    return first.ledgerId;
  }

  async blocksBefore(instant: Date): Promise<number> {
    // From the newest block downwards: few are younger than what is asked for.
    const { rows } = await orAway(() =>
      this.#pool.query<{ blocks: number }>(
        `select (number + 1)::int as blocks from ledger_block where created_at < $1::timestamptz
         order by ledger_block.number desc limit 1`,
        [instant.toISOString()],
      ),
    );
    return rows[0]?.blocks ?? 1;
  }

  /**
   * Declares, as both organizations, that the ledger was restored to its present state, where it does not extend the
   * known head.
   * @returns from which head to which; null when there was nothing to declare
   */
  async declareRestored(): Promise<{ from: TreeHead; to: TreeHead } | null> {
    const declared = await orAway(() =>
      inLedgerTransaction(this.#pool, 'manam-ledger-writer', (client) =>
        this.#heads.declare(client, (writer, from, to) => declareRestored(writer, from, to, this.#keys)),
      ),
    );
    // From now on the present head is the known one.
    if (declared !== null) await orAway(() => this.#heads.follow(this.#pool));
    return declared;
  }

  /** Whether the ledger extends the known head, and its tree is that of its blocks. @returns what is wrong, or null */
  async verifyHeads(): Promise<string | null> {
    return orAway(async () => {
      try {
        await this.#heads.follow(this.#pool);
        return await checkTree(this.#pool, EMBEDDED_HEAD_TABLES);
      } catch (error) {
        if (error instanceof LedgerAltered) return error.message;
        throw error;
      }
    });
  }

  /** The tree over all blocks, the known head, and rows that belong to no block. */
  async checkHeads(): Promise<Finding[]> {
    const fault = await this.verifyHeads();
    const findings: Finding[] = fault === null ? [] : [{ table: 'ledger_block', row: 'head', fault }];
    return [...findings, ...(await orAway(() => checkStrays(this.#pool, this.#signers)))];
  }

  async *checkBlocks(part: BlockPart, from: number): AsyncGenerator<CheckedBlocks> {
    for await (const { next, checked, broken } of this.#pages(part, from)) {
      const findings = broken.map(({ number, faults }): Finding => {
        return { table: 'ledger_block', row: String(number), fault: faults.join('; ') };
      });
      yield { next, checked, findings };
    }
  }

  async checkChains(lotKeys: readonly string[]): Promise<Finding[]> {
    return orAway(() => checkChainHeads(this.#pool, lotKeys));
  }

  /** Keys of the chains after one, in order, before another one. */
  async chainKeys(after: string, limit: number, before: string | null = null): Promise<string[]> {
    const { rows } = await orAway(() =>
      this.#pool.query<{ key: string }>(
        `select key from (
           (select distinct lot_key as key from ledger_transaction where lot_key > $1 and ($3::text is null or lot_key < $3) order by 1 limit $2)
           union (select distinct lot_key from ledger_content where lot_key > $1 and ($3::text is null or lot_key < $3) order by 1 limit $2)
           union (select lot_key from ledger_head where lot_key > $1 and ($3::text is null or lot_key < $3) order by 1 limit $2)
         ) chain order by key limit $2`,
        [after, limit, before],
      ),
    );
    return rows.map(({ key }) => key);
  }

  async keysSince(block: number, after: string, limit: number): Promise<string[]> {
    const { rows } = await orAway(() =>
      this.#pool.query<{ key: string }>(
        'select distinct lot_key as key from ledger_transaction where block_number >= $1 and lot_key > $2 order by 1 limit $3',
        [block, after, limit],
      ),
    );
    return rows.map(({ key }) => key);
  }

  /** `seq` of the newest event that is stored of each chain, however little of it; 0 for one that is not there. */
  async newestOf(lotKeys: readonly string[]): Promise<Map<string, number>> {
    const { rows } = await orAway(() =>
      this.#pool.query<{ key: string; seq: number }>(
        `select key, greatest(0, (select max(seq) from ledger_transaction where lot_key = key),
           (select max(seq) from ledger_content where lot_key = key), (select seq from ledger_head where lot_key = key)) as seq
         from unnest($1::text[]) key`,
        [lotKeys],
      ),
    );
    return new Map(rows.map(({ key, seq }) => [key, seq]));
  }

  async readLot(lotKey: string): Promise<LotChain> {
    const chain = (await this.readLots([lotKey])).get(lotKey);
    if (chain === undefined) throw new Error('The lot that was asked for is not in the answer');
    return chain;
  }

  /**
   * A checked chain is cached with the digest of all checked bytes. While PostgreSQL computes the same digest of the
   * stored rows, only later events are read and checked; the same chain is then the same object.
   */
  async readLots(lotKeys: readonly string[]): Promise<Map<string, LotChain>> {
    const chains = new Map<string, LotChain>();
    const open = new Map(
      lotKeys.map((lotKey): [string, Judged] => [lotKey, this.#lots.get(lotKey)?.judged ?? NOT_JUDGED]),
    );
    for (let changes = 0; open.size > 0;) {
      const known = this.#channel;
      const asked = [...open].map(([lotKey, { part }]) => ({ lotKey, known: part.known }));
      const read = await orAway(() => readBatches(this.#pool, asked, PORTION, known?.print ?? ''));
      const judges = await this.#judgesOf(read, known);
      // For all lots together, so that many short ones are checked faster.
      await checkAhead([...read.portions.values()], judges);
      // The present open lots: a lot that is put back below waits for the next round.
      for (const [lotKey, { part, by }] of Array.from(open)) {
        const portion = read.portions.get(lotKey);
        if (portion === undefined) throw new Error('A lot that was asked for is not in the answer');
        if (by !== null && (by !== judges || part.print !== portion.knownPrint)) {
          // Something that was read before is not as it was: all of it is read again.
          changes += 1;
          if (changes > MOST_CHANGES * lotKeys.length) throw new LedgerAway('The chain changes while it is read');
          open.set(lotKey, NOT_JUDGED);
          continue;
        }
        const judged = { part: await checkPortion(part, portion, judges), by: judges };
        open.set(lotKey, judged);
        if (!portion.last) continue;
        open.delete(lotKey);
        currentRequest()?.work.compare(judged.part.entries.length);
        chains.set(lotKey, this.#chainOf(lotKey, judged, portion));
      }
    }
    return chains;
  }

  async proveLot(lotKey: string): Promise<EmbeddedProof | null> {
    const events: EmbeddedProof['events'] = [];
    let organisations: EmbeddedProof['organisations'] = [];
    let headSeq: number | null = null;
    for (let after = NOTHING_KNOWN; ;) {
      const from = after;
      const read = await orAway(() => readProof(this.#pool, lotKey, from, PORTION));
      const some = await proofEvents(read);
      if (some === null) return null;
      events.push(...some);
      ({ organisations, headSeq } = read);
      after = read.transactions.at(-1)?.seq ?? after;
      if (read.transactions.length < PORTION) break;
    }
    if (events.length === 0 || events.length !== (headSeq ?? events.length)) return null;
    const madeAt = new Date().toISOString();
    return { v: 2, ledger: 'embedded', kind: 'manam-trace/proof', lotKey, madeAt, organisations, events };
  }

  /**
   * Walks all blocks in pages and checks everything that is stored of them: for operators and drills.
   * @param fromNumber the block to begin with
   */
  async verifyChain(fromNumber = 0): Promise<ChainReport> {
    const broken: BrokenBlock[] = [];
    let checked = 0;
    for await (const page of this.#pages({ since: fromNumber, shares: [], of: 1, also: [] }, fromNumber)) {
      broken.push(...page.broken);
      checked = page.next - fromNumber;
      if (broken.length >= BROKEN_LISTED) break;
    }
    return { checked, broken };
  }

  /** Checks the blocks of a part, as many spans at once as there are threads; the results are in the order of the blocks. */
  async *#pages(part: BlockPart, from: number): AsyncGenerator<CheckedPage> {
    const height = await orAway(() => heightOf(this.#pool));
    if (height === 0) yield { next: 0, checked: 0, broken: [{ number: 0, faults: ['Block 0 is missing'] }] };
    const underWay: Promise<CheckedPage>[] = [];
    for await (const span of spansOf(this.#pool, part, from, height)) {
      const checked = orAway(async () => {
        const broken = await this.#verdicts.page(await readSpan(this.#pool, span, this.#roots), span.events);
        return { next: span.to + 1, checked: span.to + 1 - span.from, broken };
      });
      // An error is thrown where the result is awaited.
      checked.catch(() => undefined);
      underWay.push(checked);
      const first = underWay.length > this.#verdicts.threads ? underWay.shift() : undefined;
      if (first !== undefined) yield await first;
    }
    for (const checked of underWay) yield await checked;
  }

  async health(): Promise<LedgerHealth> {
    const peers = (status: 'up' | 'down'): LedgerHealth['peers'] =>
      [...this.#signers.values()].map(({ name, mspId }) => ({ name, mspId, status }));
    try {
      const { rows } = await this.#pool.query<{ height: number }>(
        'select (coalesce(max(number), -1) + 1)::int as height from ledger_block',
      );
      await this.#heads.follow(this.#pool).catch((error: unknown) => {
        if (!(error instanceof LedgerAltered)) throw error;
      });
      const { trouble } = this.#heads;
      const height = rows[0]?.height ?? 0;
      return { status: 'up', driver: 'embedded', height, peers: peers('up'), ...(trouble === null ? {} : { trouble }) };
    } catch {
      const message = 'The database of the ledger cannot be reached';
      return { status: 'down', driver: 'embedded', height: null, peers: peers('down'), message };
    }
  }

  async organisations(): Promise<LedgerOrganisation[]> {
    return [...this.#signers.values()].map(({ name, mspId, rootFingerprint, rootCertificate }) => {
      return { name, mspId, rootFingerprint, rootCertificate: toHex(rootCertificate) };
    });
  }

  /** This program holds the keys of all signers. */
  async countersign(): Promise<{ kind: 'alone' }> {
    return { kind: 'alone' };
  }

  async ordering(): Promise<null> {
    return null;
  }

  /** Keeps the newest head; the pool is the caller's. */
  async close(): Promise<void> {
    await Promise.all([this.#verdicts.close(), this.#heads.close()]);
  }

  /**
   * The time of a new block. With a clock that is far off nothing is written, because no later check would accept it.
   */
  #now(): Date {
    const now = new Date();
    for (const { mspId, notBefore, notAfter } of this.#signers.values()) {
      if (now < notBefore || now > notAfter) throw new LedgerAway(`The certificate of ${mspId} is not valid now`);
    }
    return now;
  }

  /** The chain that was read to its end, remembered when nothing is wrong with it. */
  #chainOf(lotKey: string, judged: { part: CheckedPart; by: Judges }, portion: LotBatch): LotChain {
    const { part, by } = judged;
    const known = this.#lots.get(lotKey);
    const same = known?.judged.by === by && known.judged.part.print === part.print;
    const settled = portion.leftBehind.length === 0 && portion.rivals.length === 0;
    if (same && known.headSeq === portion.headSeq && settled) return known.chain;
    const chain = assembleChain(part, portion, by);
    if (isWhole(chain) && by.genesisValid && chain.entries.length > 0) {
      const weight = part.entries.reduce((sum, { content }) => sum + (content?.length ?? 0) + ENTRY_WEIGHT, 0);
      this.#lots.set(lotKey, { judged, headSeq: portion.headSeq, chain }, { size: weight });
    }
    return chain;
  }

  /** Checks the organizations and block 0, and caches the result by their digest. */
  async #judgesOf({ channel, channelPrint }: BatchesRead, known: Channel | null): Promise<Judges> {
    if (channel === null) {
      if (known === null) throw new Error('The channel that was asked for is not in the answer');
      return known.judges;
    }
    const signers = await this.#trusted(channel.organisations);
    const genesisValid = (await checkGenesis(channel.genesis ?? undefined, signers)).length === 0;
    const { organisations } = channel;
    const judges = { organisations, signers, genesisValid, verdicts: this.#verdicts };
    this.#channel = { print: channelPrint, judges };
    return judges;
  }

  /**
   * The signers of stored certificates; none at all when one does not check out or its root is not the one that this
   * server started with: then nothing on this ledger counts as valid.
   */
  #trusted(rows: readonly StoredOrganisation[]): Promise<Signers> {
    const certificates = JSON.stringify(rows);
    if (this.#read?.certificates !== certificates) this.#read = { certificates, trusted: this.#readTrusted(rows) };
    return this.#read.trusted;
  }

  #readTrusted(rows: readonly StoredOrganisation[]): Promise<Signers> {
    return trustedSigners(rows, this.#roots);
  }
}

/** Events in portions of a block each: what is recorded together stays together. */
function blocksOf(events: readonly LedgerEvent[]): LedgerEvent[][] {
  const blocks: LedgerEvent[][] = [];
  for (const unit of unitsOf(events.map((event) => ({ event, transfer: transferOf(event.content) })))) {
    const block = blocks.at(-1);
    const own = unit.map(({ event }) => event);
    if (block !== undefined && block.length + own.length <= MAX_BLOCK) block.push(...own);
    else blocks.push(own);
  }
  return blocks;
}

interface SealedOrganisation extends StoredOrganisation {
  sealedKey: string;
}

async function readSealed(client: Pool | PoolClient): Promise<SealedOrganisation[]> {
  const { rows } = await client.query<SealedOrganisation>(
    `select msp_id as "mspId", name, encode(root_certificate, 'hex') as "rootCertificate",
       encode(certificate, 'hex') as certificate, encode(sealed_key, 'hex') as "sealedKey"
     from ledger_organisation order by msp_id`,
  );
  return rows;
}

/** Both organisations sign, by keys that this program holds. */
function signing(signers: Signers, keys: readonly SigningKey[]): HeadSigning {
  return {
    own: (head) => Promise.all(keys.map((key) => signHead(key, head))),
    others: async () => ({ signatures: [], all: true }),
    faults: (kept) => verifyHead(kept, signers),
  };
}

/** The keys of the embedded organisations, the proposer's first; each must open and belong to its certificate. */
async function openKeys(rows: readonly SealedOrganisation[], signers: Signers, secret: string): Promise<SigningKey[]> {
  const keys = EMBEDDED_ORGANISATIONS.map(({ mspId, name }) => {
    const row = rows.find((one) => one.mspId === mspId);
    const signer = signers.get(mspId);
    if (!row || !signer) throw new Error(`The ledger has no keys of ${name}`);
    const key = unlockKey(Buffer.from(row.sealedKey, 'hex'), secret, 'ledger-key', mspId);
    if (key === null) {
      throw new LedgerKeysSealed(
        'AUTH_SECRET does not open the ledger keys in this database: start with the secret that they were made under',
      );
    }
    return signingKey(signer, key);
  });
  const message = randomBytes(32);
  const signatures = await Promise.all(keys.map((key) => signAs(key, message)));
  const faults = await checkSignatures('a trial message', message, signatures, signers);
  if (faults.length > 0) throw new Error(`The ledger's keys do not fit its certificates. ${faults.join('. ')}`);
  return keys;
}

/** The channel that another process has made meanwhile, or a new one. */
async function foundChannel(
  client: PoolClient,
  secret: string,
  closes: SignedHead | null,
): Promise<SealedOrganisation[]> {
  const rows = await readSealed(client);
  return rows.length > 0 ? rows : makeChannel(client, secret, closes);
}

/** Makes the organisations, stores them with sealed keys, and writes block 0, which pins their roots. */
async function makeChannel(
  client: PoolClient,
  secret: string,
  closes: SignedHead | null,
): Promise<SealedOrganisation[]> {
  const at = new Date();
  const made = await Promise.all(EMBEDDED_ORGANISATIONS.map((organisation) => makeOrganisation(organisation, at)));
  for (const { mspId, name, rootCertificate, certificate, key } of made) {
    await client.query(
      `insert into ledger_organisation (msp_id, name, root_certificate, certificate, sealed_key)
       values ($1, $2, $3, $4, $5)`,
      [mspId, name, Buffer.from(rootCertificate), Buffer.from(certificate), lockKey(key, secret, 'ledger-key', mspId)],
    );
  }
  const rows = await readSealed(client);
  const { signers } = await readStoredSigners(rows);
  const keys = await openKeys(rows, signers, secret);
  const header = await writeGenesis(client, configurationText([...signers.values()], at, closes), keys, at);
  const leaf = await headLeaf(await headerHash(header, nativeSha256), nativeSha256);
  await storeNodes(client, EMBEDDED_HEAD_TABLES, (await grow(EMPTY_FRONTIER, leaf, nativeSha256)).nodes);
  return rows;
}
