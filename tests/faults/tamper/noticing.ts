/** What a call answered. */
export interface Told {
  status: number;
  /** JSON of the answer, or null */
  json: unknown;
  /** lines of a text answer, such as those of a paper */
  lines: readonly string[];
}

/** Members of answers that say, when they are false, that something was not found in order. */
const TRUE_WHEN_SOUND = new Set([
  'blockchainVerified',
  'checked',
  'consensusValidated',
  'dataMatches',
  'isValid',
  'networkConsensus',
  'sealed',
  'timestampProof',
  'valid',
  'verified',
]);
/** Members that list what was not found in order. */
const EMPTY_WHEN_SOUND = new Set([
  'broken',
  'brokenBlocks',
  'discrepancies',
  'errors',
  'faults',
  'findings',
  'unsealed',
]);
/** Members whose value says so by itself. */
const STATES = new Set(['state', 'status', 'integrity', 'message']);
const UNSOUND =
  /\b(differs?|degraded|unavailable|unreadable|error|broken|damaged|forged|tampered|unsealed|unverified|not (verified|valid|sealed|checked|fit)|does(n't| not) (match|fit|check|verify))\b/i;
/** The cell of a paper's table that says so. */
const UNSOUND_CELL = /^No$/;
/** Missing or deleted: the answer gives no reason. */
const GONE = new Set([404, 410]);

/** All that an answer says of something not being in order, each as often as it says so. */
export function alarmsOf({ status, json, lines }: Told): string[] {
  return [
    ...(status >= 400 && !GONE.has(status) ? [`answers ${status}`] : []),
    ...alarmsIn(json, ''),
    ...lines
      .filter((line) => UNSOUND.test(line) || UNSOUND_CELL.test(line))
      .map((line) => `says '${line.slice(0, 80)}'`),
  ];
}

function alarmsIn(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((part) => alarmsIn(part, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]: [string, unknown]) => {
    const here = path === '' ? key : `${path}.${key}`;
    if (TRUE_WHEN_SOUND.has(key) && part === false) return [`${here} false`];
    if (EMPTY_WHEN_SOUND.has(key) && Array.isArray(part)) return part.map(() => `${here} names one`);
    if (STATES.has(key) && typeof part === 'string' && UNSOUND.test(part)) return [`${here} ${part.slice(0, 80)}`];
    return alarmsIn(part, here);
  });
}

/** Those of the alarms that were not there before, or not as often. */
export function newAlarms(before: readonly string[], after: readonly string[]): string[] {
  const left = [...before];
  return after.filter((alarm) => {
    const at = left.indexOf(alarm);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

/** Every single thing that an answer shows: members with their paths, lines. */
export function partsOf({ status, json, lines }: Told): string[] {
  return [`answers ${status}`, ...membersOf(json, ''), ...lines];
}

function membersOf(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((part) => membersOf(part, `${path}[]`));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, part]) => membersOf(part, path === '' ? key : `${path}.${key}`));
  }
  return [`${path} ${JSON.stringify(value)}`];
}

/** A part without what changes from one time to the next: digits of times and counts, random letters of ids. */
function masked(part: string): string {
  return part.replace(/[0-9a-f-]{8,}|\d+/g, '#');
}

/** What is always different: parts of two answers to the same question that only one of them has. */
export function restlessOf(first: Told, second: Told): Set<string> {
  const [one, other] = [partsOf(first), partsOf(second)];
  return new Set([...newAlarms(one, other), ...newAlarms(other, one)].map(masked));
}

/** What an answer shows that it did not show before. */
export function shownAnew(before: Told, after: Told, restless: ReadonlySet<string>): string[] {
  const [one, other] = [partsOf(before), partsOf(after)];
  return [...newAlarms(one, other), ...newAlarms(other, one).map((part) => `no longer ${part}`)].filter(
    (part) => !restless.has(masked(part.replace(/^no longer /, ''))),
  );
}
