import { randomUUID } from 'node:crypto';
import type { Column } from './schema.ts';

/** A value as `row_to_json` writes it. */
export type Value = unknown;

/**
 * Other values of the same type that somebody would put in the place of one, the most telling first; some of them a check
 * or an index may refuse. Null is none of them.
 * @param others values of the column in other rows, or keys of the table that it points to
 * @throws Error for a type that is not known yet
 */
export function otherValues(column: Column, value: Value, others: readonly Value[]): Value[] {
  const different = others.filter((one) => one !== null && JSON.stringify(one) !== JSON.stringify(value));
  if (column.choices.length > 0) return column.choices.filter((choice) => choice !== value);
  if (column.pointsTo !== null) return different;
  if (value === null) return [...different, madeUp(column)];
  return [...changed(column, value), ...different];
}

function changed({ type, name }: Column, value: Value): Value[] {
  switch (type) {
    case 'text':
    case 'varchar':
    case 'int8range':
    case 'int8multirange':
      return [atLetter(String(value), 'last'), atLetter(String(value), 'first')];
    case 'uuid':
      return [randomUUID()];
    case 'int2':
    case 'int4':
    case 'int8':
    case 'float4':
    case 'float8':
    case 'numeric':
      return [Number(value) + 1, Number(value) - 1];
    case 'bool':
      return [value !== true];
    case 'date':
      return [moved(String(value)).slice(0, 10)];
    case 'timestamptz':
      return [moved(String(value))];
    case 'bytea':
      return [oneBit(String(value))];
    case 'jsonb':
    case 'json':
      return leavesOf(value).map((path) => withLeaf(value, path));
    case '_text':
    case '_varchar':
      return [[...list(value).slice(0, -1), atLetter(String(list(value).at(-1) ?? ''), 'last')]];
    case '_int2':
    case '_int4':
    case '_int8':
      return [[...list(value).slice(0, -1), Number(list(value).at(-1) ?? 0) + 1]];
    case '_bytea':
      return [[...list(value).slice(0, -1), oneBit(String(list(value).at(-1) ?? '\\x'))]];
    case 'timestamp':
      return [moved(`${String(value)}Z`).slice(0, -1)];
    case '_uuid':
      return [[...list(value).slice(0, -1), randomUUID()]];
    case 'xid8':
      return [String(BigInt(String(value)) + 1n)];
    default:
      throw new Error(`No other value is known for ${name}, of type ${type}`);
  }
}

/** A value where there is none to begin from. */
export function madeUp({ type, choices }: Column): Value {
  const values: Record<string, Value> = {
    text: 'made up',
    varchar: 'made up',
    uuid: randomUUID(),
    date: '2026-01-02',
    timestamptz: '2026-01-02T03:04:05Z',
    bytea: '\\x01',
    jsonb: {},
    bool: true,
    _text: ['made up'],
    int8range: '[1,2)',
    int8multirange: '{[1,2)}',
    _int2: [1],
    _int4: [1],
    _int8: [1],
    _uuid: [randomUUID()],
    _bytea: ['\\x01'],
    timestamp: '2026-01-02T03:04:05',
  };
  return choices[0] ?? values[type] ?? 1;
}

const list = (value: Value): readonly Value[] => (Array.isArray(value) ? value : []);

/** A day later; some day for what lies before all days (`-infinity`). */
function moved(iso: string): string {
  const at = Date.parse(iso);
  return new Date(Number.isNaN(at) ? Date.UTC(2026, 0, 2) : at + 86_400_000).toISOString();
}

/** The text with one letter or digit changed to one of its kind: hex stays hex, capitals stay capitals. */
export function atLetter(text: string, which: 'first' | 'last'): string {
  const places = [...text.matchAll(/[0-9a-z]/gi)].map(({ index }) => index);
  // Not the very last one of a long text: that of a base64 text may hold bits that mean nothing.
  const at = which === 'first' ? places[0] : places.at(places.length > 20 ? -2 : -1);
  if (at === undefined) return `${text}x`;
  const letter = text.charAt(at);
  const back = /[9fzFZ]/.test(letter);
  return text.slice(0, at) + String.fromCharCode(letter.charCodeAt(0) + (back ? -1 : 1)) + text.slice(at + 1);
}

/** @param hex as PostgreSQL writes bytes, `\x...` */
function oneBit(hex: string): string {
  const bytes = Buffer.from(hex.slice(2), 'hex');
  const at = bytes.length >> 1;
  if (bytes.length === 0) return '\\x01';
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  return `\\x${bytes.toString('hex')}`;
}

type Path = (string | number)[];

/** One path for each place that a JSON value has, lists by their first element. */
function leavesOf(value: Value, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.length === 0 ? [path] : leavesOf(value[0], [...path, 0]);
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value);
    return parts.length === 0 ? [path] : parts.flatMap(([key, part]) => leavesOf(part, [...path, key]));
  }
  return [path];
}

function withLeaf(value: Value, [key, ...rest]: Path): Value {
  if (key === undefined) return otherLeaf(value);
  if (Array.isArray(value)) return value.map((part, i) => (i === key ? withLeaf(part, rest) : part));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, name === key ? withLeaf(part, rest) : part]),
  );
}

function otherLeaf(leaf: Value): Value {
  if (typeof leaf === 'string') return atLetter(leaf, 'last');
  if (typeof leaf === 'number') return leaf + 1;
  if (typeof leaf === 'boolean') return !leaf;
  if (Array.isArray(leaf)) return [...leaf, 'made up'];
  return leaf === null ? 'made up' : { madeUp: true };
}

/** Values for a row of its own: never one that is there. */
export function newKeyValue({ type }: Column, value: Value, others: readonly Value[]): Value {
  switch (type) {
    case 'uuid':
      return randomUUID();
    case 'int2':
    case 'int4':
    case 'int8':
      return Math.max(0, ...others.map(Number)) + 1;
    case 'bytea':
      return oneBit(String(value));
    case 'date':
      return [...others].map(String).toSorted().slice(-1).map(moved)[0]?.slice(0, 10);
    default:
      return fresh(String(value), others);
  }
}

function fresh(text: string, others: readonly Value[]): string {
  const near = [atLetter(text, 'last'), atLetter(text, 'first'), atLetter(atLetter(text, 'first'), 'last')];
  return near.find((one) => !others.includes(one)) ?? `${text}x`;
}
