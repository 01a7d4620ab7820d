import { canEndAs, isConsistent } from '../../../server/domain/proof/consistency.ts';
import { fromHex } from '../../../server/domain/proof/hashing.ts';
import { isUnderHead, type NumberedBlock } from '../../../server/domain/proof/underHead.ts';
import type { DeviceStorage } from '../../deviceStorage.ts';
import type { Message } from '../../../server/domain/messages/message.ts';
import type { VerifyWord } from '../../words/verifyWords.ts';
import { apiUrl } from '../apiUrl.ts';
import { notedFetch } from './debugLog.ts';
import type { HeadSigned } from './headSigned.ts';
import { readMessages } from './readMessages.ts';

/*
 * The ledger's head of an hour, kept from one visit to the next: a later visit has it proved that the ledger has only
 * grown since (docs/spec/proofs.md, 'Tree heads of an earlier visit'). All visitors of an hour keep the same one, so
 * that sending it back tells nothing of who asks. It is loaded once a lot is shown.
 */
const KEY = 'manam.head';

export interface StoredHead {
  blocks: number;
  rootHash: string;
  ledgerId: string;
}

export interface LedgerNotice {
  tone: 'alarm' | 'pod';
  word: VerifyWord;
  /** why, where the server says so */
  reason?: readonly Message[];
}

type Answer = { status: number; body: unknown };
/** Where heads are kept. */
type Store = Pick<DeviceStorage, 'getItem' | 'setItem'>;
/** Asks for an address below `/ledger`; null when there is no answer */
export type Ask = (path: string) => Promise<Answer | null>;

/** Checks the signatures of heads (`headSigned.ts`): a page loads that once a head is there. */
type Signatures = () => Promise<{
  headSigned(answer: unknown): Promise<HeadSigned | null>;
  isClosedByThose(closing: unknown, kept: unknown): Promise<boolean | null>;
  isRestoredByThose(declared: unknown, kept: unknown): Promise<boolean | null>;
}>;

const CHANGED: LedgerNotice = { tone: 'alarm', word: { id: 'notice.changed' } };
const UNSIGNED: LedgerNotice = { tone: 'alarm', word: { id: 'notice.unsigned' } };

const isHash = (text: unknown): text is string => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** A head in an answer or in storage; null when it is none. */
export function readHead(value: unknown): StoredHead | null {
  const [blocks, rootHash, ledgerId] = ['blocks', 'rootHash', 'ledgerId'].map((name) => member(value, name));
  return typeof blocks === 'number' &&
    Number.isSafeInteger(blocks) &&
    blocks > 0 &&
    isHash(rootHash) &&
    isHash(ledgerId)
    ? { blocks, rootHash, ledgerId }
    : null;
}

function readHashes(value: unknown): string[] | null {
  return Array.isArray(value) && value.length <= 64 && value.every(isHash) ? value : null;
}

function loadWhole(storage: Pick<Store, 'getItem'>): unknown {
  try {
    return JSON.parse(storage.getItem(KEY) ?? 'null');
  } catch {
    return null;
  }
}

/** The head that an earlier visit kept; null where none did. */
export function loadHead(storage: Pick<Store, 'getItem'>): StoredHead | null {
  return readHead(loadWhole(storage));
}

function keep(storage: Store, head: unknown): void {
  storage.setItem(KEY, JSON.stringify(head));
}

/** The declarations that the ledger was restored to before the kept head, which is then no longer extended. */
function restorationsOf(kept: StoredHead, restorations: unknown): unknown[] {
  if (!Array.isArray(restorations)) return [];
  return restorations.filter((declared: unknown) => {
    const [from, to] = [readHead(member(declared, 'from')), readHead(member(declared, 'to'))];
    if (from === null || to === null || from.ledgerId !== kept.ledgerId) return false;
    return kept.blocks <= from.blocks && (to.ledgerId !== kept.ledgerId || kept.blocks > to.blocks);
  });
}

/** Whether the ledger took the place of the one of the kept head, by the closing head that its block 0 carries. */
function wasMoved(kept: StoredHead, head: StoredHead, closed: StoredHead | null): boolean {
  return closed !== null && head.ledgerId !== kept.ledgerId && canEndAs(closed, kept);
}

/** The proof that one size of the ledger extends another, and the earlier one's root as it was answered; null where there is none. */
async function consistency(from: number, to: number, ask: Ask): Promise<{ root: string; hashes: string[] } | null> {
  const answer = await ask(`/consistency?from=${from}&to=${to}`);
  const data = answer?.status === 200 ? member(answer.body, 'data') : null;
  const hashes = readHashes(member(data, 'hashes'));
  const root = member(member(data, 'from'), 'rootHash');
  return hashes !== null && isHash(root) ? { root, hashes } : null;
}

/**
 * Whether a block is one of those that the kept head counts, so that a proof and the head are of one history of the ledger.
 * @returns null when it cannot be told, as for a block that is newer than the head
 */
export async function isUnderKept(block: NumberedBlock, kept: StoredHead, ask: Ask): Promise<boolean | null> {
  const { number } = block;
  if (number >= kept.blocks) return null;
  const none = { root: '', hashes: [] };
  const [own, onward] = await Promise.all([
    number === 0 ? none : consistency(number, number + 1, ask),
    number + 1 === kept.blocks ? none : consistency(number + 1, kept.blocks, ask),
  ]);
  if (own === null || onward === null) return null;
  return isUnderHead(block, kept, { before: own.root, own: own.hashes, onward: onward.hashes });
}

/** @returns null when it cannot be told */
async function extendsKept(kept: StoredHead, head: StoredHead, ask: Ask): Promise<boolean | null> {
  if (kept.ledgerId !== head.ledgerId) return false;
  const size = ({ blocks, rootHash }: StoredHead) => ({ size: blocks, root: fromHex(rootHash) });
  if (kept.blocks === head.blocks) return isConsistent(size(kept), size(head), []);
  // One of several servers may be a little behind with the hour: then the kept head is the newer one, and still there.
  const [earlier, later] = kept.blocks < head.blocks ? [kept, head] : [head, kept];
  const answer = await ask(`/consistency?from=${earlier.blocks}&to=${later.blocks}`);
  if (answer?.status === 409 || answer?.status === 404) return false;
  const hashes = answer?.status === 200 ? readHashes(member(member(answer.body, 'data'), 'hashes')) : null;
  // Our own heads count, not those that stand in the answer.
  return hashes === null ? null : isConsistent(size(earlier), size(later), hashes.map(fromHex));
}

/**
 * Compares the ledger with the head that was kept, and keeps the newer one.
 * @returns what to tell; null when nothing is wrong, or nothing can be said: a weak line is no alarm
 */
export async function checkStoredHead(storage: Store, ask: Ask, signatures: Signatures): Promise<LedgerNotice | null> {
  const answer = await ask('/head?hourly=true');
  if (answer?.status === 409) {
    const reason = readMessages([member(answer.body, 'said')]);
    return reason.length > 0 ? { ...CHANGED, reason } : CHANGED;
  }
  const data = answer?.status === 200 ? member(answer.body, 'data') : null;
  const signed = member(data, 'head');
  const head = readHead(signed);
  if (head === null) return null;
  const whole = loadWhole(storage);
  const kept = readHead(whole);
  if (kept === null) {
    // There is nothing to compare it with, and nobody's word to hold it to: a first visit does without the script that checks signatures.
    keep(storage, signed);
    return null;
  }
  const { headSigned, isClosedByThose, isRestoredByThose } = await signatures();
  const by = await headSigned(data);
  if (by?.kind === 'wrong') return UNSIGNED;
  const lacking: LedgerNotice | null =
    by?.kind === 'lacking'
      ? { tone: 'pod', word: { id: 'notice.lacking', params: { names: by.names.join(', ') } } }
      : null;
  const fits = await extendsKept(kept, head, ask);
  if (fits === null) return null;
  // With its signatures: they are what its organisations cannot deny.
  if (fits && head.blocks > kept.blocks) keep(storage, signed);
  if (fits) return lacking;
  const closed = member(data, 'closed');
  const moved = wasMoved(kept, head, readHead(closed));
  const declared = moved
    ? [isClosedByThose(closed, whole)]
    : restorationsOf(kept, member(data, 'restorations')).map((one) => isRestoredByThose(one, whole));
  const words = await Promise.all(declared);
  if (words.every((byThose) => byThose === false)) return CHANGED;
  keep(storage, signed);
  if (!moved) return { tone: 'pod', word: { id: 'notice.restored' } };
  return { tone: 'pod', word: { id: words.includes(true) ? 'notice.movedSigned' : 'notice.moved' } };
}

/** Asks the server, once. */
export async function askLedger(path: string): Promise<Answer | null> {
  try {
    const response = await notedFetch(`${apiUrl()}/ledger${path}`, { headers: { 'Cache-Control': 'no-cache' } });
    return { status: response.status, body: await response.json() };
  } catch {
    return null;
  }
}
