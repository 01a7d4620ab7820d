import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import { parseSync } from 'vite';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TEST_CODE = /^tests\/|\.test\.tsx?$/;

/** One module: its path from the repository's root, and its text. */
export interface Source {
  path: string;
  text: string;
}

/** What a module imports: by the runtime alone, or by the type checker too. */
export type Reading = 'runtime' | 'types';

export interface Edge {
  from: string;
  to: string;
}

export interface Violation extends Edge {
  rule: string;
}

/** Every TypeScript module of server, client, messages and tools, and the test code that they might import by mistake. */
export async function readSources(): Promise<Source[]> {
  const folders = await Promise.all(
    ['server', 'client', 'messages', 'tools', 'tests'].map(async (folder) =>
      (await readdir(join(ROOT, folder), { recursive: true })).map((path) => `${folder}/${path}`),
    ),
  );
  const paths = folders.flat().filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'));
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(ROOT, path), 'utf8') })));
}

/**
 * Runs dependency-cruiser over the imports of the given modules. It cannot read TypeScript 7, TSX or `using` itself, so it
 * gets a tree of files of the same names that hold the import statements and nothing else.
 * @returns every import found, and those that a rule forbids; paths are those of the sources
 */
export async function readArrows(
  sources: readonly Source[],
  reading: Reading,
  rules: IForbiddenRuleType[],
): Promise<{ edges: Edge[]; violations: Violation[] }> {
  const tree = await mkdtemp(join(tmpdir(), 'manam-arrows-'));
  try {
    await symlink(join(ROOT, 'node_modules'), join(tree, 'node_modules'), 'junction');
    await cp(join(ROOT, 'package.json'), join(tree, 'package.json'));
    const folders = new Set(sources.map(({ path }) => dirname(join(tree, path))));
    await Promise.all([...folders].map((folder) => mkdir(folder, { recursive: true })));
    await Promise.all(
      sources.map((source) => writeFile(join(tree, `${source.path}.js`), importsOnly(source, reading).join('\n'))),
    );
    const { output } = await cruise(['server', 'client', 'tools'], {
      baseDir: tree,
      preserveSymlinks: true,
      doNotFollow: { path: 'node_modules' },
      enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
      validate: true,
      ruleSet: { forbidden: rules },
    });
    if (typeof output === 'string') throw new Error('dependency-cruiser answered with a text');
    return resultOf(output);
  } finally {
    await rm(tree, { recursive: true, force: true });
  }
}

/** The import statements of a module, one a line. Test code may import what it likes, so none of it is read. */
function importsOnly({ path, text }: Source, reading: Reading): string[] {
  if (TEST_CODE.test(path)) return [];
  const { program, module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);
  const specifiers = program.body.flatMap((statement) => {
    switch (statement.type) {
      case 'ImportDeclaration':
        return statement.importKind !== 'type' || reading === 'types' ? [statement.source.value] : [];
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration':
        return statement.source && (statement.exportKind !== 'type' || reading === 'types')
          ? [statement.source.value]
          : [];
      default:
        return [];
    }
  });
  const later = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const literal = /^(['"])(.+)\1$/.exec(text.slice(start, end));
    return literal?.[2] === undefined ? [] : [literal[2]];
  });
  return [
    ...specifiers.flatMap((name) => inTree(path, name)).map((name) => `import ${JSON.stringify(name)};`),
    ...later.flatMap((name) => inTree(path, name)).map((name) => `import(${JSON.stringify(name)});`),
  ];
}

/** What a module of the tree writes for an import of its source; nothing for a style sheet or picture that is there. */
function inTree(path: string, specifier: string): string[] {
  if (!specifier.startsWith('.')) return [specifier];
  if (/\.tsx?$/.test(specifier)) return [`${specifier}.js`];
  return existsSync(join(ROOT, dirname(path), specifier)) ? [] : [specifier];
}

function resultOf({ modules, summary }: ICruiseResult): { edges: Edge[]; violations: Violation[] } {
  const source = (name: string): string => name.replace(/(\.tsx?)\.js$/, '$1');
  return {
    edges: modules.flatMap((module) =>
      module.dependencies.map(({ resolved }) => ({ from: source(module.source), to: source(resolved) })),
    ),
    violations: summary.violations.map(({ from, to, rule }) => ({
      rule: rule.name,
      from: source(from),
      to: source(to),
    })),
  };
}
