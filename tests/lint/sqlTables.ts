import { parseSync, Visitor } from 'vite';
import type { Source } from './importTree.ts';

/** What stands before the names of tables: `from lot`, `left join lot`, `insert into lot`, `update only lot`. */
const BEFORE_TABLE =
  /\b(?:from|join|into|update|using|truncate|analyze|vacuum|lock|table|references)\s+(?:table\s+|only\s+|lateral\s+)*/g;
/** A table or what a template puts in its place, its alias, and a comma before the next one: `from alert a, lot l`. */
const ONE_TABLE = /^(?:only\s+|lateral\s+)*(?:public\.)?("?)([a-z_]+|\$0)\1\s*(?:as\s+)?([a-z_]+)?(\s*,\s*)?/;
/** A table that follows a query or a function: `from (select 1) a, lot l`. */
const AFTER_QUERY = /\)\s*(?:as\s+)?[a-z_]+\s*,\s*([a-z_]+)\s+[a-z_]+\b/g;
const NAMED_AS_TEXT = /'(?:public\.)?([a-z_]+)'::reg(?:class|type)|\brelname = '([a-z_]+)'/g;
const COMMON_TABLE =
  /(?:\bwith|,)\s+(?:recursive\s+)?([a-z_]+)\s*(?:\([^()]*\)\s*)?as\s+(?:not\s+)?(?:materialized\s+)?\(/g;
/** Of an English sentence that says `from report`, none of these. */
const SQL = /\b(?:select|insert into|update|delete from|from|join|truncate|analyze|vacuum|lock table|regclass)\b/;

/**
 * The tables that a module names in SQL: in its string and template literals, and as `table: 'lot'`, from which
 * statements are made.
 * @param tables their names; all other names are aliases, functions, or tables of PostgreSQL
 */
export function tablesNamed({ path, text }: Source, tables: ReadonlySet<string>): Set<string> {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);
  const found = new Set<string>();
  const read = (sql: string): void => {
    for (const name of tablesInSql(sql)) if (tables.has(name)) found.add(name);
  };
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') read(value);
    },
    TemplateLiteral: ({ quasis }) => read(quasis.map(({ value }) => value.cooked ?? value.raw).join('$0')),
    // A finding names the table of its row, and reads nothing.
    ObjectExpression: ({ properties }) => {
      const values = new Map(
        properties.flatMap((one) =>
          one.type === 'Property' && one.key.type === 'Identifier' ? [[one.key.name, one.value] as const] : [],
        ),
      );
      const table = values.get('table');
      if (table?.type !== 'Literal' || typeof table.value !== 'string' || values.has('fault')) return;
      if (tables.has(table.value)) found.add(table.value);
    },
    CallExpression: ({ callee, arguments: [table] }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'sqlView') return;
      if (table?.type === 'Literal' && typeof table.value === 'string') found.add(table.value);
    },
  }).visit(program);
  return found;
}

/** Names that stand in SQL where a table does, without those that the statement itself defines. */
export function tablesInSql(text: string): Set<string> {
  const sql = text.replaceAll(/--.*$/gm, '');
  const found = new Set<string>();
  if (!SQL.test(sql)) return found;
  for (const { index, 0: before } of sql.matchAll(BEFORE_TABLE)) {
    let rest = sql.slice(index + before.length);
    for (let one = ONE_TABLE.exec(rest); one?.[2] !== undefined; one = ONE_TABLE.exec(rest)) {
      found.add(one[2]);
      if (one[4] === undefined) break;
      rest = rest.slice(one[0].length);
    }
  }
  for (const [, name] of sql.matchAll(AFTER_QUERY)) if (name !== undefined) found.add(name);
  for (const [, byCast, byName] of sql.matchAll(NAMED_AS_TEXT)) {
    const name = byCast ?? byName;
    if (name !== undefined) found.add(name);
  }
  for (const [, name] of sql.matchAll(COMMON_TABLE)) if (name !== undefined) found.delete(name);
  return found;
}
