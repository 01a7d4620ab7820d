import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { API_FIELD, apiText } from '../../domain/ledger/apiFields.ts';
import { CLEAR_FIELDS } from '../../domain/ledger/content.ts';
import type { LotState } from '../../domain/ledger/projection.ts';
import { checkProof } from '../../domain/proof/checkProof.ts';
import { readFingerprints } from '../../domain/proof/digests.ts';
import type {
  Computed,
  ProofReason,
  ProofStep,
  ProofStepCode,
  ReasonCode,
  ReasonValues,
} from '../../domain/proof/proofSteps.ts';

/*
 * node docs/verify-a-proof.mjs FILE --roots FINGERPRINT,FINGERPRINT [--lot LOT701]
 * Checks a proof file without asking anybody (docs/verify-a-proof.md). `npm run generate` puts this and all that it imports into
 * that one file, which runs on Node 20 alone. Status: 0 proven, 1 not, 2 called in a wrong way.
 */
const USAGE = 'Usage: node verify-a-proof.mjs FILE --roots FINGERPRINT,FINGERPRINT [--lot LOT701]\n';
/** What a proof does not show. */
const LIMITS =
  'This shows that the record was not changed since it was made, not that it was true when it was made;\n' +
  'nor can it show that nothing was added later.\n';

const short = (hash: string): string => `${hash.slice(0, 16)}…`;
const list = (texts: readonly string[]): string => texts.join(', ');

const DONE: { [Code in ProofStepCode]: (computed: Computed[Code]) => string } = {
  file: ({ version, events }) => `the file is a proof of version ${version} with ${events} events`,
  roots: ({ organisations, fingerprints }) =>
    `the roots are the trusted ones: ${list(organisations.map((name, i) => `${name} ${short(fingerprints[i] ?? '')}`))}`,
  events: ({ events, hash }) => `${events} contents have the hashes that were signed; the newest is ${short(hash)}`,
  chain: ({ events, links }) => `${events} events follow one another by ${links} links, none missing in between`,
  path: ({ events, blocks, hashes }) => `${events} events stand in ${blocks} blocks, by paths of ${hashes} hashes`,
  headers: ({ blocks, first, last }) => `${blocks} headers are as they were signed, from block ${first} to ${last}`,
  signatures: ({ signatures, organisations }) => `${signatures} signatures of ${list(organisations)} are valid`,
  fields: ({ compared, opened }) => `${opened} opened values are those recorded; ${compared} given fields compared`,
};

const WHY: { [Code in ReasonCode]: (values: ReasonValues[Code]) => string } = {
  rests: ({ step }) => `rests on the step '${step}'`,
  form: ({ where }) => `this is no proof file: ${where} is not as it must be`,
  no_roots: () => 'no root fingerprints were given, so nothing says whose signatures these are',
  certificate: ({ organisation }) => `the certificates of ${organisation} do not fit together`,
  organisation_twice: ({ organisation }) => `${organisation} is named twice`,
  other_roots: ({ organisations, fingerprints }) =>
    `the file has other roots: ${list(organisations.map((name, i) => `${name} ${fingerprints[i] ?? ''}`))}`,
  content_unreadable: ({ event }) => `event ${event} cannot be read`,
  transaction_unreadable: ({ event }) => `the transaction of event ${event} cannot be read`,
  content_differs: ({ event }) => `event ${event} was changed: its hash is not the one that was signed`,
  another_event: ({ event }) => `event ${event} is of another lot, or in the place of another event`,
  unknown_version: ({ version }) =>
    `the file has version ${version}, which this script does not know: take a newer script`,
  unknown_content: ({ event, version }) =>
    `event ${event} has content version ${version}, which this script does not know: take a newer script`,
  unknown_rules: ({ event }) => `event ${event} was judged by rules that this script does not know: take a newer one`,
  chain_broken: ({ event, refusal }) => `event ${event} does not follow the one before it (${refusal})`,
  path_differs: ({ event, block }) => `event ${event} does not stand in block ${block}`,
  header_differs: ({ block }) => `the header of block ${block} was changed: no signature fits it`,
  headers_unlinked: ({ block }) => `block ${block} does not follow the block before it`,
  signature_missing: ({ organisation, on, number }) => `the signature of ${organisation} is missing on ${on} ${number}`,
  signature_twice: ({ organisation, on, number }) => `${organisation} signed ${on} ${number} twice`,
  signature_invalid: ({ organisation, on, number }) =>
    `the signature of ${organisation} on ${on} ${number} is not valid`,
  signature_stranger: ({ organisation, on, number }) =>
    `${on} ${number} is signed by ${organisation}, which is not one of the organisations`,
  transaction_id: ({ event }) => `the transaction of event ${event} does not have the number that belongs to it`,
  expired: ({ organisation, event }) =>
    `the certificate of ${organisation} was not valid when event ${event} was recorded`,
  whole_blocks: () => 'that takes the whole blocks, which the file does not hold',
  ordering_root: ({ organisation }) => `the root of ${organisation}, who order the blocks, is not one of those given`,
  opened_differs: ({ event, field }) => `the value of ${field} is not the one that event ${event} recorded`,
  not_opened: ({ field }) => `the file does not open ${field}`,
  shown_differs: ({ differences }) =>
    list(differences.map(({ field, recorded }) => `${field} is ${String(recorded)} in the file`)),
  waiting: () => 'a change is not recorded yet',
};

function reasonText<Code extends ReasonCode>({ code, values }: ProofReason<Code>): string {
  return WHY[code](values);
}

function stepText<Code extends ProofStepCode>(step: ProofStep<Code>): string {
  const what = step.state === 'proven' ? DONE[step.code](step.computed) : reasonText(step.reason);
  const mark = { proven: 'proven', failed: 'FAILED', 'not checked': 'not checked' }[step.state];
  return `${mark.padEnd(12)}${step.code.padEnd(12)}${what}\n`;
}

/** The clear fields of the lot by its events, in the API's units. */
function stateText({ clear }: LotState): string {
  const told = CLEAR_FIELDS.map((field) => [field, apiText(field, clear[field])] as const);
  return told.map(([field, text]) => (text === null ? '' : `  ${API_FIELD[field].padEnd(24)}${text}\n`)).join('');
}

interface Call {
  path: string;
  roots: string[] | undefined;
  lotId: string | undefined;
}

/** @returns null: called in a wrong way */
function readCall(): Call | null {
  try {
    const options = { roots: { type: 'string' }, lot: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [path, ...more] = positionals;
    const roots = values.roots === undefined ? undefined : readFingerprints(values.roots);
    const fine = roots === undefined || (roots !== null && roots.length > 0);
    return path === undefined || more.length > 0 || !fine ? null : { path, roots, lotId: values.lot };
  } catch {
    return null;
  }
}

async function readProof(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8');
  try {
    return JSON.parse(text);
  } catch {
    // Not even JSON: the first step says so.
    return text;
  }
}

async function run(): Promise<number> {
  const call = readCall();
  if (call === null) {
    process.stderr.write(USAGE);
    return 2;
  }
  const file = await readProof(call.path);
  const { proven, steps, recorded } = await checkProof(file, {
    roots: call.roots,
    fields: call.lotId === undefined ? {} : { lotId: call.lotId },
    onStep: (step) => void process.stdout.write(stepText(step)),
  });
  if (!proven) {
    const wrong = steps.find(({ state }) => state === 'failed');
    process.stdout.write(`\nNot proven${wrong === undefined ? ' in full: not every step could be made' : ''}.\n`);
    return 1;
  }
  process.stdout.write(
    `\nProven. Recorded of the lot, in the clear:\n${recorded === null ? '' : stateText(recorded)}\n`,
  );
  process.stdout.write(LIMITS);
  return 0;
}

process.exitCode = await run().catch((error: unknown) => {
  process.stderr.write(`The file could not be read: ${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
});
