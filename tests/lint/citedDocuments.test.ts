import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../server/platform/process/packageRoot.ts';

/** A document, and the headings that are quoted after it: docs/spec/alerts.md, 'Fields' and 'Steps of an alert'. */
const CITATION = /\b(docs\/[\w./-]+\.(?:md|mjs))((?:(?:,| and) '[^']+')*)/g;
/** The same between documents: [alerts](alerts.md), 'Fields'. */
const LINK = /\]\(([\w./-]+\.md)(?:#[\w-]+)?\)((?:(?:,| and) '[^']+')*)/g;
const ABSENT = /\((?:decisions|interfaces)[,)]|(?:staff|public) specification|\bspec(?:ification)?, section/gi;

/** A comment, and a source file that it names, with or without its folder. */
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`\\])\/\/[^\n]*/g;
const NAMED = /(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.(?:tsx?|mjs|graphql)\b/g;
/** Invented names in examples of comments. */
const EXAMPLES = new Set(['a.ts', 'idle.ts', 'manam.ts', 'name.ts']);

/** The text of a source without the line breaks and asterisks inside of its comments. */
function flatText(path: string): string {
  return readFileSync(join(packageRoot, path), 'utf8').replaceAll(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, ' ');
}

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => ending.test(path) && !path.endsWith('citedDocuments.test.ts'))
    .map((path) => `${folder}/${path}`);
}

const sources = ['client', 'server', 'tests'].flatMap((folder) => filesIn(folder, /\.(tsx?|mjs)$/));
const pages = filesIn('docs', /\.md$/);

const headingsOf = new Map<string, ReadonlySet<string>>();

function headingsIn(page: string): ReadonlySet<string> {
  const known = headingsOf.get(page);
  if (known) return known;
  const text = readFileSync(join(packageRoot, page), 'utf8');
  const found = new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading));
  headingsOf.set(page, found);
  return found;
}

/** Whether a page is there, with each of the quoted headings. */
function isThere(page: string, quoted: string): boolean {
  if (!existsSync(join(packageRoot, page))) return false;
  return [...quoted.matchAll(/'([^']+)'/g)].every(([, heading = '']) => headingsIn(page).has(heading));
}

it('comments cite documents and headings that exist', () => {
  const dead = sources.flatMap((path) => {
    const text = flatText(path);
    const cited = [...text.matchAll(CITATION)].filter(([, page = '', quoted = '']) => !isThere(page, quoted));
    return [...cited, ...text.matchAll(ABSENT)].map(([citation]) => `${path}: ${citation}`);
  });
  expect(dead).toEqual([]);
});

it('comments name source files that exist', () => {
  const others = ['tools', 'messages', 'docs', 'client'].flatMap((folder) => filesIn(folder, /\.(tsx?|mjs|graphql)$/));
  const existing = [...sources, ...others, 'schema.graphql'];
  const names = new Set(existing.map((path) => basename(path)));
  const isFile = (name: string): boolean =>
    name.includes('/') ? existing.some((path) => `/${path}`.endsWith(`/${name}`)) : names.has(name);
  const dead = sources.flatMap((path) =>
    [...readFileSync(join(packageRoot, path), 'utf8').matchAll(COMMENT)].flatMap(([comment]) =>
      [...comment.matchAll(NAMED)]
        .map(([name]) => name)
        .filter((name) => !EXAMPLES.has(name) && !isFile(name))
        .map((name) => `${path}: ${name}`),
    ),
  );
  expect(dead).toEqual([]);
});

it('documents link to pages and headings that exist', () => {
  const dead = pages.flatMap((path) =>
    [...flatText(path).matchAll(LINK)]
      .filter(([, page = '', quoted = '']) => !isThere(join(dirname(path), page), quoted))
      .map(([link]) => `${path}: ${link}`),
  );
  expect(dead).toEqual([]);
});
