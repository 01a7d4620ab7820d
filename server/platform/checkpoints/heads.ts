import type { Pool, PoolClient } from 'pg';
import { headerHash } from '../../domain/proof/block.ts';
import {
  EMPTY_FRONTIER,
  foldPeaks,
  grow,
  isConsistent,
  type Frontier,
  type TreeNode,
} from '../../domain/proof/consistency.ts';
import { headLeaf, sameHead, type ConsistencyProof, type SignedHead, type TreeHead } from '../../domain/proof/head.ts';
import { fromHex, toHex, type Bytes } from '../../domain/proof/hashing.ts';
import { rootOfPath } from '../../domain/proof/merkle.ts';
import { LEDGER } from '../../domain/messages/healthMessages.ts';
import type { Message } from '../../domain/messages/message.ts';
import { LedgerAltered } from '../../domain/ledger/ledger.ts';
import { nativeSha256 } from './nativeSha256.ts';
import type { HeadFile } from './headFile.ts';
import { HeadKeeping } from './headKeeping.ts';
import { missingBlocks, scanBlocks } from './headerScan.ts';
import type { HeadSigning } from './headSigning.ts';
import { storedHeaders, type HeadSource, type HeaderRow } from './headSource.ts';
import { storeNodes, storedConsistency, storedFrontier, storedPath, type Queryable } from './tree.ts';
import type { HeadWitnesses, HeadLog } from './witnesses.ts';

/** Block headers that are read at once when blocks of others are followed. */
const PORTION = 1_000;
/** While the stored head does not match, it is compared at most this often: that may read the whole ledger. */
const COMPARE_EVERY_MS = 5_000;
/** Signed heads that are remembered: browsers ask for the same one for an hour. */
const REMEMBERED = 100;

/** What is known of the ledger: its head, the tree that it grows from, and the header hash of its newest block, hex. */
interface Known {
  head: TreeHead;
  tree: Frontier;
  tip: string;
}

/** Where heads are stored and sent, and which are known. */
export interface HeadOptions {
  /** file of the newest head (HEAD_FILE) */
  file?: HeadFile;
  /** the file is read and not written: for commands that only check */
  readOnly?: boolean;
  witnesses?: HeadWitnesses;
  log?: HeadLog;
}

/** What heads are made of: where blocks are read, and who signs. */
export interface HeadParts {
  pool: Pool;
  source: HeadSource;
  signing: HeadSigning;
}

/**
 * The heads of a ledger (docs/spec/ledger-and-verification.md, 'Tree heads'). It remembers the newest valid one and
 * follows the blocks from there, by their links and the newest one's signatures, so that it detects missing or replaced
 * blocks. It signs only heads of blocks that it followed, or that are proved consistent with them; stored tree nodes
 * alone are not trusted.
 */
export class LedgerHeadKeeper {
  readonly #pool: Pool;
  readonly #source: HeadSource;
  readonly #signing: HeadSigning;
  readonly #keeping: HeadKeeping;
  readonly #log: HeadLog | null;
  /** the head in the file when this process started */
  readonly #kept: SignedHead | null;
  #known: Known | null = null;
  #alarm: Message | null = null;
  #treeFault: Message | null = null;
  #comparedAt = -Infinity;
  readonly #signed = new Map<string, Promise<SignedHead>>();

  private constructor(
    parts: HeadParts,
    { file, readOnly = false, witnesses, log }: HeadOptions,
    kept: SignedHead | null,
  ) {
    this.#pool = parts.pool;
    this.#source = parts.source;
    this.#signing = parts.signing;
    this.#log = log ?? null;
    this.#kept = kept;
    this.#keeping = new HeadKeeping(readOnly ? null : (file ?? null), witnesses ?? null, this.#log);
  }

  /**
   * Reads the stored head and compares the ledger with it. A mismatch does not prevent the start: `trouble` reports it,
   * and `follow` throws.
   * @throws ConfigError when the file cannot be read
   */
  static async open(parts: HeadParts, options: HeadOptions): Promise<LedgerHeadKeeper> {
    const heads = new LedgerHeadKeeper(parts, options, (await options.file?.read()) ?? null);
    await heads.follow(parts.pool).catch((error: unknown) => {
      if (!(error instanceof LedgerAltered)) throw error;
    });
    return heads;
  }

  /** What wants a person's attention; null when all is well. */
  get trouble(): Message | null {
    return this.#alarm ?? this.#treeFault ?? this.#keeping.trouble;
  }

  /** The head known before: the newest that this process verified, else the stored one. */
  get before(): TreeHead | null {
    return this.#known?.head ?? this.#kept;
  }

  /**
   * Compares the ledger with the known head and continues to its newest block.
   * @param stores the client belongs to a writer, under its lock: missing nodes of blocks are stored in its transaction
   * @throws LedgerAltered when the ledger does not extend the known head
   */
  async follow(client: Queryable, stores = false): Promise<Known> {
    const recently = performance.now() - this.#comparedAt < COMPARE_EVERY_MS;
    if (this.#known === null && this.#alarm !== null && recently) throw new LedgerAltered(this.#alarm);
    // Before the blocks are read: they may lack what another call learns meanwhile.
    const start = this.#known;
    try {
      return await this.#followFrom(client, stores, start ?? (() => this.#begin(client)));
    } catch (error) {
      if (!(error instanceof LedgerAltered)) throw error;
      const since = await this.#since(client, start?.head ?? this.#kept);
      try {
        if (since === null) throw error;
        return await this.#followFrom(client, stores, since, 'declared');
      } catch (altered) {
        if (altered instanceof LedgerAltered) this.#sound(altered.said);
        throw altered;
      }
    }
  }

  async #followFrom(
    client: Queryable,
    stores: boolean,
    from: Known | (() => Promise<Known>),
    how?: 'declared',
  ): Promise<Known> {
    const { known, nodes } = await this.#walk(client, typeof from === 'function' ? await from() : from, 'check');
    if (stores) await storeNodes(client, this.#source.tables, nodes);
    this.#settle(known, how);
    return known;
  }

  /**
   * Continues to the block that the caller has just written in its transaction, and stores its nodes there.
   * @param before the answer of `follow` in the same transaction
   * @returns the value for `written` once it is committed
   * @throws LedgerAltered when other nodes are stored at their positions
   */
  async extend(client: PoolClient, before: Known): Promise<Known> {
    const { known, nodes } = await this.#walk(client, before, 'own');
    await storeNodes(client, this.#source.tables, nodes).catch((error: unknown) => {
      if (error instanceof LedgerAltered) this.#treeIsChanged();
      throw error;
    });
    return known;
  }

  /** Remembers a committed state. */
  written(known: Known): void {
    this.#settle(known);
  }

  /** The signed head, now or as of so many blocks. @throws LedgerAltered */
  async head(blocks?: number): Promise<SignedHead | null> {
    const known = await this.follow(this.#pool);
    if (blocks === undefined || blocks === known.head.blocks) return this.#sign(known.head);
    if (!Number.isSafeInteger(blocks) || blocks < 1 || blocks > known.head.blocks) return null;
    const { from } = await this.#consistent(blocks, known.head.blocks, known);
    return this.#sign(from);
  }

  /** @returns null unless 1 <= from <= to and there are so many blocks @throws LedgerAltered */
  async consistency(from: number, to: number): Promise<ConsistencyProof | null> {
    const known = await this.follow(this.#pool);
    const whole = Number.isSafeInteger(from) && Number.isSafeInteger(to);
    if (!whole || from < 1 || from > to || to > known.head.blocks) return null;
    return this.#consistent(from, to, known);
  }

  /**
   * Whether the known head is still valid; else declares that the ledger was restored. Under the writer's lock.
   * @param declareRestored stores the signed declaration
   */
  async declare(
    client: PoolClient,
    declareRestored: (client: PoolClient, from: TreeHead, to: TreeHead) => Promise<void>,
  ): Promise<{ from: TreeHead; to: TreeHead } | null> {
    const from = this.before;
    const fits = await this.follow(client, true).then(
      () => true,
      (error: unknown) => {
        if (error instanceof LedgerAltered) return false;
        throw error;
      },
    );
    if (fits || from === null) return null;
    const present = await this.#scan(client, null);
    await declareRestored(client, plain(from), present.head);
    this.#comparedAt = -Infinity;
    return { from: plain(from), to: present.head };
  }

  /**
   * Whether a head that another server signed is one of this ledger.
   * @returns 'ahead' when it counts more blocks than are known here
   * @throws LedgerAltered as `head`
   */
  async hold({ blocks, rootHash, ledgerId }: TreeHead): Promise<'fits' | 'differs' | 'ahead'> {
    const known = await this.follow(this.#pool);
    if (ledgerId !== known.head.ledgerId) return 'differs';
    if (blocks > known.head.blocks) return 'ahead';
    const own =
      blocks === known.head.blocks ? known.head : (await this.#consistent(blocks, known.head.blocks, known)).from;
    return sameHead(own, { blocks, rootHash, ledgerId }) ? 'fits' : 'differs';
  }

  /** Stores waiting heads. */
  async close(): Promise<void> {
    await this.#keeping.close();
  }

  async #sign(head: TreeHead): Promise<SignedHead> {
    const key = `${head.blocks} ${head.rootHash}`;
    const made = this.#signed.get(key) ?? this.#makeSigned(head, key);
    // Removes the least recently used entry.
    this.#signed.delete(key);
    this.#signed.set(key, made);
    const [oldest] = this.#signed.keys();
    if (this.#signed.size > REMEMBERED && oldest !== undefined) this.#signed.delete(oldest);
    return made;
  }

  /** With the signatures of others as far as they came; one that lacks some is not remembered. */
  async #makeSigned(head: TreeHead, key: string): Promise<SignedHead> {
    const own = await this.#ownSigned(head);
    const { signatures, all } = await this.#signing.others(own);
    if (!all) this.#signed.delete(key);
    return { ...own, signatures: [...own.signatures, ...signatures] };
  }

  async #ownSigned({ blocks, rootHash, ledgerId }: TreeHead): Promise<SignedHead> {
    const head = { blocks, rootHash, ledgerId };
    return { v: 1, kind: 'manam-trace/head', ...head, signatures: await this.#signing.own(head) };
  }

  /** The proof from the stored nodes, which must be valid; one that ends at the known head must end in its root. */
  async #consistent(from: number, to: number, known: Known): Promise<ConsistencyProof> {
    const { ledgerId } = known.head;
    const { fromRoot, toRoot, hashes } = await storedConsistency(this.#pool, this.#source.tables, from, to).catch(
      (error: unknown) => {
        if (error instanceof LedgerAltered) this.#treeIsChanged();
        throw error;
      },
    );
    const end = to === known.head.blocks ? fromHex(known.head.rootHash) : toRoot;
    if (!(await isConsistent({ size: from, root: fromRoot }, { size: to, root: end }, hashes, nativeSha256))) {
      this.#treeIsChanged();
      throw new LedgerAltered(LEDGER.treeChanged({}));
    }
    return {
      from: { blocks: from, rootHash: toHex(fromRoot), ledgerId },
      to: { blocks: to, rootHash: toHex(end), ledgerId },
      hashes: hashes.map(toHex),
    };
  }

  #settle(known: Known, how?: 'declared'): void {
    if (this.#alarm !== null) this.#log?.warn({}, 'The ledger holds again what was known of it');
    this.#alarm = null;
    const newer = this.#known === null || known.head.blocks > this.#known.head.blocks;
    if (!newer && how === undefined) return;
    this.#known = known;
    // A stored head is checked by the server's own signature: storing never waits for other signers.
    this.#keeping.keep(() => this.#ownSigned(known.head), how === 'declared');
  }

  #sound(alarm: Message): void {
    if (this.#alarm?.text !== alarm.text)
      this.#log?.error({ alarm: alarm.text }, 'The ledger is not what was known of it: nothing is recorded');
    this.#alarm = alarm;
    this.#comparedAt = performance.now();
  }

  #treeIsChanged(): void {
    if (this.#treeFault === null) this.#log?.error({}, LEDGER.treeChanged({}).text);
    this.#treeFault = LEDGER.treeChanged({});
  }

  /**
   * The stored head is the known one; without it, the blocks decide. @throws LedgerAltered when the blocks do not match
   * it
   */
  async #begin(client: Queryable): Promise<Known> {
    const kept = this.#kept;
    if (kept === null) return this.#scan(client, null);
    const ledgerId = await this.#hashOfBlock(client, 0);
    if (ledgerId !== kept.ledgerId) {
      throw new LedgerAltered(LEDGER.anotherLedger({}));
    }
    if ((await this.#signing.faults(kept)).length > 0) {
      throw new LedgerAltered(LEDGER.headNotSigned({}));
    }
    await this.#assertHeight(client, kept.blocks);
    const fromNodes = await this.#fromNodes(client, kept);
    if (fromNodes !== null) return fromNodes;
    const fromBlocks = await this.#fromBlocks(client, kept);
    // The blocks are right, so it is the nodes that are not.
    this.#treeIsChanged();
    return fromBlocks;
  }

  /** The tree of a head out of its stored nodes, and the block that it ends in; null when they do not lead to its root. */
  async #fromNodes(client: Queryable, head: TreeHead): Promise<Known | null> {
    try {
      const root = fromHex(head.rootHash);
      const tree = await storedFrontier(client, this.#source.tables, head.blocks);
      const tip = await this.#hashOfBlock(client, head.blocks - 1);
      if (tip === null || toHex(await foldPeaks(tree.peaks, nativeSha256)) !== head.rootHash) return null;
      const leaf = await headLeaf(tip, nativeSha256);
      const path = await storedPath(client, this.#source.tables, head.blocks);
      const reached = await rootOfPath(leaf, head.blocks - 1, head.blocks, path, nativeSha256);
      return reached !== null && sameBytes(reached, root) ? { head: plain(head), tree, tip } : null;
    } catch (error) {
      if (error instanceof LedgerAltered) return null;
      throw error;
    }
  }

  /** The same out of all its blocks. @throws LedgerAltered when they do not lead to its root */
  async #fromBlocks(client: Queryable, head: TreeHead): Promise<Known> {
    const known = await this.#scan(client, head.blocks);
    if (!sameHead(known.head, head)) {
      throw new LedgerAltered(LEDGER.otherBlocks({ blocks: head.blocks }));
    }
    return known;
  }

  /** What the blocks themselves say, without a word on who made them: for a ledger of which nothing is known yet. */
  async #scan(client: Queryable, end: number | null): Promise<Known> {
    let tree = EMPTY_FRONTIER;
    let first: string | null = null;
    let tip: string | null = null;
    for await (const { hash } of scanBlocks(client, this.#source.tables, 0, end)) {
      ({ frontier: tree } = await grow(tree, await headLeaf(hash, nativeSha256), nativeSha256));
      first ??= hash;
      tip = hash;
    }
    if (first === null || tip === null) throw new LedgerAltered(missingBlocks(0, 0));
    return { head: await headOf(tree, first), tree, tip };
  }

  /** Where it was declared that those who know a head go on from, as the blocks say; null when that is nowhere. */
  async #since(client: Queryable, head: TreeHead | null): Promise<Known | null> {
    const since = head === null ? null : await this.#source.since(client, head);
    if (since === null) return null;
    try {
      return await (since === 'block 0' ? this.#scan(client, 1) : this.#fromBlocks(client, since));
    } catch (error) {
      if (error instanceof LedgerAltered) return null;
      throw error;
    }
  }

  /**
   * Follows the blocks after a known one: each names the one before by its hash, and the newest is signed, with which all are.
   * @param how 'own': the caller signed them itself
   * @throws LedgerAltered when the known block is not there, or one after it does not follow
   */
  async #walk(client: Queryable, from: Known, how: 'check' | 'own'): Promise<{ known: Known; nodes: TreeNode[] }> {
    let { tree, tip } = from;
    const nodes: TreeNode[] = [];
    for (;;) {
      const rows = await storedHeaders(client, this.#source.tables, tree.leaves - 1, PORTION + 1);
      const [known, ...later] = rows;
      if (known?.number !== tree.leaves - 1) {
        await this.#assertHeight(client, tree.leaves);
        throw new LedgerAltered(missingBlocks(tree.leaves - 1, tree.leaves - 1));
      }
      if (known.headerHash !== tip) {
        throw new LedgerAltered(LEDGER.otherBlock({ block: known.number }));
      }
      for (const row of later) {
        if (row.number !== tree.leaves) throw new LedgerAltered(missingBlocks(tree.leaves, row.number - 1));
        if (row.previousHash !== tip || (await headerHash(row, nativeSha256)) !== row.headerHash) {
          throw new LedgerAltered(LEDGER.blockNotLinked({ block: row.number }));
        }
        const grown = await grow(tree, await headLeaf(row.headerHash, nativeSha256), nativeSha256);
        tree = grown.frontier;
        tip = row.headerHash;
        nodes.push(...grown.nodes);
      }
      const newest = later.at(-1);
      if (newest !== undefined && how === 'check') await this.#assertSigned(newest);
      if (later.length === PORTION) continue;
      return { known: { head: await headOf(tree, from.head.ledgerId), tree, tip }, nodes };
    }
  }

  async #assertSigned(row: HeaderRow): Promise<void> {
    if (!(await this.#source.isSigned(row))) throw new LedgerAltered(LEDGER.blockNotSigned({ block: row.number }));
  }

  async #hashOfBlock(client: Queryable, number: number): Promise<string | null> {
    const { rows } = await client.query<{ hash: string }>(
      `select encode(header_hash, 'hex') as hash from ${this.#source.tables.blocks} where number = $1`,
      [number],
    );
    return rows[0]?.hash ?? null;
  }

  /** @throws LedgerAltered naming the newest blocks that are missing, when there are fewer than there were */
  async #assertHeight(client: Queryable, blocks: number): Promise<void> {
    const { rows } = await client.query<{ height: number }>(
      `select (coalesce(max(number), -1) + 1)::int as height from ${this.#source.tables.blocks}`,
    );
    const height = rows[0]?.height ?? 0;
    if (height < blocks) throw new LedgerAltered(missingBlocks(height, blocks - 1));
  }
}

async function headOf(tree: Frontier, ledgerId: string): Promise<TreeHead> {
  return { blocks: tree.leaves, rootHash: toHex(await foldPeaks(tree.peaks, nativeSha256)), ledgerId };
}

function plain({ blocks, rootHash, ledgerId }: TreeHead): TreeHead {
  return { blocks, rootHash, ledgerId };
}

function sameBytes(a: Bytes, b: Bytes): boolean {
  return Buffer.compare(a, b) === 0;
}
