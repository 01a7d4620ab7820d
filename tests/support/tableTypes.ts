/** The type that a column has in a row (`server/platform/database/rowTypes.ts`), and in an insert where that differs. */
const TYPES: Readonly<Record<string, string>> = {
  text: 'string',
  'character varying(255)': 'string',
  uuid: 'string',
  date: 'string',
  xid8: 'string',
  int8multirange: 'string',
  'timestamp with time zone': 'Instant',
  'timestamp(6) with time zone': 'Instant',
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  json: 'Json',
  jsonb: 'Json',
  'text[]': 'string[]',
  'uuid[]': 'string[]',
  'integer[]': 'number[]',
};

const COLUMN = /^column public\.(\w+)\.(\w+)$/;
const CHECK = /^CHECK \(\((\w+) = ANY \(ARRAY\[(.+)\]\)\)\)$/;

/**
 * TypeScript definitions of the program's tables, for Kysely and for row types.
 * @param schema as `expectedSchema.json` holds it
 * @throws Error for a column of a type that has no counterpart here
 */
export function tableTypes(schema: Readonly<Record<string, string>>): string {
  const tables = new Map<string, string[]>();
  for (const [name, definition] of Object.entries(schema)) {
    const [, table, column] = COLUMN.exec(name) ?? [];
    if (table === undefined || column === undefined || schema[`table public.${table}`] === undefined) continue;
    const columns = tables.get(table) ?? [];
    columns.push(`    ${column}: ${columnType(definition, valuesOf(schema, table, column))};`);
    tables.set(table, columns);
  }
  const bodies = [...tables].map(([table, columns]) => `  ${table}: {\n${columns.join('\n')}\n  };`);
  return `${HEAD}\n/** The tables that the migrations make, with their columns. */\nexport interface Tables {\n${bodies.join('\n')}\n}\n${TAIL}`;
}

const HEAD = `// Made by \`npm run generate\` from expectedSchema.json. Do not edit.
import type { ColumnType, GeneratedAlways, InsertType, SelectType, UpdateType } from 'kysely';

type Instant = ColumnType<Date, Date | string>;
/** Read as a value, written as JSON text. */
type Json = ColumnType<unknown, string>;
type WithDefault<Column> = ColumnType<SelectType<Column>, InsertType<Column> | undefined, UpdateType<Column>>;
`;
const TAIL = `
export type TableName = keyof Tables;
`;

/** The texts that a check allows in a column, as a union; null without such a check. */
function valuesOf(schema: Readonly<Record<string, string>>, table: string, column: string): string | null {
  for (const [name, definition] of Object.entries(schema)) {
    if (!name.startsWith(`constraint public.${table}.`)) continue;
    const [, checked, values] = CHECK.exec(definition) ?? [];
    if (checked === column && values !== undefined) return values.replaceAll('::text', '').replaceAll(', ', ' | ');
  }
  return null;
}

function columnType(definition: string, values: string | null): string {
  const sqlType = Object.keys(TYPES).find((one) => definition === one || definition.startsWith(`${one} `));
  if (sqlType === undefined) throw new Error(`No TypeScript type is known for a column of type ${definition}`);
  const rest = definition.slice(sqlType.length).trim();
  const written = rest.replace(/^not null/, '').trim();
  const isNullable = !rest.startsWith('not null') && !written.startsWith('generated');
  const type = `${values ?? TYPES[sqlType]}${isNullable ? ' | null' : ''}`;
  if (/^(generated stored|identity always)/.test(written)) return `GeneratedAlways<${type}>`;
  return written === '' ? type : `WithDefault<${type}>`;
}
