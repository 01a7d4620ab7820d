import { currentRequest } from '../../platform/database/requestScope.ts';
import { readConsignmentContent, readContent } from '../../domain/ledger/content.ts';
import { utf8, toHex } from '../../domain/proof/hashing.ts';
import { leafHash } from '../../domain/proof/merkle.ts';
import { readRegisterContent } from '../../domain/ledger/register.ts';
import type { Signers } from '../../domain/proof/certificate.ts';
import type { CheckedTransaction, TransactionPayload } from '../../domain/proof/transaction.ts';
import type { Endorser } from '../../domain/public/publicAnswers.ts';
import { nativeContentHash, nativeSha256 } from '../../platform/checkpoints/nativeSha256.ts';
import { pause } from '../../platform/concurrency/pause.ts';
import type { LedgerEntry, LotChain } from '../../domain/ledger/ledger.ts';
import { readLeaves } from './blockCheck.ts';
import { rowFault } from './rowAgrees.ts';
import type { CachedVerdicts, TrustedOrganisations } from './cachedVerdicts.ts';
import {
  NOTHING_KNOWN,
  type LotBatch,
  type OwnBlock,
  type StoredBlock,
  type StoredTransaction,
} from './storedChain.ts';

/** Events and blocks that are checked at a time: they block the event loop for about 2 ms. */
const AT_ONCE = 32;

function endorsersOf(checked: CheckedTransaction, signers: Signers): Endorser[] {
  return checked.endorsements.map(({ mspId, signature }) => {
    const signer = signers.get(mspId);
    return {
      mspId,
      organisation: signer?.name ?? mspId,
      certificateFingerprint: signer?.fingerprint ?? '',
      signature,
    };
  });
}

/** A lot's chain, or its beginning, as checked; later parts are checked and appended. */
export interface CheckedPart {
  readonly entries: readonly LedgerEntry[];
  /** content hash of the last transaction, which the next content names; null when there is none that can be read */
  readonly lastHash: string | null;
  /** blocks that do not check out by themselves */
  readonly faulty: ReadonlySet<number>;
  /** blocks at fault: those, and neighbours that are not linked to them */
  readonly broken: ReadonlySet<number>;
  /** blocks whose events do not count as recorded */
  readonly invalid: ReadonlySet<number>;
  /** of all the bytes that were looked at; null for none */
  readonly print: string | null;
  /** `seq` of the last event */
  readonly known: number;
}

/** Where each check begins. */
export const UNCHECKED: CheckedPart = {
  entries: [],
  lastHash: null,
  faulty: new Set(),
  broken: new Set(),
  invalid: new Set(),
  print: null,
  known: NOTHING_KNOWN,
};

/** What a lot's chain is judged by. */
export interface Judges extends TrustedOrganisations {
  /** whether block 0 checks out */
  genesisValid: boolean;
  verdicts: CachedVerdicts;
}

/**
 * Checks the portions in advance, so that their verdicts are cached: the expensive part of `checkPortion`.
 * @throws the reason why the current request is over, between two steps
 */
export async function checkAhead(portions: readonly LotBatch[], judges: Judges): Promise<void> {
  const blocks = new Map(portions.flatMap((portion) => portion.blocks).map((own) => [own.number, own]));
  await inSteps([...blocks.values()], async (some) => void (await allMatchLedger(some, judges)));
  const transactions = portions.flatMap((portion) => portion.transactions);
  await inSteps(transactions, async (some) => {
    await judges.verdicts.transactions(
      some.map(({ envelope }) => envelope),
      judges,
    );
  });
}

/**
 * Checks the next portion of a lot's chain.
 * @throws the reason why the current request is over, between two steps
 */
export async function checkPortion(before: CheckedPart, portion: LotBatch, judges: Judges): Promise<CheckedPart> {
  if (portion.transactions.length === 0) return before;
  const blocks = new Map(portion.blocks.map((own) => [own.number, own]));
  const [faulty, broken, invalid] = [new Set(before.faulty), new Set(before.broken), new Set(before.invalid)];
  await inSteps(portion.blocks, async (some) => {
    const sound = await allMatchLedger(some, judges);
    for (const [i, own] of some.entries()) {
      if (sound[i] === false) faulty.add(own.number);
      judgeBlock(own, sound[i] === true, broken, invalid);
    }
  });
  const entries = [...before.entries];
  let { lastHash } = before;
  await inSteps(portion.transactions, async (some) => {
    const envelopes = some.map(({ envelope }) => envelope);
    const checked = await judges.verdicts.transactions(envelopes, judges);
    for (const [i, row] of some.entries()) {
      const transaction = checked[i] as CheckedTransaction;
      const { payload } = transaction;
      const own = blocks.get(row.blockNumber);
      const block = own?.block ?? null;
      // The block's time is only in its transactions, where it is signed.
      if (payload && block && Date.parse(payload.at) !== block.at) {
        broken.add(block.number);
        invalid.add(block.number);
      }
      const content =
        readContent(row.content) ?? readRegisterContent(row.content) ?? readConsignmentContent(row.content);
      const fits = payload !== null && (await rowFault(row, payload)) === null && (await isLeaf(row, own));
      const valid = transaction.faults.length === 0 && fits && row.seq === entries.length + 1;
      const follows = content?.prev === lastHash;
      lastHash = recordedHash(row, payload, fits);
      entries.push(entryOf(row, transaction, { block, valid: valid && follows, signers: judges.signers }));
    }
  });
  const known = portion.transactions.at(-1)?.seq ?? before.known;
  return { entries, lastHash, faulty, broken, invalid, print: portion.print, known };
}

/** The chain of the parts of a lot's chain, with the end from the last portion. */
export function assembleChain(
  part: CheckedPart,
  { headSeq, leftBehind, rivals }: LotBatch,
  { genesisValid }: Judges,
): LotChain {
  const missing = missingSeqs(part, headSeq);
  if (part.entries.length === 0) return { entries: [], brokenBlocks: [], missing, rivals };
  const broken = new Set(part.broken);
  if (!genesisValid) broken.add(0);
  for (const number of leftBehind) broken.add(part.faulty.has(number) ? number : number + 1);
  const entries = part.entries.map((entry) =>
    part.invalid.has(entry.blockNumber) ? { ...entry, blockValid: false } : entry,
  );
  return { entries, brokenBlocks: [...broken].sort((a, b) => a - b), missing, rivals };
}

/** Whether nothing is wrong with a chain. */
export function isWhole({ entries, brokenBlocks, missing, rivals }: LotChain): boolean {
  const valid = entries.every(({ transactionValid, blockValid }) => transactionValid && blockValid);
  return valid && brokenBlocks.length === 0 && missing.length === 0 && rivals.length === 0;
}

function entryOf(
  row: StoredTransaction,
  transaction: CheckedTransaction,
  { block, valid, signers }: { block: StoredBlock | null; valid: boolean; signers: Signers },
): LedgerEntry {
  const { payload } = transaction;
  return {
    eventId: row.eventId,
    seq: row.seq,
    content: row.content,
    transactionId: row.txId,
    blockNumber: row.blockNumber,
    blockTime: new Date(block?.at ?? payload?.at ?? 0),
    chaincode: payload?.chaincode.name ?? '',
    endorsers: endorsersOf(transaction, signers),
    transactionValid: valid,
    blockValid: true,
  };
}

/** The content hash that a transaction records, which the next content of the chain names. */
function recordedHash(row: StoredTransaction, payload: TransactionPayload | null, fits: boolean): string | null {
  if (payload?.v === 1) return payload.contentHash;
  // Of several events a transaction names the root alone.
  return fits && row.content !== null ? nativeContentHash(row.content) : null;
}

/**
 * Whether the envelope of a row is the leaf of its block. The leaf is that of the transaction's first row; the rows of its further
 * events repeat it.
 */
async function isLeaf({ part, position, envelope }: StoredTransaction, own: OwnBlock | undefined): Promise<boolean> {
  if (part === 0 || own === undefined) return true;
  const { positions, hashes } = readLeaves(own);
  const leaf = hashes[positions.indexOf(position)];
  return leaf !== undefined && toHex(leaf) === toHex(await leafHash(utf8(envelope), nativeSha256));
}

async function allMatchLedger(some: readonly OwnBlock[], judges: Judges): Promise<boolean[]> {
  const there = some.flatMap(({ block, positions, hashes }) => (block === null ? [] : [{ block, positions, hashes }]));
  const faults = await judges.verdicts.blocks(there, judges);
  const sound = new Set(there.filter((_, i) => faults[i]?.length === 0).map(({ block }) => block.number));
  return some.map(({ number }) => sound.has(number));
}

/** Adds the blocks at fault to `broken`, and the block itself to `invalid` when its events do not count. */
function judgeBlock(own: OwnBlock, sound: boolean, broken: Set<number>, invalid: Set<number>): void {
  if (!sound) broken.add(own.number);
  if (own.block === null || own.follows === true) {
    if (!sound) invalid.add(own.number);
    return;
  }
  // A missing block before is at fault itself; of two that are not linked it is the one that does not check out.
  broken.add(own.follows === null || sound ? own.number - 1 : own.number);
  invalid.add(own.number);
}

/** Goes through a list a few at a time, with turns for others in between. */
async function inSteps<T>(all: readonly T[], step: (some: readonly T[]) => Promise<void>): Promise<void> {
  for (let from = 0; from < all.length; from += AT_ONCE) {
    await pause();
    const over = currentRequest()?.timeout;
    if (over) throw over;
    await step(all.slice(from, from + AT_ONCE));
  }
}

/** More than this many missing events are not listed one by one. */
const MISSING_LISTED = 100;

function missingSeqs({ entries }: CheckedPart, headSeq: number | null): number[] {
  const last = Math.max(headSeq ?? 0, entries.at(-1)?.seq ?? 0);
  const shown = new Set(entries.map(({ seq }) => seq));
  const missing: number[] = [];
  for (let seq = 1; seq <= last && missing.length < MISSING_LISTED; seq += 1) if (!shown.has(seq)) missing.push(seq);
  return missing;
}
