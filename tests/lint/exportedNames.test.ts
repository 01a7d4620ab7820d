import { expect, it } from 'vitest';
import { readSources, type Source } from './importTree.ts';

const EXPORTED = /^export (?:abstract |async )*(?:const|function\*?|class|interface|type|enum) (\w+)/gm;

const PLANTED: readonly Source[] = [
  { path: 'server/modules/mail/planted.ts', text: 'export interface PlantedName {}' },
  { path: 'client/design/planted.tsx', text: 'export const PlantedName = 1;' },
];

/** Names that more than one file of the product exports, with those files. An overload counts once. */
function namesWithSeveralMeanings(sources: readonly Source[]): string[] {
  const files = new Map<string, Set<string>>();
  for (const { path, text } of sources) {
    if (!/^(?:server|client)\//.test(path) || /\.test\.tsx?$|generated|\/migrations\//.test(path)) continue;
    for (const [, name = ''] of text.matchAll(EXPORTED)) files.set(name, (files.get(name) ?? new Set()).add(path));
  }
  return [...files].filter(([, paths]) => paths.size > 1).map(([name, paths]) => `${name}: ${[...paths].join(', ')}`);
}

it('an exported name has one meaning, so one file exports it', async () => {
  expect(namesWithSeveralMeanings(await readSources())).toEqual([]);
});

it('finds a planted name', () => {
  expect(namesWithSeveralMeanings(PLANTED)).toEqual([
    'PlantedName: server/modules/mail/planted.ts, client/design/planted.tsx',
  ]);
});
