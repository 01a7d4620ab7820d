import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOfRun } from './runAlone.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('the end of a run', () => {
  const command = (file: string, project: string): string => `run ${project} ${file}`;

  it('names each failed file once, with its command', () => {
    const failed = [
      { file: join(ROOT, 'tests/api/one.test.ts'), project: 'api' },
      { file: 'tests/api/one.test.ts', project: 'api' },
    ];
    expect(endOfRun(failed, command)).toEqual([
      '',
      'Failed. To run each file alone:',
      '  run api tests/api/one.test.ts',
    ]);
  });

  it('is empty if nothing failed', () => {
    expect(endOfRun([], command)).toEqual([]);
  });
});

describe('a run of vitest', () => {
  let folder: string;
  let printed: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'manam-end-'));
    await writeFile(
      join(folder, 'some.test.js'),
      `test('fails', () => expect(1).toBe(2));
       test('passes', () => undefined);
       let tries = 0;
       test('is late', { retry: 1 }, () => expect((tries += 1)).toBe(2));`,
    );
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
    const reporter = join(ROOT, 'tests/support/vitestEnd.ts');
    const settings = ['--globals', '--reporter=default', `--reporter=${reporter}`];
    // Not as part of this run, and without its settings.
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|VITE_)/.test(name)));
    const ended = spawnSync(process.execPath, [vitest, 'run', '--root', folder, ...settings], {
      encoding: 'utf8',
      cwd: folder,
      env,
    });
    printed = ended.stdout + ended.stderr;
  }, 60_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('prints what passed late and how to run the failed file alone, and is summed', () => {
    expect(printed).toContain('Failed. To run each file alone:');
    expect(printed).toMatch(/^ {2}npx vitest run --config tests\/vitest\.config\.ts .*some\.test\.js$/m);
    expect(printed).toContain('Flaky, passed when it was tried again: is late');
    expect(printed).not.toMatch(/Flaky.*passes/);
    expect(sum(printed)).toBe('2 1');
  });
});

function sum(printed: string): string {
  return execFileSync(join(ROOT, '.ci/sum'), { input: printed, encoding: 'utf8' }).trim();
}

describe('the sum of all tests', () => {
  it.each([
    ['      Tests  1 failed | 11 passed | 2 skipped (14)\n', '11 1'],
    ['\x1b[2m      Tests \x1b[22m \x1b[32m11 passed\x1b[39m (11)\n\n  9 passed (4.5s)\n', '20 0'],
    ['  1 failed\n  1 interrupted\n  3 did not run\n  6 passed (1.2m)\n', '6 5'],
    ['nothing of the kind: 3 passed\n', '0 0'],
  ])('of %j is %s', (printed, expected) => {
    expect(sum(printed)).toBe(expected);
  });
});
