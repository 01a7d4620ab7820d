import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { readSources, type Source } from './importTree.ts';

/** What the server says for people to read. Beside it stands a code for programs. */
const TEXT = /^(message|satelliteMessage|description|explanation|details|remark|refusal)$|Message$/;
const LOOKS_INTO = new Set([
  'includes',
  'startsWith',
  'endsWith',
  'indexOf',
  'match',
  'matchAll',
  'search',
  'split',
  'replace',
  'replaceAll',
  'localeCompare',
]);

type Node = { type: string } & Record<string, unknown>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** `lot.satelliteMessage`, `message`, `error?.message`, `message ?? ''` */
function isText(value: unknown): boolean {
  if (!isNode(value)) return false;
  switch (value.type) {
    case 'Identifier':
      return TEXT.test(String(value['name']));
    case 'MemberExpression':
      return isText(value['property']);
    case 'ChainExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
      return isText(value['expression']);
    case 'LogicalExpression':
      return isText(value['left']);
    case 'CallExpression':
      // text.trim().startsWith(...)
      return (
        isNode(value['callee']) && value['callee'].type === 'MemberExpression' && isText(value['callee']['object'])
      );
    default:
      return false;
  }
}

const isWritten = (value: unknown): boolean =>
  isNode(value) && value.type === 'Literal' && typeof value['value'] === 'string' && value['value'] !== '';

function looksInto(node: Node): boolean {
  switch (node.type) {
    case 'BinaryExpression': {
      const { left, right } = node;
      return (
        /^[!=]==?$/.test(String(node['operator'])) &&
        ((isText(left) && isWritten(right)) || (isText(right) && isWritten(left)))
      );
    }
    case 'SwitchStatement':
      return isText(node['discriminant']);
    case 'CallExpression': {
      const { callee } = node;
      if (!isNode(callee) || callee.type !== 'MemberExpression' || !isNode(callee['property'])) return false;
      const method = String(callee['property']['name']);
      const given = Array.isArray(node['arguments']) ? node['arguments'] : [];
      return LOOKS_INTO.has(method) ? isText(callee['object']) : /^(test|exec)$/.test(method) && given.some(isText);
    }
    default:
      return false;
  }
}

/** The places of a module that look for something in a text. */
function parsedTexts({ path, text }: Source): string[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isNode(value)) return;
    if (looksInto(value)) found.push(text.slice(Number(value['start']), Number(value['end'])));
    for (const [key, member] of Object.entries(value)) if (key !== 'parent') visit(member);
  };
  visit(program);
  return found;
}

describe('texts of the server', () => {
  it('are shown by the client, never parsed', async () => {
    const found = (await readSources())
      .filter(({ path }) => path.startsWith('client/') && !/\.test\.tsx?$/.test(path))
      .flatMap((source) => parsedTexts(source).map((place) => `${source.path}: ${place}`));
    expect(found).toEqual([]);
  });

  it.each([
    "lot.satelliteMessage?.includes('sample data')",
    '/sample/.test(satelliteMessage ?? "")',
    "error.message === 'Lot not found'",
    "message.trim().startsWith('Blocks')",
    "alert.description.split(': ')",
  ])('are found where one is: %s', (text) => {
    expect(parsedTexts({ path: 'client/broken.ts', text: `export const found = ${text};` })).toEqual([text]);
  });

  it.each(["error.message !== ''", 'error.message.slice(0, 500)', "code === 'no_data'", 'shown === message'])(
    'may be handed on: %s',
    (text) => {
      expect(parsedTexts({ path: 'client/whole.ts', text: `export const found = ${text};` })).toEqual([]);
    },
  );
});
