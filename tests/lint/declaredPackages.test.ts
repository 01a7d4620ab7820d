import { readdir, readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['server', 'client', 'tests', 'tools', 'docs'];

/** Packages that no file imports, with their users. Packages of types belong to the package that they describe. */
const USED_OTHERWISE: Record<string, string> = {
  '@fontsource-variable/fraunces': 'client/design/fraunces.css',
  '@fontsource-variable/inter': 'client/design/fonts.css',
  '@graphql-codegen/cli': 'tools/graphql-schema/generate.ts runs it by codegen.yml',
  '@graphql-codegen/typed-document-node': 'codegen.yml',
  '@graphql-codegen/typescript-operations': 'codegen.yml',
  'graphql-scalars': 'a peer of type-graphql',
  'react-is': 'a peer of recharts',
  oxfmt: 'npm run format',
  oxlint: 'npm run check:lint',
  tsx: 'npm run dev',
  typescript: 'npm run check:types',
};

const names = z.record(z.string(), z.string()).transform((versions) => Object.keys(versions));
const manifestSchema = z.object({ dependencies: names, devDependencies: names });

interface PackageImport {
  file: string;
  name: string;
  /** erased before the program runs */
  isType: boolean;
}

let imports: PackageImport[] = [];
let manifest: z.infer<typeof manifestSchema>;

const STATEMENT = /^(?:import|export)\s+(type\s)?(?:[\w*{][^;'"]*?\sfrom\s+)?'([^']+)'/gm;
const CALL = /(?:\bimport|\brequire|\brequire\.resolve|\bmeta\.resolve|\burl\)\.resolve)\(\s*['"]([\w@][^'"]*)['"]/g;

/** The packages that a module names in `import`, `export ... from`, `import()` and `resolve()`. */
function packagesIn(file: string, text: string): PackageImport[] {
  const statements = [...text.matchAll(STATEMENT)].map(([, type, specifier]) => ({ type, specifier }));
  const calls = [...text.matchAll(CALL)].map(([, specifier]) => ({ type: undefined, specifier }));
  return [...statements, ...calls].flatMap(({ type, specifier = '' }) => {
    const [, name] = /^((?:@[\w.-]+\/)?[\w-][\w.-]*)/.exec(specifier) ?? [];
    if (name === undefined || specifier.includes(':') || isBuiltin(specifier)) return [];
    return [{ file, name, isType: type !== undefined }];
  });
}

/** `@types/` package of a package: `@types/a__b` describes `@a/b`. */
const typesOf = (name: string): string => `@types/${name.replace(/^@(.+)\//, '$1__')}`;

/** Code that runs on a server from `node_modules`: not tests, and not what only a browser gets. */
const runsOnServer = (file: string): boolean =>
  /^(server|tools\/fabric-network)\//.test(file) && !file.endsWith('.test.ts') && !NOT_AT_RUN_TIME.has(file);
/** Programs of developers below `server/`. */
const NOT_AT_RUN_TIME = new Set([
  'tools/graphql-schema/generate.ts',
  'server/build.mjs',
  'server/bundle.mjs',
  'server/dev.mjs',
]);

beforeAll(async () => {
  manifest = manifestSchema.parse(JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')));
  const paths = await Promise.all(
    FOLDERS.map(async (folder) =>
      (await readdir(join(ROOT, folder), { recursive: true })).map((path) => `${folder}/${path}`),
    ),
  );
  // This file names packages that are not there.
  const sources = paths
    .flat()
    .filter((path) => /\.(tsx?|mjs)$/.test(path) && !path.endsWith('declaredPackages.test.ts'));
  const read = await Promise.all(
    sources.map(async (path) => packagesIn(path, await readFile(join(ROOT, path), 'utf8'))),
  );
  imports = read.flat();
});

it('every imported package is declared', () => {
  const declared = new Set([...manifest.dependencies, ...manifest.devDependencies]);
  const undeclared = imports.filter(
    ({ name, isType }) => !declared.has(name) && !(isType && declared.has(typesOf(name))),
  );
  expect(undeclared).toEqual([]);
});

it('every package that the server imports is among those that a server installs', () => {
  const installed = new Set(manifest.dependencies);
  const missing = imports.filter(({ file, name, isType }) => !isType && runsOnServer(file) && !installed.has(name));
  expect(missing).toEqual([]);
});

it('a package that a server does not need is a development dependency', () => {
  const needed = new Set(imports.filter(({ file }) => runsOnServer(file)).map(({ name }) => name));
  const others = manifest.dependencies.filter((name) => !needed.has(name) && !(name in USED_OTHERWISE));
  expect(others).toEqual([]);
});

it('every declared package is used', () => {
  const used = new Set(imports.map(({ name }) => name));
  const typed = new Set([...used].map(typesOf));
  const unused = [...manifest.dependencies, ...manifest.devDependencies].filter(
    (name) => !used.has(name) && !typed.has(name) && !(name in USED_OTHERWISE) && name !== '@types/node',
  );
  expect(unused).toEqual([]);
  expect(Object.keys(USED_OTHERWISE).filter((name) => used.has(name))).toEqual([]);
});

it.each([
  ["import a from 'left-pad';", 'left-pad'],
  ["import {\n  a,\n} from '@scope/left-pad/deep.js';", '@scope/left-pad'],
  ["export * from 'left-pad';", 'left-pad'],
  ["const a = await import('left-pad');", 'left-pad'],
  ["require.resolve('left-pad/package.json');", 'left-pad'],
])('reads %s', (text, name) => {
  expect(packagesIn('server/a.ts', text)).toEqual([{ file: 'server/a.ts', name, isType: false }]);
});
