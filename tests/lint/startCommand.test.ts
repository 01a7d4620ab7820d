import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../server/platform/process/packageRoot.ts';
import { nodeOptions } from '../support/serverProcess.ts';

it('starts the program in the container as `npm start` does, with a bound of its young heap', () => {
  const dockerfile = readFileSync(join(packageRoot, 'Dockerfile'), 'utf8');
  const command = JSON.stringify(['node', ...nodeOptions(), 'dist/server/main.js']).replaceAll(',', ', ');
  expect(dockerfile.split('\n')).toContain(`CMD ${command}`);
  expect(nodeOptions()).toContainEqual(expect.stringMatching(/^--max-semi-space-size=\d+$/));
});
