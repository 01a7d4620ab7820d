import { expect, it } from 'vitest';
import { isShellFile } from './staffShell.ts';
import { parseStaffWorkerMessage } from './workerMessage.ts';

it.each([
  ['/assets/index-Ab_3.js', true],
  ['/assets/inter.woff2', true],
  ['/api/v1/lots', false],
  ['/graphql', false],
  ['/admin/dashboard', false],
  ['/assets/../api/v1/lots', false],
  ['/pages/assets/verify.js', false],
])('%s is a built file: %s', (path, isFile) => {
  expect(isShellFile(path)).toBe(isFile);
});

it('accepts the built files of a message, and no other message', () => {
  const files = ['/assets/a.js', '/api/v1/lots', 7];
  expect(parseStaffWorkerMessage({ kind: 'keep', files })).toEqual({ kind: 'keep', files: ['/assets/a.js'] });
  for (const data of [null, 'keep', { kind: 'forget', files: [] }, { kind: 'keep' }, { kind: 'keep', files: 'x' }]) {
    expect(parseStaffWorkerMessage(data)).toBeNull();
  }
});
