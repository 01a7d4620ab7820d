import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { chmod, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { packageRoot } from '../../server/platform/process/packageRoot.ts';
import type { Program } from './guideDocument.ts';

const MODULES = join(packageRoot, 'node_modules');
const STAND_IN = join(packageRoot, 'tests', 'support', 'curlStandIn.ts');
const WITHIN_MS = 60_000;

/** A reader's shell and folder. */
export interface GuideShell {
  folder: string;
  /** an exported variable as the last script left it; empty when it is not set */
  variable(name: string): Promise<string>;
  /** runs a script; functions and exported variables of the ones before are there */
  run(script: string): Promise<{ status: number | null; stdout: string; stderr: string }>;
  remove(): Promise<void>;
}

/** Whether a program stands on the PATH. */
export function isInstalled(name: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * A new folder as a guide tells its readers to make it, with their programs in it.
 * @param standIn run the stand-in for curl in the place of curl
 */
export async function openGuideShell(
  programs: readonly Program[],
  variables: Record<string, string>,
  { standIn }: { standIn: boolean },
): Promise<GuideShell> {
  const folder = await mkdtemp(join(tmpdir(), 'manam-guide-'));
  const bin = await mkdtemp(join(tmpdir(), 'manam-guide-bin-'));
  const state = join(bin, 'state.sh');
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  await symlink(MODULES, join(folder, 'node_modules'));
  await writeFile(state, '');
  await symlink(process.execPath, join(bin, 'node'));
  if (standIn) {
    await writeFile(join(bin, 'curl'), `#!/bin/sh\nexec '${process.execPath}' '${STAND_IN}' "$@"\n`);
    await chmod(join(bin, 'curl'), 0o755);
  }
  for (const { name, text: program } of programs) await writeFile(join(folder, name), program);
  const env = { PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`, HOME: folder, LANG: 'C.UTF-8', ...variables };

  const run: GuideShell['run'] = async (script) => {
    const whole = `source '${state}'\n${script}\n{ declare -f; export -p; } >'${state}'\n`;
    const child = spawn('bash', ['-euo', 'pipefail', '-c', whole], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    // The whole group: what a script left running would hold its output open.
    const late = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), WITHIN_MS);
    const [[status], stdout, stderr] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
    clearTimeout(late);
    return { status: typeof status === 'number' ? status : null, stdout, stderr };
  };
  return {
    folder,
    run,
    variable: async (name) => (await run(`printf %s "\${${name}:-}"`)).stdout,
    remove: async () => {
      await rm(folder, { recursive: true, force: true });
      await rm(bin, { recursive: true, force: true });
    },
  };
}
