import { versionOf } from '../ledger/content.ts';
import { headerBytes, headerHash } from './block.ts';
import { readSigner, type Signer, type Signers } from './certificate.ts';
import { checkFabricProof } from './fabric/checkFabricProof.ts';
import { contentTextHash, fromHex, toHex, utf8 } from './hashing.ts';
import {
  checkChain,
  checkStated,
  checkRoots,
  contentOf,
  recordedLot,
  signatureRefusal,
  transactionRefusal,
  type JudgedEvent,
} from './judgedEvents.ts';
import { leafHash, rootOfPath } from './merkle.ts';
import { PROOF_VERSIONS, type EmbeddedProof, type EmbeddedProofEvent } from './proofFile.ts';
import { because, type ProofRefusal } from './proofSteps.ts';
import { signatureFaults, type SignatureFault } from './signatures.ts';
import { ReportedSteps, type ProofCheckOptions, type ProofVerdict } from './reportedSteps.ts';
import { readEnvelope, recordedOtherwise, transactionFaults, type TransactionEnvelope } from './transaction.ts';

/** An event of a file, read. */
interface ReadEvent extends JudgedEvent {
  event: EmbeddedProofEvent;
  envelope: TransactionEnvelope;
}

/**
 * Checks a proof file step by step (docs/verify-a-proof.md), only with WebCrypto: the same in browser, server and
 * script. A failed step ends the check, since later steps depend on it. It shows that the events are on the ledger as
 * stated; it cannot show that there are no later ones, nor that the recorded facts were true.
 * @param raw the file, parsed from JSON, not trusted
 */
export async function checkProof(raw: unknown, options: ProofCheckOptions = {}): Promise<ProofVerdict> {
  const told = new ReportedSteps(options.onStep);
  const version = versionOf(raw) ?? 1;
  const form = PROOF_VERSIONS.get(version);
  if (form === undefined) return told.failed('file', because('unknown_version', { version }));
  const parsed = form.safeParse(raw);
  if (!parsed.success) {
    return told.failed('file', because('form', { where: parsed.error.issues[0]?.path.join('.') || 'file' }));
  }
  const file = parsed.data;
  await told.proven('file', { version: file.v, events: file.events.length });
  return file.ledger === 'fabric' ? checkFabricProof(file, options, told) : checkEmbeddedProof(file, options, told);
}

async function checkEmbeddedProof(
  file: EmbeddedProof,
  options: ProofCheckOptions,
  told: ReportedSteps,
): Promise<ProofVerdict> {
  const signers = await readSigners(file);
  if ('reason' in signers) return told.failed('roots', signers);
  const trusted = checkRoots(signers.values(), options.roots);
  if ('computed' in trusted) await told.proven('roots', trusted.computed);
  else if (options.roots === undefined) await told.open('roots', trusted);
  else return told.failed('roots', trusted);

  const events = await readEvents(file);
  if ('reason' in events) return told.failed('events', events);
  await told.proven('events', { events: events.length, hash: events.at(-1)?.hash ?? '' });

  const broken = checkChain(events);
  if (broken !== null) return told.failed('chain', broken);
  const recorded = recordedLot(events);
  await told.proven('chain', { events: events.length, links: events.length - 1 });

  const lost = await checkPaths(events);
  if (lost !== null) return told.failed('path', lost, recorded);
  const hashes = file.events.reduce((sum, { path, within }) => sum + path.length + (within?.path.length ?? 0), 0);
  const blocks = new Map(file.events.map(({ block }) => [block.number, block]));
  await told.proven('path', { events: events.length, blocks: blocks.size, hashes, whole: false });

  const headers = await checkHeaders(events, signers);
  if ('reason' in headers) return told.failed('headers', headers, recorded);
  const numbers = [...blocks.keys()];
  await told.proven('headers', { blocks: blocks.size, first: numbers.at(0) ?? 0, last: numbers.at(-1) ?? 0 });

  const unsigned = await checkSigned(events, headers, signers);
  if (unsigned !== null) return told.failed('signatures', unsigned, recorded);
  const signatures = (events.length + blocks.size) * signers.size;
  await told.proven('signatures', { organisations: [...signers.values()].map(({ name }) => name), signatures });
  const newest = file.events.at(-1)?.block;
  if (newest !== undefined) told.newest = { number: newest.number, headerHash: await headerHash(newest) };

  return checkStated(events, recorded, options, told);
}

async function readSigners(file: EmbeddedProof): Promise<Signers | ProofRefusal> {
  const signers = new Map<string, Signer>();
  for (const { mspId, name, rootCertificate, certificate } of file.organisations) {
    const read = await readSigner({
      mspId,
      name,
      rootCertificate: fromHex(rootCertificate),
      certificate: fromHex(certificate),
    });
    if ('fault' in read) return because('certificate', { organisation: name });
    if (signers.has(mspId)) return because('organisation_twice', { organisation: name });
    signers.set(mspId, read);
  }
  return signers;
}

/** The events, each matching the hash in its transaction. */
async function readEvents(file: EmbeddedProof): Promise<readonly ReadEvent[] | ProofRefusal> {
  const read: ReadEvent[] = [];
  for (const [i, event] of file.events.entries()) {
    const number = i + 1;
    const content = contentOf(event.content, number);
    if ('reason' in content) return content;
    const envelope = readEnvelope(event.transaction);
    if (envelope === null) return because('transaction_unreadable', { event: number });
    const { payload } = envelope;
    const contentHash = await contentTextHash(event.content);
    const { eventId, lotKey, seq } = content;
    const other = await recordedOtherwise(payload, { eventId, lotKey, seq, contentHash }, event.within ?? null);
    if (other === 'content') return because('content_differs', { event: number });
    if (other === 'keys' || lotKey !== file.lotKey) return because('another_event', { event: number });
    const { version: contract } = payload.chaincode;
    read.push({ number, event, content, hash: contentHash, contract, disclosed: event.disclosed, envelope });
  }
  return read;
}

async function checkPaths(events: readonly ReadEvent[]): Promise<ProofRefusal | null> {
  for (const { number, event } of events) {
    const leaf = await leafHash(utf8(event.transaction));
    const root = await rootOfPath(leaf, event.position, event.size, event.path.map(fromHex));
    if (root === null || toHex(root) !== event.block.dataHash) {
      return because('path_differs', { event: number, block: event.block.number });
    }
  }
  return null;
}

/**
 * Whether the headers were signed, by one organization at least (another step checks that all did), and fit one
 * another: one header for each block, in the order of the events, and each that follows the block before names its
 * hash.
 * @returns what is wrong with the signatures of each event's header
 */
async function checkHeaders(
  events: readonly ReadEvent[],
  signers: Signers,
): Promise<readonly SignatureFault[][] | ProofRefusal> {
  const all: SignatureFault[][] = [];
  let before: { number: number; hash: string } | null = null;
  for (const { event } of events) {
    const { block } = event;
    const hash = await headerHash(block);
    const unlinked =
      before !== null &&
      (block.number < before.number ||
        (block.number === before.number && hash !== before.hash) ||
        (block.number === before.number + 1 && block.previousHash !== before.hash));
    if (unlinked) return because('headers_unlinked', { block: block.number });
    const faults = await signatureFaults(headerBytes(block), block.signatures, signers);
    const unfit = new Set(faults.map(({ mspId }) => mspId));
    if ([...signers.keys()].every((mspId) => unfit.has(mspId))) {
      return because('header_differs', { block: block.number });
    }
    all.push(faults);
    before = { number: block.number, hash };
  }
  return all;
}

async function checkSigned(
  events: readonly ReadEvent[],
  headers: readonly SignatureFault[][],
  signers: Signers,
): Promise<ProofRefusal | null> {
  const nameOf = (mspId: string): string => signers.get(mspId)?.name ?? mspId;
  for (const { number, event, envelope } of events) {
    const [fault] = await transactionFaults(envelope, signers);
    if (fault !== undefined) return transactionRefusal(fault, number, nameOf);
    const unsigned = headers[number - 1]?.[0];
    if (unsigned !== undefined) return signatureRefusal(unsigned, 'block', event.block.number, nameOf);
  }
  return null;
}
