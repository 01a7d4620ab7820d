import { nameOf } from './changes.ts';
import { countingPlaces, Drill, type Outcome } from './drill.ts';
import { documentedSources, kindIn } from './sources.ts';

/*
 * `npm run drill:tamper [-- TABLE...]`: changes every column of every table of the schema public of a small world, one at a
 * time; deletes, inserts and swaps rows, and puts earlier states of sealed rows back; asks a running server and the command after
 * each; prints where each was noticed. Then it changes one object of the schema of each kind (`-- schema`: nothing else). Status 1: a
 * fact, or the schema, was changed and nothing noticed it, or docs/security.md does not name a column.
 */
const only = new Set(process.argv.slice(2));
const sources = await documentedSources();
const drill = await Drill.open();
const outcomes: Outcome[] = [];
say('| Change | Kind | Noticed at | Shown elsewhere, unmarked |');
say('| --- | --- | --- | --- |');
const started = performance.now();
let faults: string[] = [];
try {
  for (const alarm of drill.alarmsAtRest) say(`At rest: ${alarm}`);
  const changes = (await drill.changes()).filter(({ table }) => only.size === 0 || only.has(table));
  for (const change of changes) {
    const outcome = await drill.attempt(change, 'all');
    outcomes.push(outcome);
    say(lineOf(outcome));
  }
  faults = [...(await faultsOf()), ...(await schemaFaults())];
} finally {
  await drill.close();
}
say('');
say(`${outcomes.length} changes in ${Math.round((performance.now() - started) / 1000)} s.`);
for (const fault of faults) say(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

function lineOf({ change, done, noticed, shown }: Outcome): string {
  const kind = kindIn(sources, change.table, change.column) ?? 'NOT NAMED';
  const what = `${nameOf(change)}${change.part === '' ? '' : ` (${change.part})`}`;
  if (done === null) return `| ${what} | ${kind} | refused by the database | |`;
  const places = [...new Set(noticed.map(({ place }) => place))].join(', ');
  const elsewhere = [...new Set(shown.map(({ place }) => place))].join(', ');
  return `| ${what} | ${kind} | ${places || '-'} | ${elsewhere || '-'} |`;
}

/** Changes to the schema that the integrity run does not notice. */
async function schemaFaults(): Promise<string[]> {
  if (only.size > 0 && !only.has('schema')) return [];
  const found: string[] = [];
  for (const change of await drill.schemaChanges()) {
    const noticed = await drill.attemptSchema(change);
    say(`| ${change.what} | schema | ${noticed ? 'walk' : '-'} | - |`);
    if (!noticed) found.push(`NOT NOTICED: ${change.what}`);
  }
  return found;
}

async function faultsOf(): Promise<string[]> {
  const found: string[] = [];
  for (const table of await drill.emptyTables()) {
    if (kindIn(sources, table, null) === 'fact') found.push(`No row to change in ${table}, which holds facts`);
    else say(`No row to change in ${table}`);
  }
  for (const column of drill.columns) {
    const [table = '', name = ''] = column.split('.');
    if (kindIn(sources, table, name) === null) found.push(`docs/security.md does not name ${column}`);
  }
  for (const outcome of outcomes) {
    const { change, done } = outcome;
    const counts = change.kind === 'put back' || kindIn(sources, change.table, change.column) === 'fact';
    if (counts && done !== null && countingPlaces(outcome).length === 0) {
      found.push(`NOT NOTICED: ${nameOf(change)} ${change.part}: ${done}`);
    }
  }
  return found;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
