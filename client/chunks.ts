import { fileURLToPath } from 'node:url';

/*
 * Which files the scripts of the pages are gathered in. Left alone, the bundler makes a file of each set of modules that some parts
 * share: the signed-in dashboard began with 39 of them. Gathered is what always comes together, and nothing that a page can do without.
 */
const path = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

const ENTRY = path('index.html');
/** What the signed-in dashboard begins with. */
const FIRST_OF_STAFF = [
  'staff/AdminArea.tsx',
  'staff/AdminGate.tsx',
  'staff/shell/AdminShell.tsx',
  'staff/dashboard/DashboardTab.tsx',
].map(path);
const PUBLIC = path('public/');

interface ModuleInfo {
  isEntry: boolean;
  importers: readonly string[];
  dynamicImporters: readonly string[];
}

/** The parts, loaded each by itself, that a module comes with: those that reach it without a dynamic import. */
function partsWith(id: string, infoOf: (id: string) => ModuleInfo | null): Set<string> {
  const seen = new Set<string>();
  const parts = new Set<string>();
  const visit = (one: string): void => {
    if (seen.has(one)) return;
    seen.add(one);
    const info = infoOf(one);
    if (info === null) return;
    if (info.isEntry || info.dynamicImporters.length > 0) parts.add(one);
    info.importers.forEach(visit);
  };
  visit(id);
  return parts;
}

/** The file that a module is gathered in; null: the bundler's choice. */
export function chunkOf(id: string, infoOf: (id: string) => ModuleInfo | null): string | null {
  const parts = [...partsWith(id, infoOf)];
  if (parts.includes(ENTRY)) return 'base';
  if (!parts.some((part) => FIRST_OF_STAFF.includes(part))) return null;
  return parts.some((part) => part.startsWith(PUBLIC)) ? 'shared' : 'staff';
}
