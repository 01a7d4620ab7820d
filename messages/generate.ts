import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { englishParams } from '../server/domain/messages/english.ts';
import { MESSAGES } from '../server/domain/messages/registry.ts';
import { codeFaults, ENGLISH, faultsOf, readCatalogues, typesOf } from './catalogues.ts';

/*
 * `npm run generate` writes messages/types.ts from the English catalogues. With --check (`npm run check:generated`) it writes nothing
 * and names what is stale. Both name what is wrong with a translation or with the text of a code.
 */
const TYPES = join(import.meta.dirname, 'types.ts');
const languages = readCatalogues();
const english = languages[ENGLISH] ?? {};
const types = typesOf(english);
if (!process.argv.includes('--check')) writeFileSync(TYPES, types);

const isStale = readFileSync(TYPES, 'utf8') !== types;
const faults = [
  ...(isStale ? ['messages/types.ts differs from messages/en: run npm run generate.'] : []),
  ...faultsOf(languages),
  ...codeFaults(english, new Map(MESSAGES.map(({ code, example }) => [code, Object.keys(englishParams(example))]))),
];
process.stderr.write(faults.map((fault) => `${fault}\n`).join(''));
if (faults.length > 0) process.exitCode = 1;
