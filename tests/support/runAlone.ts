import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A test file that failed in a run. */
export interface FailedFile {
  /** absolute, or relative to the root of the repository */
  file: string;
  project: string;
}

/**
 * The lines that a run prints at its end: how to run each failed file alone. Empty if nothing failed.
 * @param command runs the tests of a file of a project
 */
export function endOfRun(failed: readonly FailedFile[], command: (file: string, project: string) => string): string[] {
  const commands = new Set(failed.map(({ file, project }) => command(relative(ROOT, resolve(ROOT, file)), project)));
  return commands.size === 0 ? [] : ['', 'Failed. To run each file alone:', ...[...commands].map((one) => `  ${one}`)];
}
