import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A file of tests as a run of them left it. */
export interface EndedFile {
  /** absolute, or from the root of the repository */
  file: string;
  project: string;
  failed: boolean;
  /** names of tests that failed and passed on a second try */
  flaky: readonly string[];
}

/**
 * What a run of tests says at its end: how to run each file alone in which something failed, and which tests are flaky. Empty where
 * there is neither.
 * @param command runs the tests of a file of a project
 */
export function endOfRun(files: readonly EndedFile[], command: (file: string, project: string) => string): string[] {
  const named = files.map((one) => ({ ...one, file: relative(ROOT, resolve(ROOT, one.file)) }));
  const failed = new Set(named.filter((one) => one.failed).map(({ file, project }) => command(file, project)));
  const flaky = named.flatMap(({ file, flaky: tests }) => tests.map((test) => `${file}: ${test}`));
  return [
    ...(failed.size === 0 ? [] : ['', 'Failed. To run each file alone:', ...[...failed].map((one) => `  ${one}`)]),
    ...(flaky.length === 0
      ? []
      : ['', 'Flaky: failed, and passed on a second try:', ...flaky.map((one) => `  ${one}`)]),
  ];
}
