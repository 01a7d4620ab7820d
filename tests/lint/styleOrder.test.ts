import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { readSources, type Source } from './importTree.ts';

/** What a piece draws with; all other attributes are no styles, or not of Chakra alone. */
const DRAWN = /^(Box|Flex|Grid|chakra\.\w+)$/;
const NO_STYLE =
  /^(key|ref|id|role|to|href|type|name|htmlFor|tabIndex|title|alt|src|as|asChild|on[A-Z].*|aria-.*|data-.*|dateTime|value|disabled|rel|target|scope)$/;

type Node = { type: string } & Record<string, unknown>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function nodesIn(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [];
}

/** The styles of each element that is drawn, as they are written. */
function stylesIn({ path, text }: Source): string[][] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);
  const written = (node: Node): string => text.slice(Number(node['start']), Number(node['end']));
  const found: string[][] = [];
  const visit = (value: unknown): void => {
    for (const node of nodesIn(value)) {
      if (node.type === 'JSXOpeningElement' && nodesIn(node['name']).some((name) => DRAWN.test(written(name)))) {
        const styles = nodesIn(node['attributes']).map(written);
        found.push(
          styles.filter((style) => !NO_STYLE.test(style.split(/[=\s]/, 1)[0] ?? '') && !style.startsWith('{')),
        );
      }
      for (const [key, member] of Object.entries(node)) if (key !== 'parent') visit(member);
    }
  };
  visit(program);
  return found;
}

/** The same styles in two orders. */
function twoOrders(sources: readonly Source[]): string[] {
  const first = new Map<string, string>();
  const found: string[] = [];
  for (const source of sources) {
    for (const styles of stylesIn(source)) {
      const [key, order] = [styles.toSorted().join(' '), styles.join(' ')];
      const before = first.get(key);
      if (before === undefined) first.set(key, order);
      else if (before !== order) found.push(`${source.path}: ${order}`);
    }
  }
  return found;
}

/*
 * Chakra remembers styles without their order: of two elements with the same styles in another order, the one that is drawn first in
 * the life of a process gives the class of both. A server has drawn other pages before, so its class would not be the browser's.
 */
describe('styles of public pages and pieces', () => {
  it('stand in one order wherever they are the same', async () => {
    const drawn = (await readSources()).filter(({ path }) => /^client\/(public|design)\/(?!.*\.test\.tsx$)/.test(path));
    expect(twoOrders(drawn)).toEqual([]);
  });

  it('are found where they stand in another', () => {
    const text = '<><Box fontSize="sm" color="fg" id="a" /><chakra.p id="b" color="fg" fontSize="sm" /></>';
    expect(twoOrders([{ path: 'client/public/broken.tsx', text }])).toEqual([
      'client/public/broken.tsx: color="fg" fontSize="sm"',
    ]);
    expect(twoOrders([{ path: 'client/public/whole.tsx', text: text.replace('"fg" font', '"bg" font') }])).toEqual([]);
  });
});
