import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Rolldown } from 'vite';

/*
 * Assigns the modules of the pages to script files. By default the bundler makes one file for each set of modules that
 * some parts share; the signed-in dashboard started with 39 files. This groups modules that always load together, and
 * leaves out modules that a page can do without. The groups are known only after tree shaking, so the pages are built
 * twice; the first build only collects them.
 */
const path = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

const ENTRY = path('index.html');
/** The modules that the signed-in dashboard loads first. */
const FIRST_OF_STAFF = [
  'staff/AdminArea.tsx',
  'staff/AdminGate.tsx',
  'staff/shell/AdminShell.tsx',
  'staff/dashboard/DashboardTab.tsx',
].map(path);

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

async function chunksOf(config: InlineConfig): Promise<Chunks> {
  const inMemory = { ...config.build, write: false, emptyOutDir: false, reportCompressedSize: false };
  const built = await build({ ...config, configFile: false, logLevel: 'error', build: inMemory });
  const outputs = Array.isArray(built) ? built : [built];
  const chunks = outputs.flatMap((one) => ('output' in one ? one.output : [])).filter((one) => one.type === 'chunk');
  return new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
}

/** The files that load with the given parts: the parts and all their imports. */
function filesWith(isPart: (module: string) => boolean, chunks: Chunks): Set<string> {
  const files = new Set<string>();
  const add = (fileName: string): void => {
    if (files.has(fileName)) return;
    files.add(fileName);
    chunks.get(fileName)?.imports.forEach(add);
  };
  for (const { fileName, facadeModuleId } of chunks.values()) {
    if (facadeModuleId !== null && isPart(facadeModuleId)) add(fileName);
  }
  return files;
}

/** @returns maps a module to the name of its file, for the bundler's groups; null leaves the choice to the bundler */
export async function gatheredChunks(config: InlineConfig): Promise<(module: string) => string | null> {
  const chunks = await chunksOf(config);
  const base = filesWith((module) => module === ENTRY, chunks);
  const staff = filesWith((module) => FIRST_OF_STAFF.includes(module), chunks);
  const groups = new Map<string, string>();
  for (const { fileName, moduleIds } of chunks.values()) {
    const group = base.has(fileName) ? 'base' : staff.has(fileName) ? 'staff' : null;
    if (group !== null) for (const module of moduleIds) groups.set(module, group);
  }
  return (module) => groups.get(module) ?? null;
}
