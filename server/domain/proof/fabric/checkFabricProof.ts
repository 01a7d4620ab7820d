import { recordedEvents, CONTRACT_NAME, type RecordedEvents } from '../../ledger/channelForms.ts';
import { headerHash } from '../block.ts';
import { readAuthority, type Authority } from '../certificate.ts';
import { canonicalText, contentTextHash, fromHex, type Bytes } from '../hashing.ts';
import {
  checkChain,
  checkStated,
  checkRoots,
  contentOf,
  recordedLot,
  transactionRefusal,
  type JudgedEvent,
} from '../judgedEvents.ts';
import type { FabricProof } from '../proofFile.ts';
import { because, type ProofRefusal } from '../proofSteps.ts';
import type { ProofCheckOptions, ProofVerdict, ReportedSteps } from '../reportedSteps.ts';
import { blockDataHash, readHeaderSignatures } from './block.ts';
import { fromBase64, readFabricEnvelope, type FabricTransaction } from './envelope.ts';
import { FabricSignatures, type ChannelMembers } from './members.ts';

/** An event of a file, with the transaction that records it. */
interface ReadEvent extends JudgedEvent {
  transaction: FabricTransaction;
}

/** A transaction of a file, read. */
interface ReadTransaction {
  transaction: FabricTransaction;
  envelope: Bytes;
  recorded: RecordedEvents;
  block: number;
}

/**
 * Checks the proof of a lot on a Fabric channel, after the check of its form. A transaction contains the hashes of what
 * it records, and a majority of the channel's organizations signed that answer. Its position among all others can be
 * shown only by whole blocks; without them that step stays open, and the proof shows that these organizations endorsed
 * these events in this order.
 */
export async function checkFabricProof(
  file: FabricProof,
  options: ProofCheckOptions,
  told: ReportedSteps,
): Promise<ProofVerdict> {
  const members = await readMembers(file);
  if ('reason' in members) return told.failed('roots', members);
  // The root of those who order counts with the headers.
  const ordering = members.ordering.rootFingerprint;
  const roots = options.roots?.filter((one) => one.toLowerCase() !== ordering);
  const trusted = checkRoots(members.organisations.values(), roots);
  if ('computed' in trusted) await told.proven('roots', trusted.computed);
  else if (roots === undefined) await told.open('roots', trusted);
  else return told.failed('roots', trusted);

  const events = await readEvents(file);
  if ('reason' in events) return told.failed('events', events);
  await told.proven('events', { events: events.length, hash: events.at(-1)?.hash ?? '' });

  const broken = checkChain(events);
  if (broken !== null) return told.failed('chain', broken);
  const recorded = recordedLot(events);
  await told.proven('chain', { events: events.length, links: events.length - 1 });

  const whole = file.blocks.every(({ envelopes }) => envelopes !== undefined);
  const lost = whole ? await checkPlaces(file) : null;
  if (lost !== null) return told.failed('path', lost, recorded);
  const hashes = file.blocks.reduce((sum, { envelopes }) => sum + (envelopes?.length ?? 0), 0);
  if (whole) await told.proven('path', { events: events.length, blocks: file.blocks.length, hashes, whole: true });
  else await told.open('path', because('whole_blocks', {}));

  const signatures = new FabricSignatures(members);
  const differs = await checkHeaders(file, signatures);
  if (differs !== null) return told.failed('headers', differs, recorded);
  const numbers = file.blocks.map(({ number }) => number);
  const known = options.roots?.some((one) => one.toLowerCase() === ordering) === true;
  if (known || options.roots === undefined) {
    await told.proven('headers', { blocks: numbers.length, first: numbers.at(0) ?? 0, last: numbers.at(-1) ?? 0 });
  } else await told.open('headers', because('ordering_root', { organisation: members.ordering.name }));

  const nameOf = (mspId: string): string => members.organisations.get(mspId)?.name ?? mspId;
  for (const { number, transaction } of events) {
    const [fault] = await signatures.transactionFaults(transaction);
    if (fault !== undefined) return told.failed('signatures', transactionRefusal(fault, number, nameOf), recorded);
  }
  const endorsed = new Set(events.map(({ transaction }) => transaction));
  await told.proven('signatures', {
    organisations: [...members.organisations.values()].map(({ name }) => name),
    signatures: [...endorsed].reduce((sum, { endorsements }) => sum + endorsements.length, 0),
  });
  const newest = file.blocks.at(-1);
  if (known && whole && newest !== undefined) {
    told.newest = { number: newest.number, headerHash: await headerHash(newest) };
  }
  return checkStated(events, recorded, options, told);
}

async function readMembers(file: FabricProof): Promise<ChannelMembers | ProofRefusal> {
  const organisations = new Map<string, Authority>();
  for (const one of [...file.organisations, file.ordering]) {
    const read = await readAuthority({ ...one, rootCertificate: fromHex(one.rootCertificate) });
    if ('fault' in read) return because('certificate', { organisation: one.name });
    if (organisations.has(one.mspId)) return because('organisation_twice', { organisation: one.name });
    organisations.set(one.mspId, read);
  }
  const ordering = organisations.get(file.ordering.mspId);
  if (ordering === undefined) return because('certificate', { organisation: file.ordering.name });
  organisations.delete(ordering.mspId);
  return { organisations, ordering };
}

/** The events, each of which must be recorded by its transaction under the hash of its content. */
async function readEvents(file: FabricProof): Promise<readonly ReadEvent[] | ProofRefusal> {
  const transactions = await Promise.all(file.transactions.map((one) => readTransaction(one)));
  const read: ReadEvent[] = [];
  for (const [i, event] of file.events.entries()) {
    const number = i + 1;
    const content = contentOf(event.content, number);
    if ('reason' in content) return content;
    const from = transactions[event.transaction] ?? null;
    if (from === null) return because('transaction_unreadable', { event: number });
    const hash = await contentTextHash(event.content);
    const entry = from.recorded.events.find(({ contentHash }) => contentHash === hash);
    if (entry === undefined) return because('content_differs', { event: number });
    if (content.lotKey !== file.lotKey) return because('another_event', { event: number });
    const contract = entry.contract ?? from.recorded.contract;
    read.push({ number, content, hash, contract, disclosed: event.disclosed, transaction: from.transaction });
  }
  return read;
}

/** Null for a transaction of another contract. */
async function readTransaction({
  envelope: text,
  block,
}: FabricProof['transactions'][number]): Promise<ReadTransaction | null> {
  try {
    const envelope = fromBase64(text);
    const transaction = await readFabricEnvelope(envelope);
    if (transaction === null || transaction.chaincode.name !== CONTRACT_NAME) return null;
    const answer = new TextDecoder('utf-8', { fatal: true }).decode(transaction.answer);
    const parsed = recordedEvents.safeParse(JSON.parse(answer));
    if (!parsed.success || canonicalText(parsed.data) !== answer) return null;
    return { transaction, envelope, recorded: parsed.data, block };
  } catch {
    return null;
  }
}

/** Whether each transaction is in its block, whose data hash is that of all its transactions together. */
async function checkPlaces(file: FabricProof): Promise<ProofRefusal | null> {
  const blocks = new Map(file.blocks.map((block) => [block.number, block]));
  for (const block of file.blocks) {
    const dataHash = await blockDataHash((block.envelopes ?? []).map(fromBase64));
    if (dataHash !== block.dataHash) return because('path_differs', { event: 1, block: block.number });
  }
  for (const [i, { transaction }] of file.events.entries()) {
    const from = file.transactions[transaction];
    const there = from !== undefined && blocks.get(from.block)?.envelopes?.includes(from.envelope) === true;
    if (!there) return because('path_differs', { event: i + 1, block: from?.block ?? 0 });
  }
  return null;
}

/** Whether those who order signed each header, and headers that follow one another name each other. */
async function checkHeaders(file: FabricProof, signatures: FabricSignatures): Promise<ProofRefusal | null> {
  let before: { number: number; hash: string } | null = null;
  for (const block of file.blocks) {
    const hash = await headerHash(block);
    const unlinked =
      before !== null &&
      (block.number <= before.number || (block.number === before.number + 1 && block.previousHash !== before.hash));
    if (unlinked) return because('headers_unlinked', { block: block.number });
    if (!(await isSigned(block, signatures))) return because('header_differs', { block: block.number });
    before = { number: block.number, hash };
  }
  return null;
}

async function isSigned(block: FabricProof['blocks'][number], signatures: FabricSignatures): Promise<boolean> {
  const { number, previousHash, dataHash } = block;
  try {
    const read = readHeaderSignatures({ number, previousHash, dataHash }, fromBase64(block.signatures));
    return (await signatures.headerFaults(read)).length === 0;
  } catch {
    return false;
  }
}
