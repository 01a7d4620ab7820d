import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The folder of package.json, absolute: the same from the source tree and from `dist`. Files that the server reads at run
 * time stay in the source tree and are found from here.
 */
export const packageRoot = rootAbove(import.meta.dirname);

function rootAbove(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error(`There is no package.json above ${import.meta.dirname}`);
  return rootAbove(parent);
}
