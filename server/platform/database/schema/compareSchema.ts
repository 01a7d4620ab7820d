import type { EntityManager } from '@mikro-orm/postgresql';
import type { Finding } from '../../../domain/ledger/finding.ts';
import expectedSchema from './expectedSchema.json' with { type: 'json' };
import { readSchema, type SchemaObject } from './readSchema.ts';

/** Definitions by name, as a fresh migration makes them (`npm run generate`). */
const EXPECTED: Readonly<Record<string, string>> = expectedSchema;
/** Limit of findings: the first ones show where to look. */
const MOST_FINDINGS = 100;

/**
 * Compares the schema of the database with the one that the migrations make, because a policy, trigger, rule or view
 * changes what the program reads and writes without a trace in a row. The expected schema is part of the program, never
 * read from the database.
 */
export class SchemaComparison {
  readonly #begin: () => Promise<{ em: EntityManager; end(): Promise<void> }>;
  #differing = 0;

  /** @param begin opens a transaction that only reads (`Database.moment`) */
  constructor(begin: () => Promise<{ em: EntityManager; end(): Promise<void> }>) {
    this.#begin = begin;
  }

  /** Number of differing objects in the last comparison of this process. */
  get differing(): number {
    return this.#differing;
  }

  /** @returns one finding for each object that is missing, changed or added, at most 100 */
  async compare(): Promise<Finding[]> {
    const { em, end } = await this.#begin();
    try {
      const findings = schemaDifferences(EXPECTED, await readSchema(em));
      this.#differing = findings.length;
      return findings.slice(0, MOST_FINDINGS);
    } finally {
      await end();
    }
  }
}

/**
 * Tables, views and indexes that an operator added do not affect the program, unless an index is unique or a table is a
 * part of one of the program's.
 */
export function schemaDifferences(
  expected: Readonly<Record<string, string>>,
  objects: readonly SchemaObject[],
): Finding[] {
  const found = new Map(objects.map((object) => [object.name, object]));
  const known = Object.entries(expected).flatMap(([name, definition]) => {
    const object = found.get(name);
    if (object === undefined) return [finding(name, 'is missing')];
    return comparable(object) === definition ? [] : [finding(name, 'is not what the migrations made')];
  });
  const added = objects
    .filter(({ name, optional, table }) => {
      const concerns = table === null || Object.hasOwn(expected, `table ${table}`);
      return !Object.hasOwn(expected, name) && !optional && concerns;
    })
    .map(({ name }) => finding(name, 'was not made by a migration'));
  return [...known, ...added];
}

/**
 * A definition in the form that all supported versions of PostgreSQL share: they disagree about which column names need
 * quotes.
 */
export function comparable({ name, definition }: SchemaObject): string {
  return name.startsWith('function ') ? definition : definition.replaceAll(/"([a-z_][a-z0-9_]*)"/g, '$1');
}

function finding(name: string, fault: string): Finding {
  return { table: 'schema', row: name, fault };
}
