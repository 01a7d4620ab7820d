import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { readSources, type Source } from './importTree.ts';

/** Several words one after the other, as people read them. */
const PROSE = /\p{L}{2,}[,:]? \p{L}{2,}/u;
/** Rules of zod take their message as the last argument, or as a member of it. */
const RULES =
  /^(min|max|length|regex|refine|superRefine|positive|nonnegative|int|email|date|datetime|uuid|guid|string|number|boolean|enum|array|object|strictObject|literal|custom|union|check)$/;
/** Checks of ledger and proof files are for experts, in English: people do not type events or proofs. */
const INPUT_RULES = /^server\/domain\/(?!(messages|ledger|proof)\/)/;
const MEMBERS = /^(error|message|text|hint|title)$/;

type Node = { type: string } & Record<string, unknown>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function nodesIn(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [];
}

function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (typeof node['name'] === 'string') return node['name'];
  return typeof node['value'] === 'string' ? node['value'] : nameOf(node['property']);
}

function textOf(node: Node): string {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : '';
  if (node.type !== 'TemplateLiteral') return '';
  return nodesIn(node['quasis'])
    .map(({ value }) => (typeof value === 'object' && value !== null ? String(Reflect.get(value, 'cooked')) : ''))
    .join('x');
}

/** The texts of a module that stand where a rule, or an answer, has its message. */
function messagesIn({ path, text }: Source): string[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);
  const found: string[] = [];
  const judge = (value: unknown): void => {
    for (const node of nodesIn(value)) if (PROSE.test(textOf(node))) found.push(textOf(node));
  };
  const visit = (value: unknown): void => {
    for (const node of Array.isArray(value) ? value : [value]) {
      if (!isNode(node)) continue;
      if (node.type === 'CallExpression' && RULES.test(nameOf(node['callee']))) judge(node['arguments']);
      if (node.type === 'Property' && MEMBERS.test(nameOf(node['key']))) judge(node['value']);
      // A name that says it: const NOTE_MESSAGE = '...', and members of an object of messages.
      if (node.type === 'VariableDeclarator' && /MESSAGE|ERROR|TEXT|_REQUIRED$|_EMPTY$/i.test(nameOf(node['id']))) {
        judge(node['init']);
        const init = node['init'];
        const object = isNode(init) && init.type === 'TSAsExpression' ? init['expression'] : init;
        if (isNode(object)) nodesIn(object['properties']).forEach((property) => judge(property['value']));
      }
      for (const [key, member] of Object.entries(node)) if (key !== 'parent') visit(member);
    }
  };
  visit(program);
  return [...new Set(found)];
}

describe('texts of the rules of input', () => {
  it('stand in the table of what is said, none elsewhere in the domain', async () => {
    const found = (await readSources())
      .filter(({ path }) => INPUT_RULES.test(path) && !path.endsWith('.test.ts'))
      .flatMap((source) => messagesIn(source).map((words) => `${source.path}: ${words}`));
    expect(found).toEqual([]);
  });

  it.each([
    ['of a rule', "z.string().min(1, 'Weight is required')", 'Weight is required'],
    ['of a rule with a hole', 'z.string().max(9, `${label} can be at most ${max} characters`)', /can be at most/],
    ['in the options of a rule', "z.number({ error: 'Weight must be a number' })", 'Weight must be a number'],
    ['of a check', "rule.refine(isNoted, { path: ['note'], message: 'A note is required' })", 'A note is required'],
    ['in a list of messages', "const MESSAGES = { note: 'A note is required' } as const", 'A note is required'],
    ['by its name', "const LOT_ID_REQUIRED = 'Lot ID is required'", 'Lot ID is required'],
  ])('are found where they do not: %s', (_what, text, words) => {
    expect(messagesIn({ path: 'server/domain/broken.ts', text }).join()).toMatch(words);
  });

  it.each([
    "z.string().min(1, encodeMessage(INPUT.required({ field: 'weight' })))",
    "if (stage === undefined) throw new RangeError('No stage at this position')",
    "const STATUSES = ['No Deforestation', 'Pending Review'] as const",
  ])('are not seen where there are none: %s', (text) => {
    expect(messagesIn({ path: 'server/domain/whole.ts', text })).toEqual([]);
  });
});
