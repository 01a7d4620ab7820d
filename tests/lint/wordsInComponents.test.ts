import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { readSources, type Source } from './importTree.ts';

/** Attributes, parameters and members of objects that people read. */
const READ =
  /^(aria-label|aria-description|aria-placeholder|aria-roledescription|aria-valuetext|title|alt|placeholder|label|busyLabel|heading|hint|note|text|lead|message|description|error|action|unit)$/;
const LETTERS = /\p{L}{2}/u;
/** A sentence or a name of several words, as people read them; keys, paths and styles look otherwise. */
const SENTENCE = /^(?:\p{Lu}[\p{L}’'-]+|[AI])[,:]? \p{L}/u;

/**
 * Technical terms and names of RFC 9110 that are values, not texts: they are compared, or are part of an error report;
 * and keyboard labels. The brand name is the same in every language.
 */
const VALUES = new Set([
  'No Deforestation',
  'Deforestation Detected',
  'Pending Review',
  'Under Investigation',
  'Bad Request',
  'Not Found',
  'Method Not Allowed',
  'Internal Server Error',
  'Bad Gateway',
  'Service Unavailable',
  'Gateway Timeout',
]);

/** The page for programmers speaks GraphQL and English, as its editor does. */
const PROGRAMMERS = /^client\/query\//;

interface Node {
  type: string;
  start: number;
}

function isNode(value: unknown): value is Node & Record<string, unknown> {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function nodesIn(value: unknown): (Node & Record<string, unknown>)[] {
  return Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [];
}

function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (typeof node['name'] === 'string') return node['name'];
  return typeof node['value'] === 'string' ? node['value'] : nameOf(node['property'] ?? node['name']);
}

/** The fixed text of a literal, or of a template with its holes left out. */
function textOf(node: Node & Record<string, unknown>): string | null {
  if (node.type === 'JSXText' || (node.type === 'Literal' && typeof node['value'] === 'string')) {
    return String(node['value']);
  }
  if (node.type !== 'TemplateLiteral') return null;
  return nodesIn(node['quasis'])
    .map(({ value }) => (typeof value === 'object' && value !== null ? String(Reflect.get(value, 'cooked')) : ''))
    .join(' ');
}

/** What is handed on as it is, not computed: `a`, `x ? a : b`, `x && a`, `x ?? a`. */
function handedOn(node: unknown): (Node & Record<string, unknown>)[] {
  return nodesIn(node).flatMap((value) => {
    switch (value.type) {
      case 'JSXExpressionContainer':
        return handedOn(value['expression']);
      case 'ConditionalExpression':
        return [...handedOn(value['consequent']), ...handedOn(value['alternate'])];
      case 'LogicalExpression':
        return [...(value['operator'] === '&&' ? [] : handedOn(value['left'])), ...handedOn(value['right'])];
      case 'BinaryExpression':
        return value['operator'] === '+' ? [...handedOn(value['left']), ...handedOn(value['right'])] : [];
      default:
        return [value];
    }
  });
}

/** Texts of a module that people would read, but that are in no catalogue. */
function wordsIn({ path, text }: Source): string[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);
  const found: string[] = [];
  const judge = (node: unknown, isRead: (text: string) => boolean): void => {
    for (const value of handedOn(node)) {
      const words = textOf(value)?.trim() ?? '';
      if (isRead(words) && !VALUES.has(words)) found.push(words);
    }
  };
  const visit = (node: unknown): void => {
    for (const value of nodesIn(node)) {
      switch (value.type) {
        case 'ImportDeclaration':
        case 'TSLiteralType':
        case 'TSEnumMember':
          continue;
        case 'NewExpression':
          // What a programmer reads of an error that should never be.
          if (nameOf(value['callee']) === 'Error') continue;
          break;
        case 'JSXElement':
        case 'JSXFragment':
          for (const child of nodesIn(value['children'])) judge(child, (words) => LETTERS.test(words));
          break;
        case 'JSXAttribute':
          if (READ.test(nameOf(value['name']))) judge(value['value'], (words) => LETTERS.test(words));
          break;
        case 'Property':
          if (READ.test(nameOf(value['key'])))
            judge(value['value'], (words) => /^\p{Lu}/u.test(words) || SENTENCE.test(words));
          break;
        case 'Literal':
        case 'TemplateLiteral':
          judge(value, (words) => SENTENCE.test(words));
          break;
      }
      for (const [key, member] of Object.entries(value)) if (key !== 'parent') visit(member);
    }
  };
  visit(program);
  return [...new Set(found)];
}

function screens(sources: readonly Source[]): Source[] {
  return sources.filter(
    ({ path }) =>
      path.startsWith('client/') &&
      !/\.test\.tsx?$|\/generated\.ts$|^client\/words\/|\.config\.ts$|^client\/compiledWords\.ts$/.test(path) &&
      !PROGRAMMERS.test(path),
  );
}

describe('words of the client', () => {
  it('stand in catalogues, none in a component', async () => {
    const found = screens(await readSources()).flatMap((source) =>
      wordsIn(source).map((words) => `${source.path}: ${words}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    ['text between tags', '<p>Nothing is recorded yet.</p>', 'Nothing is recorded yet.'],
    ['a text in braces', "<p>{failed ? 'Try Again' : say('a.b')}</p>", 'Try Again'],
    ['a text with holes', '<p>{`Lot ${id}`}</p>', 'Lot'],
    ['a name for those who hear a page', '<nav aria-label="Pages" />', 'Pages'],
    ['a property of a piece', '<Banner title={offline ? `You are offline` : undefined} />', 'You are offline'],
    ['a toast', "toaster.create({ type: 'error', title: 'Failed', description })", 'Failed'],
    ['a sentence anywhere', "const EMPTY = 'Please enter a value';", 'Please enter a value'],
  ])('are found where they do not: %s', (_what, text, words) => {
    expect(wordsIn({ path: 'client/broken.tsx', text })).toContain(words);
  });

  it.each([
    "<Panel title={say('origin.title')} gridTemplateColumns=\"minmax(7rem, auto) 1fr\">{say('origin.place')}</Panel>",
    "if (status === 'No Deforestation') throw new Error('There is no such thing');",
    '<Flex direction="column">{\'·\'}</Flex>',
  ])('are not seen where there are none: %s', (text) => {
    expect(wordsIn({ path: 'client/whole.tsx', text })).toEqual([]);
  });
});
