import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nameOf, type Change } from './tamper/changes.ts';
import { countingPlaces, Drill } from './tamper/drill.ts';
import { documentedSources, kindIn, readSources } from './tamper/sources.ts';

// The short form of `npm run drill:tamper`: one change to each column of a fact, and one of each kind to whole rows.

let drill: Drill;
let changes: Change[];
const sources = await documentedSources();

beforeAll(async () => {
  drill = await Drill.open();
  changes = await drill.changes();
});
afterAll(() => drill?.close());

/** The first of the changes to each column, and each to whole rows. */
function sampled(all: readonly Change[]): Change[] {
  const seen = new Set<string>();
  return all.filter((change) => {
    const name = change.column === null ? nameOf(change) : `${change.table}.${change.column}`;
    return !seen.has(name) && seen.add(name);
  });
}

describe('somebody with the password of the database', () => {
  it('finds a row to change in every table that holds facts', async () => {
    const empty = await drill.emptyTables();
    expect(empty.filter((table) => kindIn(sources, table, null) === 'fact')).toEqual([]);
  });

  it('is not seen where nothing was changed: what is asked says the same as before', async () => {
    const nothing = changes[0] ?? expect.fail('There is nothing to change');
    const { noticed, shown } = await drill.attempt({ ...nothing, apply: async () => 'nothing' }, 'all');
    expect({ noticed, shown }).toEqual({ noticed: [], shown: [] });
  });

  // In halves, so that each can be run alone within minutes.
  it.each(['first', 'second'])(
    'changes no fact unnoticed, and puts no row back: the %s half of the changes',
    async (half) => {
      const facts = sampled(
        changes.filter(({ table, column, kind }) => kind === 'put back' || kindIn(sources, table, column) === 'fact'),
      );
      const middle = Math.ceil(facts.length / 2);
      expect(middle).toBeGreaterThan(200);
      const unnoticed: string[] = [];
      for (const change of half === 'first' ? facts.slice(0, middle) : facts.slice(middle)) {
        const outcome = await drill.attempt(change, 'noticed');
        if (outcome.done !== null && countingPlaces(outcome).length === 0) {
          unnoticed.push(`${nameOf(change)} ${change.part}: ${outcome.done}`);
        }
      }
      expect(unnoticed).toEqual([]);
    },
    // A first try that ran out of time would go on beside the second.
    1_500_000,
  );
});

describe('the schema', () => {
  it('is changed in no kind of object unnoticed', async () => {
    const unnoticed: string[] = [];
    for (const change of await drill.schemaChanges()) {
      if (!(await drill.attemptSchema(change))) unnoticed.push(change.what);
    }
    expect(unnoticed).toEqual([]);
  }, 600_000);
});

describe('the list of columns in docs/security.md', () => {
  it('names every column', () => {
    const missing = drill.columns.filter((column) => {
      const [table = '', name = ''] = column.split('.');
      return kindIn(sources, table, name) === null;
    });
    expect(missing).toEqual([]);
  });

  it('is read as it is written', () => {
    const text = [
      '### Columns',
      '',
      '- `lot.variety`,',
      '  `lot.harvest_date`:',
      '  - Kind: fact',
      '  - Source: `set`',
      '- `session.*`:',
      '  - Kind: operation',
      '- `lot.search_text`:',
      '  - Kind: internal',
      '',
      '### Others',
      '',
      '- `lot.version`:',
      '  - Kind: fact',
    ].join('\n');
    const read = readSources(text);
    expect([...read]).toEqual([
      ['lot.variety', 'fact'],
      ['lot.harvest_date', 'fact'],
      ['session.*', 'operation'],
      ['lot.search_text', 'internal'],
    ]);
    expect(kindIn(read, 'session', 'ended_at')).toBe('operation');
    expect([kindIn(read, 'lot', null), kindIn(read, 'lot', 'version')]).toEqual(['fact', null]);
    expect(() => readSources('No list here')).toThrow("no heading 'Columns'");
    expect(() => readSources(text.replace('operation', 'private'))).toThrow('session.*');
  });
});
