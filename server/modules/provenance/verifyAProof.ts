import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { API_FIELD, apiText } from '../../domain/ledger/apiFields.ts';
import { CLEAR_FIELDS } from '../../domain/ledger/content.ts';
import type { LotState } from '../../domain/ledger/projection.ts';
import { checkProof } from '../../domain/proof/checkProof.ts';
import { readFingerprints } from '../../domain/proof/digests.ts';
import type { LotBalance } from '../../domain/proof/lotBalance.ts';
import { checkWholeProof, isWholeProof, type WholeFault, type WholeLot } from '../../domain/proof/wholeProof.ts';
import type {
  Computed,
  ProofReason,
  ProofStep,
  ProofStepCode,
  ReasonCode,
  ReasonValues,
} from '../../domain/proof/proofSteps.ts';

/*
 * node docs/verify-a-proof.mjs FILE --roots FINGERPRINT,FINGERPRINT [--lot LOT701] [--balances]
 * Checks a proof file or a whole proof without asking anybody (docs/verify-a-proof.md). `npm run generate` puts this and all that it
 * imports into that one file, which runs on Node 20 alone. Status: 0 proven, 1 not, 2 called in a wrong way.
 */
const USAGE = 'Usage: node verify-a-proof.mjs FILE --roots FINGERPRINT,FINGERPRINT [--lot LOT701] [--balances]\n';
/** What a proof does not show. */
const LIMITS =
  'This shows that the record was not changed after it was made. It cannot show that the record was true,\n' +
  'or that nothing was added later.\n';

const short = (hash: string): string => `${hash.slice(0, 16)}…`;
const list = (texts: readonly string[]): string => texts.join(', ');

const figures = new Intl.NumberFormat('en-US');
const grams = (count: number): string => `${figures.format(count)} g`;
const change = (count: number): string => `${count > 0 ? '+' : ''}${grams(count)}`;

/** The grams of a lot in one line. */
function balanceText({ formed, first, weighed, corrected, used, left }: LotBalance): string {
  const parts =
    formed === null
      ? [`${grams(first)} registered`]
      : [
          `${grams(formed.in)} in = ${grams(formed.out)} out + ${grams(formed.loss)} loss${formed.reason === null ? '' : ` (${formed.reason})`}`,
        ];
  if (formed !== null && formed.outputs > 1) parts.push(`${grams(first)} of it are this lot`);
  if (weighed !== 0) parts.push(`${change(weighed)} by weighing`);
  if (corrected !== 0) parts.push(`${change(corrected)} by correction`);
  return [...parts, `${grams(used)} used of it`, `${grams(left)} left`].join('; ');
}

const DONE: { [Code in ProofStepCode]: (computed: Computed[Code]) => string } = {
  file: ({ version, events }) => `the file is a proof of version ${version} with ${events} events`,
  roots: ({ organisations, fingerprints }) =>
    `the roots are the trusted ones: ${list(organisations.map((name, i) => `${name} ${short(fingerprints[i] ?? '')}`))}`,
  events: ({ events, hash }) => `${events} contents have the hashes that were signed; the newest is ${short(hash)}`,
  chain: ({ events, links }) => `${events} events follow one another by ${links} links, none missing in between`,
  path: ({ events, blocks, hashes }) => `${events} events are in ${blocks} blocks, by paths of ${hashes} hashes`,
  headers: ({ blocks, first, last }) => `${blocks} headers are as they were signed, from block ${first} to ${last}`,
  signatures: ({ signatures, organisations }) => `${signatures} signatures of ${list(organisations)} are valid`,
  balance: ({ balance, opened }) =>
    `${balanceText(balance)}${opened === 0 ? '' : `; ${opened} lots it was made of match`}`,
  fields: ({ compared, opened }) => `${opened} opened values are those recorded; ${compared} given fields compared`,
};

const WHY: { [Code in ReasonCode]: (values: ReasonValues[Code]) => string } = {
  rests: ({ step }) => `rests on the step '${step}'`,
  form: ({ where }) => `this is not a valid proof file: ${where} is wrong`,
  no_roots: () => 'no root fingerprints were given, so the script cannot tell whose signatures these are',
  certificate: ({ organisation }) => `the certificates of ${organisation} do not match`,
  organisation_twice: ({ organisation }) => `${organisation} is named twice`,
  other_roots: ({ organisations, fingerprints }) =>
    `the file has other roots: ${list(organisations.map((name, i) => `${name} ${fingerprints[i] ?? ''}`))}`,
  content_unreadable: ({ event }) => `event ${event} cannot be read`,
  transaction_unreadable: ({ event }) => `the transaction of event ${event} cannot be read`,
  content_differs: ({ event }) => `event ${event} was changed: its hash is not the one that was signed`,
  another_event: ({ event }) => `event ${event} belongs to another lot, or replaces another event`,
  unknown_version: ({ version }) =>
    `the file has version ${version}, which this script does not know: take a newer script`,
  unknown_content: ({ event, version }) =>
    `event ${event} has content version ${version}, which this script does not know: take a newer script`,
  unknown_rules: ({ event }) => `event ${event} follows rules that this script does not know: take a newer one`,
  chain_broken: ({ event, refusal }) => `event ${event} does not follow the one before it (${refusal})`,
  path_differs: ({ event, block }) => `event ${event} is not in block ${block}`,
  header_differs: ({ block }) => `the header of block ${block} was changed: no signature matches it`,
  headers_unlinked: ({ block }) => `block ${block} does not follow the block before it`,
  signature_missing: ({ organisation, on, number }) => `the signature of ${organisation} is missing on ${on} ${number}`,
  signature_twice: ({ organisation, on, number }) => `${organisation} signed ${on} ${number} twice`,
  signature_invalid: ({ organisation, on, number }) =>
    `the signature of ${organisation} on ${on} ${number} is not valid`,
  signature_stranger: ({ organisation, on, number }) =>
    `${on} ${number} is signed by ${organisation}, which is not one of the organisations`,
  transaction_id: ({ event }) => `the transaction of event ${event} has the wrong number`,
  expired: ({ organisation, event }) =>
    `the certificate of ${organisation} was not valid when event ${event} was recorded`,
  whole_blocks: () => 'the file lacks the whole blocks, which this step needs',
  ordering_root: ({ organisation }) => `the root of ${organisation}, who order the blocks, is not one of those given`,
  mass_differs: ({ event, figure, difference }) =>
    `event ${event} does not add up (${figure}): ${grams(Math.abs(difference))} too ${difference > 0 ? 'many' : 'few'}`,
  inputs_closed: ({ closed, of, balance }) =>
    `${balanceText(balance)}; ${closed} of the ${of} lots it was made of were not opened here`,
  input_missing: ({ input, key, event }) => `the proof of input ${input} (${short(key)}) has no event ${event}`,
  input_other_event: ({ input, key, event }) => `event ${event} of input ${input} (${short(key)}) is not the one named`,
  input_differs: ({ input, key, event, stated, found }) =>
    `of input ${input} (${short(key)}) ${grams(found)} were used by its event ${event}; this lot names ${grams(stated)}`,
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
  /** whether the grams of each lot are printed */
  balances: boolean;
}

/** @returns null: called in a wrong way */
function readCall(): Call | null {
  try {
    const options = { roots: { type: 'string' }, lot: { type: 'string' }, balances: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [path, ...more] = positionals;
    const roots = values.roots === undefined ? undefined : readFingerprints(values.roots);
    const fine = roots === undefined || (roots !== null && roots.length > 0);
    return path === undefined || more.length > 0 || !fine
      ? null
      : { path, roots, lotId: values.lot, balances: values.balances === true };
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
  return isWholeProof(file) ? checkWhole(file, call) : checkOne(file, call);
}

const shownOf = ({ lotId }: Call) => (lotId === undefined ? {} : { lotId });

/** @returns the status */
async function checkOne(file: unknown, call: Call): Promise<number> {
  const { proven, steps, recorded, balance } = await checkProof(file, {
    roots: call.roots,
    fields: shownOf(call),
    onStep: (step) => void process.stdout.write(stepText(step)),
  });
  if (!proven) {
    const wrong = steps.find(({ state }) => state === 'failed');
    process.stdout.write(`\nNot proven${wrong === undefined ? ' in full: some steps could not be checked' : ''}.\n`);
    return 1;
  }
  process.stdout.write(
    `\nProven. Recorded of the lot, in the clear:\n${recorded === null ? '' : stateText(recorded)}\n`,
  );
  if (call.balances && balance !== null) process.stdout.write(`Balance: ${balanceText(balance)}\n\n`);
  process.stdout.write(LIMITS);
  return 0;
}

/** @returns the status */
async function checkWhole(file: unknown, call: Call): Promise<number> {
  const { proven, lots, faults, missing, totals } = await checkWholeProof(file, {
    roots: call.roots,
    fields: shownOf(call),
  });
  for (const fault of faults) process.stdout.write(`FAILED      ${faultText(fault)}\n`);
  for (const key of missing) process.stdout.write(`not checked lot with key ${key}: its proof is not in the file\n`);
  if (call.roots === undefined) process.stdout.write(`not checked ${WHY.no_roots({})}\n`);
  if (call.balances) {
    for (const lot of lots) process.stdout.write(`${lot.proven ? 'proven     ' : 'not proven '} ${lotText(lot)}\n`);
  }
  process.stdout.write(
    `\n${proven ? 'Proven' : 'Not proven'}: ${figures.format(totals.lots)} lots, ${figures.format(totals.parts)} parts of lots that went into others; ` +
      `${grams(totals.registered)} registered at farms, ${change(totals.restated)} by weighings and corrections, ` +
      `${grams(totals.lost)} lost; ${grams(totals.left)} left in all lots.\n`,
  );
  if (!proven) return 1;
  process.stdout.write(`\n${LIMITS}`);
  return 0;
}

function lotText({ lotKey, lotId, balance }: WholeLot): string {
  return `${lotId ?? 'lot'} (${short(lotKey)}): ${balance === null ? 'not proven' : balanceText(balance)}`;
}

/** Lot, event and figure at which a whole proof fails. */
function faultText({ lotKey, lotId, event, figure, grams: both, reason }: WholeFault): string {
  const lot = lotKey === null ? 'the file' : `${lotId ?? 'lot'} (key ${lotKey})`;
  const at = [lot, event === null ? null : `event ${event}`, figure].filter((part) => part !== null).join(', ');
  const figuresText = both === null ? '' : ` (${grams(both.stated)} here, ${grams(both.elsewhere)} elsewhere)`;
  return `${at}: ${reasonText(reason)}${figuresText}`;
}

process.exitCode = await run().catch((error: unknown) => {
  process.stderr.write(`The file could not be read: ${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
});
