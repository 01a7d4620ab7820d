import { expect, it } from 'vitest';
import { isServerOf } from './processes.ts';

/** Above the largest process id of Linux (proc(5), pid_max). */
const NOBODY = 4_194_305;

it('takes no stranger for a database server', async () => {
  expect(await isServerOf(process.pid, '/var/lib/manam-trace/cluster')).toBe(false);
  expect(await isServerOf(NOBODY, process.cwd())).toBe(false);
});
