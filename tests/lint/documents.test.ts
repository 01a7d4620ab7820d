import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../server/platform/process/packageRoot.ts';

/** The Markdown files of the repository; `docs/` with all its folders. */
const documents = [
  ...readdirSync(packageRoot).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(packageRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
].map((path) => ({ path, text: readFileSync(join(packageRoot, path), 'utf8') }));

/** Not wrapped at 120 yet. */
const UNWRAPPED = ['docs/manam-proof.md', 'docs/verify-a-proof.md'];

const LINE = 120;
const COLUMNS = 5;
const PAGE = 60;

/** A document without its fenced blocks, which show commands and answers as they are; line numbers stay. */
const prose = (text: string): string[] =>
  text
    .replaceAll(/^( *)(```+)[^\n]*\n[\s\S]*?^ *\2 *$/gm, (block) => '\n'.repeat(block.split('\n').length - 1))
    .split('\n');

/** A long address, id or code span cannot be broken: such a line may pass the limit when it holds nothing else. */
const isUnbreakable = (line: string): boolean =>
  /^\s*(?:[-*] )?(?:`[^`]+`|\S+|!?\[[^\]]*\]\(\S+\))[.,;:)]*$/.test(line);

describe('Markdown', () => {
  it('has lines of at most 120 characters, fenced blocks and what cannot be broken excepted', () => {
    const wrapped = documents.filter(({ path }) => !UNWRAPPED.includes(path));
    const long = wrapped.flatMap(({ path, text }) =>
      prose(text).flatMap((line, at) => ([...line].length > LINE && !isUnbreakable(line) ? [`${path}:${at + 1}`] : [])),
    );
    expect(long).toEqual([]);
  });

  it('has tables of at most five columns', () => {
    const wide = documents.flatMap(({ path, text }) =>
      prose(text).flatMap((line, at) => {
        const columns = /^\s*\|/.test(line) ? line.replaceAll(/`[^`]*`|\\\|/g, '').split('|').length - 2 : 0;
        return columns > COLUMNS ? [`${path}:${at + 1}`] : [];
      }),
    );
    expect(wide).toEqual([]);
  });

  it('links to files and headings that exist', () => {
    const broken = documents.flatMap(({ path, text }) =>
      [
        ...prose(text)
          .join('\n')
          .matchAll(/\]\((?!https?:|mailto:|#)([^)\s#]+)(?:#([^)\s]+))?\)/g),
      ].flatMap(([, file = '', anchor]) => {
        const target = join(packageRoot, dirname(path), file);
        if (!existsSync(target)) return [`${path}: ${file}`];
        return anchor === undefined || hasHeading(target, anchor) ? [] : [`${path}: ${file}#${anchor}`];
      }),
    );
    expect(broken).toEqual([]);
  });
});

describe('decision records', () => {
  it('take one page each: at most 60 lines', () => {
    const records = documents.filter(({ path }) => /^docs\/decisions\/\d/.test(path));
    expect(records.length).toBeGreaterThan(50);
    const long = records.filter(({ text }) => text.trimEnd().split('\n').length > PAGE);
    expect(long.map(({ path }) => relative('docs/decisions', path))).toEqual([]);
  });
});

/** Whether a document has a heading of this anchor, by the rule of GitHub and of the site. */
function hasHeading(file: string, anchor: string): boolean {
  const headings = prose(readFileSync(file, 'utf8')).filter((line) => /^#{1,6} /.test(line));
  return headings.some((line) => slugOf(line) === anchor);
}

const slugOf = (heading: string): string =>
  heading
    .replace(/^#+ /, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
