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
 * Stores the ledger head of an hour: a later visit verifies that the ledger has only been extended since
 * (docs/spec/proofs.md, 'Tree heads of an earlier visit'). All visitors of an hour store the same head, so that sending
 * it back does not identify a visitor. Loaded once a lot is shown.
 */
const KEY = 'manam.head';

export interface StoredHead {
  blocks: number;
  rootHash: string;
  ledgerId: string;
}

export interface LedgerNoticeContent {
  tone: 'alarm' | 'pod';
  word: VerifyWord;
  /** reason, if the server gives one */
  reason?: readonly Message[];
}

type Answer = { status: number; body: unknown };
/** Storage for heads. */
type Store = Pick<DeviceStorage, 'getItem' | 'setItem'>;
/** Requests a path below `/ledger`; null without a response. */
export type Ask = (path: string) => Promise<Answer | null>;

/** Verifies signatures of heads (`headSigned.ts`), loaded when a head is available. */
type Signatures = () => Promise<{
  headSigned(answer: unknown): Promise<HeadSigned | null>;
  isClosedByThose(closing: unknown, kept: unknown): Promise<boolean | null>;
  isRestoredByThose(declared: unknown, kept: unknown): Promise<boolean | null>;
}>;

const CHANGED: LedgerNoticeContent = { tone: 'alarm', word: { id: 'notice.changed' } };
const UNSIGNED: LedgerNoticeContent = { tone: 'alarm', word: { id: 'notice.unsigned' } };

const isHash = (text: unknown): text is string => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** Parses a head from a response or storage; null if it is invalid. */
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

/** The stored head of an earlier visit, or null. */
export function loadHead(storage: Pick<Store, 'getItem'>): StoredHead | null {
  return readHead(loadWhole(storage));
}

function keep(storage: Store, head: unknown): void {
  storage.setItem(KEY, JSON.stringify(head));
}

/**
 * The declarations of a restore to before the stored head; after such a restore the ledger does not extend that head.
 */
function restorationsOf(kept: StoredHead, restorations: unknown): unknown[] {
  if (!Array.isArray(restorations)) return [];
  return restorations.filter((declared: unknown) => {
    const [from, to] = [readHead(member(declared, 'from')), readHead(member(declared, 'to'))];
    if (from === null || to === null || from.ledgerId !== kept.ledgerId) return false;
    return kept.blocks <= from.blocks && (to.ledgerId !== kept.ledgerId || kept.blocks > to.blocks);
  });
}

/** Whether this ledger replaced the one of the stored head, according to the closing head in its block 0. */
function wasMoved(kept: StoredHead, head: StoredHead, closed: StoredHead | null): boolean {
  return closed !== null && head.ledgerId !== kept.ledgerId && canEndAs(closed, kept);
}

/**
 * The consistency proof between two ledger sizes, with the root of the earlier one as the server sent it; null if there
 * is none.
 */
async function consistency(from: number, to: number, ask: Ask): Promise<{ root: string; hashes: string[] } | null> {
  const answer = await ask(`/consistency?from=${from}&to=${to}`);
  const data = answer?.status === 200 ? member(answer.body, 'data') : null;
  const hashes = readHashes(member(data, 'hashes'));
  const root = member(member(data, 'from'), 'rootHash');
  return hashes !== null && isHash(root) ? { root, hashes } : null;
}

/**
 * Whether the stored head covers a block, so that a proof and the head belong to the same ledger history.
 * @returns null if that is unknown, as for a block newer than the head
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

/** @returns null if it cannot be checked */
async function extendsKept(kept: StoredHead, head: StoredHead, ask: Ask): Promise<boolean | null> {
  if (kept.ledgerId !== head.ledgerId) return false;
  const size = ({ blocks, rootHash }: StoredHead) => ({ size: blocks, root: fromHex(rootHash) });
  if (kept.blocks === head.blocks) return isConsistent(size(kept), size(head), []);
  // One of several servers may lag behind: then the stored head is the newer one and must still be valid.
  const [earlier, later] = kept.blocks < head.blocks ? [kept, head] : [head, kept];
  const answer = await ask(`/consistency?from=${earlier.blocks}&to=${later.blocks}`);
  if (answer?.status === 409 || answer?.status === 404) return false;
  const hashes = answer?.status === 200 ? readHashes(member(member(answer.body, 'data'), 'hashes')) : null;
  // Use our own heads, not those in the response.
  return hashes === null ? null : isConsistent(size(earlier), size(later), hashes.map(fromHex));
}

/**
 * Compares the ledger with the stored head and stores the newer one.
 * @returns the notice to show; null if there is none, or the check is not possible, since network errors are not an
 * alarm
 */
export async function checkStoredHead(
  storage: Store,
  ask: Ask,
  signatures: Signatures,
): Promise<LedgerNoticeContent | null> {
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
    // A first visit has nothing to compare with, so it does not load the script that verifies signatures.
    keep(storage, signed);
    return null;
  }
  const { headSigned, isClosedByThose, isRestoredByThose } = await signatures();
  const by = await headSigned(data);
  if (by?.kind === 'wrong') return UNSIGNED;
  const lacking: LedgerNoticeContent | null =
    by?.kind === 'lacking'
      ? { tone: 'pod', word: { id: 'notice.lacking', params: { names: by.names.join(', ') } } }
      : null;
  const fits = await extendsKept(kept, head, ask);
  if (fits === null) return null;
  // Stored with signatures, which prove that the organisations published this head.
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

/** Sends one request without retry. */
export async function askLedger(path: string): Promise<Answer | null> {
  try {
    const response = await notedFetch(`${apiUrl()}/ledger${path}`, { headers: { 'Cache-Control': 'no-cache' } });
    return { status: response.status, body: await response.json() };
  } catch {
    return null;
  }
}
