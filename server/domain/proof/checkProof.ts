import { readContent, type EventContent } from '../ledger/content.ts';
import { foldEvents, type LotState } from '../ledger/fold.ts';
import { applyTransition, isContractVersion, type LotHead } from '../ledger/transitions.ts';
import { headerBytes, headerHash } from './block.ts';
import { readSigner, type Signer, type Signers } from './certificate.ts';
import { canonicalText, commitment, contentTextHash, fromHex, toHex, utf8 } from './hashing.ts';
import { leafHash, rootOfPath } from './merkle.ts';
import { proofFile, type ProofEvent, type ProofFile } from './proofFile.ts';
import { because, PROOF_STEPS, type Computed, type ProofStep, type ProofStepCode, type Refusal } from './proofSteps.ts';
import { compareShown, type OpenedValue, type ShownFields } from './shownFields.ts';
import { signatureFaults, type SignatureFault } from './signatures.ts';
import { readEnvelope, transactionFaults, type TransactionEnvelope, type TransactionFault } from './transaction.ts';
import type { NumberedBlock } from './underHead.ts';

export interface ProofCheckOptions {
  /**
   * SHA-256 (hex) of the root certificates that are trusted, got from elsewhere than the file; without any known the file is held
   * to its own certificates alone, and is not proven
   */
  roots?: readonly string[] | undefined;
  /** what is shown of the lot, to be held to what was recorded; left out, only the file's own opened values are */
  fields?: ShownFields | undefined;
  /** a change of the lot waits to be recorded, so that what is shown may be ahead of the ledger: no fault, but no proof */
  waiting?: boolean | undefined;
  /** told of each step as soon as it is done, and waited for */
  onStep?: ((step: ProofStep) => void | Promise<void>) | undefined;
}

export interface ProofVerdict {
  /** every step was proven; a step that was not checked does not count as proven */
  proven: boolean;
  /** all of `PROOF_STEPS`, in order */
  steps: ProofStep[];
  /** what the events tell of the lot; null unless their contents and chain were proven */
  recorded: LotState | null;
  /** the block of the newest event, to be held to a head (`underHead.ts`); null unless it was proven that all signed it */
  newest: NumberedBlock | null;
}

/** An event of a file, read. */
interface ReadEvent {
  /** counted from 1 */
  number: number;
  event: ProofEvent;
  content: EventContent;
  /** of the content */
  hash: string;
  envelope: TransactionEnvelope;
}

/**
 * Checks a proof file step by step (docs/verify-a-proof.md), with WebCrypto alone: the same in browser, server and script. A step
 * that fails ends it, since what comes after rests on it. It shows that the events stand on the ledger as told; it cannot
 * show that there are no later ones, nor that what was recorded was true.
 * @param raw the file, parsed from JSON, not trusted
 */
export async function checkProof(raw: unknown, options: ProofCheckOptions = {}): Promise<ProofVerdict> {
  const told = new ToldSteps(options.onStep);
  const parsed = proofFile.safeParse(raw);
  if (!parsed.success) {
    return told.failed('file', because('form', { where: parsed.error.issues[0]?.path.join('.') || 'file' }));
  }
  const file = parsed.data;
  await told.proven('file', { version: file.v, events: file.events.length });

  const signers = await readSigners(file);
  if ('reason' in signers) return told.failed('roots', signers);
  const trusted = checkRoots(signers, options.roots);
  if ('computed' in trusted) await told.proven('roots', trusted.computed);
  else if (options.roots === undefined) await told.open('roots', trusted);
  else return told.failed('roots', trusted);

  const events = await readEvents(file);
  if ('reason' in events) return told.failed('events', events);
  await told.proven('events', { events: events.length, hash: events.at(-1)?.hash ?? '' });

  const broken = checkChain(events);
  if (broken !== null) return told.failed('chain', broken);
  const recorded = foldEvents(events.map(({ content }) => content));
  await told.proven('chain', { events: events.length, links: events.length - 1 });

  const lost = await checkPaths(events);
  if (lost !== null) return told.failed('path', lost, recorded);
  const hashes = file.events.reduce((sum, { path }) => sum + path.length, 0);
  const blocks = new Map(file.events.map(({ block }) => [block.number, block]));
  await told.proven('path', { events: events.length, blocks: blocks.size, hashes });

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

  return checkFields(events, recorded, options, told);
}

/** The steps so far, and the verdict that they make. */
class ToldSteps {
  readonly #steps: ProofStep[] = [];
  readonly #onStep: ProofCheckOptions['onStep'];
  newest: NumberedBlock | null = null;

  constructor(onStep: ProofCheckOptions['onStep']) {
    this.#onStep = onStep;
  }

  async proven<Code extends ProofStepCode>(code: Code, computed: Computed[Code]): Promise<void> {
    // The compiler does not see that a code and what it computed make one of the union.
    await this.#add({ code, state: 'proven', computed } as ProofStep);
  }

  async open(code: ProofStepCode, { reason }: Refusal): Promise<void> {
    await this.#add({ code, state: 'not checked', reason });
  }

  /** The end: nothing after this step is checked. */
  async failed(code: ProofStepCode, { reason }: Refusal, recorded: LotState | null = null): Promise<ProofVerdict> {
    await this.#add({ code, state: 'failed', reason });
    for (const rest of PROOF_STEPS.slice(this.#steps.length)) await this.open(rest, because('rests', { step: code }));
    return this.verdict(recorded);
  }

  verdict(recorded: LotState | null): ProofVerdict {
    const proven = this.#steps.every(({ state }) => state === 'proven');
    return { proven, steps: this.#steps, recorded, newest: this.newest };
  }

  async #add(step: ProofStep): Promise<void> {
    this.#steps.push(step);
    await this.#onStep?.(step);
  }
}

async function readSigners(file: ProofFile): Promise<Signers | Refusal> {
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

function checkRoots(signers: Signers, roots: readonly string[] | undefined): { computed: Computed['roots'] } | Refusal {
  if (roots === undefined) return because('no_roots', {});
  const trusted = new Set(roots.map((one) => one.toLowerCase()));
  const organisations = [...signers.values()].map(({ name }) => name);
  const fingerprints = [...signers.values()].map(({ rootFingerprint }) => rootFingerprint);
  // Neither may lack one: every organisation has to sign.
  const same = new Set(fingerprints).size === trusted.size && fingerprints.every((one) => trusted.has(one));
  const computed = { organisations, fingerprints };
  return same ? { computed } : because('other_roots', computed);
}

/** A content in its one canonical form; of another form, or a version that the file's does not know, null. */
function contentOf(file: ProofFile, text: string): EventContent | null {
  const content = readContent(text);
  return content !== null && content.v <= file.v && canonicalText(content) === text ? content : null;
}

/** The events, each of which must be the one whose hash its transaction names. */
async function readEvents(file: ProofFile): Promise<readonly ReadEvent[] | Refusal> {
  const read: ReadEvent[] = [];
  for (const [i, event] of file.events.entries()) {
    const number = i + 1;
    const content = contentOf(file, event.content);
    if (content === null) return because('content_unreadable', { event: number });
    const envelope = readEnvelope(event.transaction);
    if (envelope === null) return because('transaction_unreadable', { event: number });
    const { payload } = envelope;
    const hash = await contentTextHash(event.content);
    if (payload.contentHash !== hash) return because('content_differs', { event: number });
    const ofLot = payload.lotKey === file.lotKey && content.lotKey === file.lotKey;
    if (!ofLot || payload.seq !== content.seq || payload.eventId !== content.eventId) {
      return because('another_event', { event: number });
    }
    read.push({ number, event, content, hash, envelope });
  }
  return read;
}

/**
 * Runs the ledger's own rules over the contents: gapless order, links by hash, allowed transitions; each event by the rules
 * that its transaction names.
 */
function checkChain(events: readonly ReadEvent[]): Refusal | null {
  let head: LotHead | null = null;
  for (const { number, content, hash, envelope } of events) {
    const { version } = envelope.payload.chaincode;
    if (!isContractVersion(version)) return because('unknown_rules', { event: number });
    const step = applyTransition(version, head, content, hash);
    if ('refusal' in step) return because('chain_broken', { event: number, refusal: step.refusal.code });
    head = step.head;
  }
  return null;
}

async function checkPaths(events: readonly ReadEvent[]): Promise<Refusal | null> {
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
 * Whether the headers are such as were signed, by one organisation at least (that all did is another step), and fit one another:
 * one header for each block, in the order of the events, and each that follows the block before names its hash.
 * @returns what is wrong with the signatures of each event's header
 */
async function checkHeaders(
  events: readonly ReadEvent[],
  signers: Signers,
): Promise<readonly SignatureFault[][] | Refusal> {
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
): Promise<Refusal | null> {
  const nameOf = (mspId: string): string => signers.get(mspId)?.name ?? mspId;
  for (const { number, event, envelope } of events) {
    const [fault] = await transactionFaults(envelope, signers);
    if (fault !== undefined) return transactionRefusal(fault, number, nameOf);
    const unsigned = headers[number - 1]?.[0];
    if (unsigned !== undefined) return signatureRefusal(unsigned, 'block', event.block.number, nameOf);
  }
  return null;
}

function transactionRefusal(fault: TransactionFault, event: number, nameOf: (mspId: string) => string): Refusal {
  if (fault.kind === 'id') return because('transaction_id', { event });
  if (fault.kind === 'expired') return because('expired', { organisation: nameOf(fault.mspId), event });
  return signatureRefusal(fault, 'event', event, nameOf);
}

function signatureRefusal(
  { kind, mspId }: SignatureFault,
  on: 'event' | 'block',
  number: number,
  nameOf: (mspId: string) => string,
): Refusal {
  return because(`signature_${kind}`, { organisation: nameOf(mspId), on, number });
}

/** The last step: the values that the file opens are those that were committed to, and what is shown is what was recorded. */
async function checkFields(
  events: readonly ReadEvent[],
  recorded: LotState | null,
  { fields = {}, waiting = false }: ProofCheckOptions,
  told: ToldSteps,
): Promise<ProofVerdict> {
  const opened: OpenedValue[] = [];
  for (const { number, event, content } of events) {
    for (const { field, value, salt } of event.disclosed) {
      if (content.commit[field] !== (await commitment(field, value, fromHex(salt)))) {
        return told.failed('fields', because('opened_differs', { event: number, field }), recorded);
      }
      opened.push({ eventId: content.eventId, field, value });
    }
  }
  if (recorded === null) return told.verdict(null);
  const { same, differences, closed } = compareShown(fields, recorded, opened);
  const [hidden] = closed;
  if (waiting && (differences.length > 0 || hidden !== undefined)) {
    await told.open('fields', because('waiting', { differences }));
  } else if (differences.length > 0) {
    return told.failed('fields', because('shown_differs', { differences }), recorded);
  } else if (hidden !== undefined) {
    return told.failed('fields', because('not_opened', { field: hidden }), recorded);
  } else {
    await told.proven('fields', { compared: same.length, opened: opened.length });
  }
  return told.verdict(recorded);
}
