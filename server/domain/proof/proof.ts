import { z } from 'zod';
import { committedField, readContent, type CommittedField, type EventContent } from '../ledger/content.ts';
import { foldEvents, type LotState } from '../ledger/fold.ts';
import { applyTransition, isContractVersion, type LotHead } from '../ledger/transitions.ts';
import { verifyBlockHeader } from './block.ts';
import { readSigner, type Signer, type Signers } from './certificate.ts';
import { canonicalText, commitment, contentTextHash, fromHex, toHex, utf8 } from './hashing.ts';
import { leafHash, rootOfPath } from './merkle.ts';
import { organisationSignature } from './signatures.ts';
import { readEnvelope, verifyTransaction } from './transaction.ts';

const hex32 = z.string().regex(/^[0-9a-f]{64}$/);
const certificateHex = z
  .string()
  .max(8_192)
  .regex(/^([0-9a-f]{2})+$/);

/** A personal value that the bearer of the file may see, with the salt that opens its commitment. */
export const disclosure = z.strictObject({ field: committedField, value: z.json(), salt: hex32 });
export type Disclosure = z.infer<typeof disclosure>;

const proofEvent = z.strictObject({
  /** canonical JSON of the event's content, as it was hashed */
  content: z.string().max(16_384),
  /** canonical JSON of the transaction: payload and endorsements */
  transaction: z.string().max(8_192),
  /** where the transaction stands in its block, and the hashes that lead from it to the block's data hash */
  position: z.int().nonnegative(),
  size: z.int().positive(),
  path: z.array(hex32).max(32),
  block: z.strictObject({
    number: z.int().nonnegative(),
    previousHash: z.string().regex(/^([0-9a-f]{64})?$/),
    dataHash: hex32,
    signatures: z.array(organisationSignature).min(1).max(16),
  }),
  disclosed: z.array(disclosure).max(16),
});

const embeddedProof = {
  kind: z.literal('manam-trace/proof'),
  lotKey: z.string().regex(/^[0-9a-f]{32}$/),
  /** when the file was made, ISO 8601, UTC */
  madeAt: z.iso.datetime(),
  organisations: z
    .array(
      z.strictObject({
        mspId: z.string().min(1).max(64),
        name: z.string().min(1).max(120),
        /** DER, hex */
        rootCertificate: certificateHex,
        certificate: certificateHex,
      }),
    )
    .min(1)
    .max(16),
  events: z.array(proofEvent).min(1).max(10_000),
};

/**
 * The proof file: everything needed to check one lot's events without asking anybody, and nothing of any other lot (an
 * audit path holds hashes alone). A union over versions and kinds of ledger; a file is checked by the rules of its own
 * version for ever. Version 1: the embedded ledger, contents of version 1. Version 2 names the kind of ledger.
 */
export const proofFile = z.discriminatedUnion('v', [
  z.strictObject({ v: z.literal(1), ...embeddedProof }),
  z.discriminatedUnion('ledger', [
    z.strictObject({ v: z.literal(2), ledger: z.literal('embedded'), ...embeddedProof }),
  ]),
]);
export type ProofFile = z.infer<typeof proofFile>;
export type ProofEvent = ProofFile['events'][number];

/** Adds disclosed values to the events that committed to them; a disclosure of another event is left out. */
export function withDisclosures(
  file: ProofFile,
  disclosures: readonly { eventId: string; field: CommittedField; value: Disclosure['value']; salt: string }[],
): ProofFile {
  const ofEvent = Map.groupBy(disclosures, ({ eventId }) => eventId);
  const events = file.events.map((event) => {
    const own = ofEvent.get(readContent(event.content)?.eventId ?? '') ?? [];
    return { ...event, disclosed: own.map(({ field, value, salt }) => ({ field, value, salt })) };
  });
  return { ...file, events };
}

export interface ProofCheck {
  name: 'file' | 'roots' | 'certificates' | 'content' | 'transaction' | 'block' | 'chain' | 'disclosed';
  /** the event, counted from 1; absent for checks of the whole file */
  seq?: number;
  outcome: 'passed' | 'failed' | 'not checked';
  /** plain words for a person */
  text: string;
}

export interface ProofResult {
  /** every check passed; a check that was not made does not count as passed */
  valid: boolean;
  checks: ProofCheck[];
  /** what the events say of the lot; null when the file cannot be read */
  state: LotState | null;
}

/**
 * Checks a proof file by itself, in a browser or on a server: contents against transactions, endorsements, audit paths,
 * block headers, the lot's chain and the ledger's transition rules, and disclosed values.
 * It shows that the events stand on the ledger as told; it cannot show that there are no later ones.
 * @param raw the file, parsed from JSON, not trusted
 * @param pinnedRootFingerprints SHA-256 (hex) of the roots that the checker trusts, got from elsewhere than the file
 */
export async function verifyProof(raw: unknown, pinnedRootFingerprints?: readonly string[]): Promise<ProofResult> {
  const parsed = proofFile.safeParse(raw);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const where = issue?.path.join('.') || 'file';
    const text = `This is not a proof file (${where}: ${issue?.message ?? 'not readable'})`;
    return { valid: false, checks: [{ name: 'file', outcome: 'failed', text }], state: null };
  }
  const file = parsed.data;
  const checks: ProofCheck[] = [
    { name: 'file', outcome: 'passed', text: `The file has the form of a proof, version ${file.v}` },
  ];
  const signers = await checkOrganisations(file, pinnedRootFingerprints, checks);
  const contents: EventContent[] = [];
  for (const [i, event] of file.events.entries()) {
    const content = await checkEvent(file, event, i + 1, signers, checks);
    if (content) contents.push(content);
  }
  await checkChain(file, checks);
  return { valid: checks.every((check) => check.outcome === 'passed'), checks, state: foldEvents(contents) };
}

function report(
  checks: ProofCheck[],
  name: ProofCheck['name'],
  faults: readonly string[],
  good: string,
  seq?: number,
): void {
  checks.push({
    name,
    ...(seq === undefined ? {} : { seq }),
    outcome: faults.length === 0 ? 'passed' : 'failed',
    text: faults.length === 0 ? good : faults.join('. '),
  });
}

async function checkOrganisations(
  file: ProofFile,
  pinned: readonly string[] | undefined,
  checks: ProofCheck[],
): Promise<Signers> {
  const signers = new Map<string, Signer>();
  const faults: string[] = [];
  for (const { mspId, name, rootCertificate, certificate } of file.organisations) {
    const read = await readSigner({
      mspId,
      name,
      rootCertificate: fromHex(rootCertificate),
      certificate: fromHex(certificate),
    });
    if ('fault' in read) faults.push(read.fault);
    else if (signers.has(mspId)) faults.push(`The organisation ${mspId} is named twice`);
    else signers.set(mspId, read);
  }
  const names = file.organisations.map(({ name }) => name).join(' and ');
  report(checks, 'certificates', faults, `The certificates of ${names} are signed by their roots`);
  if (pinned === undefined) {
    const text = 'The roots in the file were not compared with roots that you trust';
    checks.push({ name: 'roots', outcome: 'not checked', text });
    return signers;
  }
  const trusted = new Set(pinned.map((one) => one.toLowerCase()));
  const shown = new Set([...signers.values()].map((signer) => signer.rootFingerprint));
  const same = shown.size === trusted.size && [...shown].every((one) => trusted.has(one));
  report(
    checks,
    'roots',
    same ? [] : ['The roots in the file are not the roots that you trust'],
    'The roots in the file are the roots that you trust',
  );
  return signers;
}

/** A content in its one canonical form; of another form, or a version that the file's does not know, null. */
function contentOf(file: ProofFile, text: string): EventContent | null {
  const content = readContent(text);
  return content !== null && content.v <= file.v && canonicalText(content) === text ? content : null;
}

async function checkEvent(
  file: ProofFile,
  event: ProofEvent,
  seq: number,
  signers: Signers,
  checks: ProofCheck[],
): Promise<EventContent | null> {
  const transaction = await verifyTransaction(event.transaction, signers);
  const everyone = `Both organisations endorsed the transaction of event ${seq}`;
  const few = `The transaction of event ${seq} is endorsed`;
  report(checks, 'transaction', transaction.faults, signers.size === 2 ? everyone : few, seq);

  const content = contentOf(file, event.content);
  const { payload } = transaction;
  const bound =
    content !== null &&
    payload !== null &&
    payload.contentHash === (await contentTextHash(event.content)) &&
    payload.lotKey === file.lotKey &&
    content.lotKey === file.lotKey &&
    payload.seq === content.seq &&
    payload.eventId === content.eventId;
  report(
    checks,
    'content',
    bound ? [] : [`The content of event ${seq} is not the one that its transaction names`],
    `The content of event ${seq} is the one that its transaction names`,
    seq,
  );

  const leaf = await leafHash(utf8(event.transaction));
  const root = await rootOfPath(leaf, event.position, event.size, event.path.map(fromHex));
  const faults = await verifyBlockHeader(event.block, event.block.signatures, signers);
  if (root === null || toHex(root) !== event.block.dataHash) {
    faults.push(`The audit path of event ${seq} does not lead to the data hash of block ${event.block.number}`);
  }
  report(
    checks,
    'block',
    faults,
    `Event ${seq} stands in block ${event.block.number}, signed by the organisations`,
    seq,
  );

  if (content) await checkDisclosed(content, event, seq, checks);
  return content;
}

async function checkDisclosed(
  content: EventContent,
  event: ProofEvent,
  seq: number,
  checks: ProofCheck[],
): Promise<void> {
  if (event.disclosed.length === 0) return;
  const faults: string[] = [];
  for (const { field, value, salt } of event.disclosed) {
    if (content.commit[field] !== (await commitment(field, value, fromHex(salt)))) {
      faults.push(`The value shown for ${field} is not the one that event ${seq} commits to`);
    }
  }
  const fields = event.disclosed.map(({ field }) => field).join(', ');
  report(checks, 'disclosed', faults, `The values shown for ${fields} are those that event ${seq} commits to`, seq);
}

/**
 * Runs the ledger's own rules over the contents: gapless order, links by hash, allowed transitions; each event by the rules
 * that its transaction names.
 */
async function checkChain(file: ProofFile, checks: ProofCheck[]): Promise<void> {
  let head: LotHead | null = null;
  for (const [i, event] of file.events.entries()) {
    const version = readEnvelope(event.transaction)?.payload.chaincode.version ?? '';
    if (!isContractVersion(version)) {
      report(checks, 'chain', [`Event ${i + 1} was judged by rules that are not known here`], '');
      return;
    }
    const hash = await contentTextHash(event.content);
    const step = applyTransition(version, head, contentOf(file, event.content), hash);
    if ('refusal' in step) {
      report(checks, 'chain', [`Event ${i + 1} breaks the lot's chain: ${step.refusal.text}`], '');
      return;
    }
    head = step.head;
  }
  report(checks, 'chain', [], `The ${file.events.length} events follow one another without a gap`);
}
