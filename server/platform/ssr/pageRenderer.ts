import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import {
  languageOf,
  PAGE_WORDS,
  PUBLIC_LOCALES,
  type PageFiles,
  type PageRenderer,
  type PageState,
  type PageWords,
  type PublicLocale,
  type RenderedPage,
} from '../../domain/public/publicPages.ts';
import { packageRoot } from '../process/packageRoot.ts';

/** The files of the public pages, as they are served below `/pages`. */
export const PAGE_FILES = join(packageRoot, 'dist', 'pages');
const MANIFEST = join(PAGE_FILES, '.vite', 'manifest.json');
const PROGRAM = join(packageRoot, 'dist', 'render', 'render.js');
const MAIN = 'public/main.tsx';
/** What the build says of its files (Vite, 'Backend integration'). */
const MANIFEST_FORM = z.record(
  z.string(),
  z.object({ file: z.string(), name: z.string().optional(), imports: z.array(z.string()).default([]) }),
);
type Manifest = z.infer<typeof MANIFEST_FORM>;

const isRenderer = (module: unknown): module is PageRenderer =>
  typeof module === 'object' && module !== null && 'renderPage' in module && typeof module.renderPage === 'function';

/** Whether the public pages were built. */
export function pagesAreBuilt(): boolean {
  return existsSync(MANIFEST) && existsSync(PROGRAM);
}

/** Draws public pages by the program of `dist/render`, which is loaded with the first of them. */
export async function loadRenderer(): Promise<(address: string, state: PageState) => RenderedPage> {
  const [program, files]: [unknown, PageFiles] = await Promise.all([import(pathToFileURL(PROGRAM).href), readFiles()]);
  if (!isRenderer(program)) throw new Error(`${PROGRAM} draws no pages`);
  return (address, state) => program.renderPage(address, state, files);
}

async function readFiles(): Promise<PageFiles> {
  const manifest = MANIFEST_FORM.parse(JSON.parse(await readFile(MANIFEST, 'utf8')));
  const main = manifest[MAIN];
  const sheet = Object.values(manifest).find(({ file }) => file.endsWith('.css'));
  if (main === undefined || sheet === undefined) throw new Error(`${MANIFEST} names no ${MAIN}, or no style sheet`);
  return {
    script: addressOf(main),
    further: furtherScripts(manifest),
    words: wordFiles(manifest),
    css: (await readFile(join(PAGE_FILES, sheet.file), 'utf8')).trim(),
  };
}

const addressOf = ({ file }: Manifest[string]): string => `/pages/${file}`;

/** The files of messages of each language (client/words/publicLanguages.ts). */
function wordFiles(manifest: Manifest): PageFiles['words'] {
  const file = (locale: PublicLocale, name: PageWords): string => {
    const source = `../messages/${languageOf(locale)}/${name}.json`;
    const known = manifest[source];
    if (known === undefined) throw new Error(`${MANIFEST} names no ${source}`);
    return addressOf(known);
  };
  const of = (locale: PublicLocale) => byKey(PAGE_WORDS, (name) => file(locale, name));
  return byKey(PUBLIC_LOCALES, of);
}

function byKey<Key extends string, Value>(keys: readonly Key[], valueOf: (key: Key) => Value): Record<Key, Value> {
  // `fromEntries` forgets which keys there are.
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>;
}

/** `VerifyPage` is the page `verify`. */
function furtherScripts(manifest: Manifest): Record<string, string[]> {
  const further: Record<string, string[]> = {};
  for (const [key, { name }] of Object.entries(manifest)) {
    const page = /^(\w+)Page$/.exec(name ?? '')?.[1];
    // What is shared by the pages of plain text has such a name too, and is no page.
    if (page === undefined || !key.startsWith('public/')) continue;
    const scripts = new Set([...scriptsOf(MAIN, manifest), ...scriptsOf(key, manifest)]);
    scripts.delete(MAIN);
    further[page.toLowerCase()] = [...scripts].flatMap((script) => {
      const known = manifest[script];
      return known === undefined ? [] : [addressOf(known)];
    });
  }
  return further;
}

/** A script and all that it imports. */
function scriptsOf(key: string, manifest: Manifest, found = new Set<string>()): Set<string> {
  if (found.has(key)) return found;
  found.add(key);
  for (const one of manifest[key]?.imports ?? []) scriptsOf(one, manifest, found);
  return found;
}
