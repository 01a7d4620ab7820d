import { afterEach, expect, it } from 'vitest';
import { until } from '../../../tests/support/until.ts';
import type { testTasks } from '../../../tests/support/testThread.ts';
import { insideWrite } from '../database/openWrite.ts';
import { RequestScope, RequestTimeout } from '../database/requestScope.ts';
import { Threads } from './threads.ts';

const ENTRY = new URL('../../../tests/support/testThread', import.meta.url);

let threads: Threads<typeof testTasks>;
const started = (count: number): Threads<typeof testTasks> => (threads = new Threads(ENTRY, count));
afterEach(() => threads.close());

/** Waits until a thread is in the middle of `forever`. */
async function begun(began: SharedArrayBuffer): Promise<void> {
  await until(() => Atomics.load(new Int32Array(began), 0) === 1, 'the thread to begin');
}

it('answers what its tasks answer and throws what they throw', async () => {
  started(1);
  expect(await threads.run('double', { number: 21 })).toEqual({ doubled: 42, at: new Date(21) });
  const bytes = await threads.run('bytes', 'Ngũgĩ');
  expect([Buffer.isBuffer(bytes), bytes.toString()]).toEqual([true, 'Ngũgĩ']);
  await expect(threads.run('fail', 'not in range')).rejects.toThrow(new RangeError('not in range'));
  expect(threads.size).toBe(1);
});

it('ends a thread that had no work for as long as was asked', async () => {
  threads = new Threads(ENTRY, 1, { idleMs: 1 });
  await threads.run('double', { number: 1 });
  await until(() => threads.size === 0, 'the thread to end');
  expect((await threads.run('double', { number: 2 })).doubled).toBe(4);
});

it('is not asked from inside of a transaction that writes: locks would be held meanwhile', async () => {
  started(1);
  await expect(insideWrite(() => threads.run('double', { number: 21 }))).rejects.toThrow('inside a transaction');
});

it('starts as many threads as there is work for, up to its bound, and none before', async () => {
  started(2);
  expect(threads.size).toBe(0);
  await threads.run('double', { number: 1 });
  expect(threads.size).toBe(1);
  const answers = await Promise.all([1, 2, 3, 4, 5].map((number) => threads.run('double', { number })));
  expect(answers.map(({ doubled }) => doubled)).toEqual([2, 4, 6, 8, 10]);
  expect(threads.size).toBe(2);
});

it('ends a thread in the middle of its work when the request is over, and goes on with another', async () => {
  started(1);
  const began = new SharedArrayBuffer(4);
  const scope = new RequestScope(60_000);
  const endless = scope.run(() => threads.run('forever', began));
  const next = threads.run('double', { number: 4 });
  await begun(began);
  scope.giveUp();
  await expect(endless).rejects.toBeInstanceOf(RequestTimeout);
  expect((await next).doubled).toBe(8);
  await expect(scope.run(() => threads.run('double', { number: 4 }))).rejects.toBeInstanceOf(RequestTimeout);
  scope.end();
});

it('fails alone when its thread ends', async () => {
  started(1);
  await expect(threads.run('leave', 3)).rejects.toThrow('The thread ended before its work was done');
  expect((await threads.run('double', { number: 1 })).doubled).toBe(2);
});

it('ends at a stop, whatever is under way', async () => {
  started(1);
  const began = new SharedArrayBuffer(4);
  const outcomes = Promise.allSettled([threads.run('forever', began), threads.run('double', { number: 1 })]);
  await begun(began);
  await threads.close();
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(threads.size).toBe(0);
  await expect(threads.run('double', { number: 1 })).rejects.toThrow('closed');
});
