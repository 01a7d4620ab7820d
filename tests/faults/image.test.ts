import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packageRoot } from '../../server/platform/process/packageRoot.ts';
import { build } from '../support/serverProcess.ts';

let image: string;

beforeAll(async () => {
  await build({ pages: false });
  image = await mkdtemp(join(tmpdir(), 'manam-image-'));
  for (const name of await copiedIntoTheImage()) {
    if (name !== 'node_modules') await cp(join(packageRoot, name), join(image, name), { recursive: true });
  }
});

afterAll(async () => rm(image, { recursive: true, force: true }));

/** What the last stage of the Dockerfile takes from the one that builds. */
async function copiedIntoTheImage(): Promise<string[]> {
  const dockerfile = await readFile(join(packageRoot, 'Dockerfile'), 'utf8');
  return [...dockerfile.matchAll(/^COPY --from=build (.+) \S+$/gm)].flatMap(([, from = '']) =>
    from.split(' ').map((path) => path.replace('/app/', '')),
  );
}

it('the image has what the commands beside the program need: nothing is built in it, where no compiler is', async () => {
  const built = await promisify(execFile)(process.execPath, ['server/build.mjs', '--server'], { cwd: image });
  expect(built).toEqual({ stdout: '', stderr: '' });
});
