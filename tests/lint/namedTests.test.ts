import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../server/platform/process/packageRoot.ts';

const DOCS = join(packageRoot, 'docs');
const documents = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));

describe('what the documents name', () => {
  it.each(documents)('is there: tests and files in %s', (name) => {
    const text = readFileSync(join(DOCS, name), 'utf8');
    const named = [...text.matchAll(/`((?:tests|server|client)\/[\w./-]+\.(?:test\.|spec\.)?tsx?)`/g)].map(
      ([, path = '']) => path,
    );
    expect(named.filter((path) => !existsSync(join(packageRoot, path)))).toEqual([]);
  });

  it('names a test in each line of the threat model that claims something', () => {
    const text = readFileSync(join(DOCS, 'security.md'), 'utf8');
    const sections = text.split(/^## /m).filter((part) => /^(Threats|OWASP)/.test(part));
    expect(sections).toHaveLength(3);
    const lines = sections.flatMap((part) => part.split(/^(?=- )/m).filter((item) => item.startsWith('- ')));
    expect(lines.length).toBeGreaterThan(40);
    const bare = lines.filter((line) => !/`(tests|server)\/|`npm run|not used/.test(line));
    expect(bare).toEqual([]);
  });
});
