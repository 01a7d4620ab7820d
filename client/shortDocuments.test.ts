import { readFileSync } from 'node:fs';
import { parse, print } from 'graphql';
import { expect, it } from 'vitest';
import * as documents from './graphql/generated.ts';
import { withShortDocuments } from './shortDocuments.ts';

it('says each generated document in its text, and nothing else', () => {
  const source = readFileSync(new URL('graphql/generated.ts', import.meta.url), 'utf8');
  const texts = new Map(
    [...withShortDocuments(source).matchAll(/^export const (\w+) = .*? parse\((".*"), \{ noLocation/gm)].map(
      ([, name, text]) => [name, print(parse(JSON.parse(text ?? '')))],
    ),
  );
  expect(texts).toEqual(new Map(Object.entries(documents).map(([name, document]) => [name, print(document)])));
  expect(texts.size).toBeGreaterThan(10);
});

it('refuses a module without documents', () => {
  expect(() => withShortDocuments('export const none = 1;')).toThrow('no document');
});
