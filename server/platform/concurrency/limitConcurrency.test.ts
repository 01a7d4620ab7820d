import { expect, it } from 'vitest';
import { currentRequest, RequestScope } from '../database/requestScope.ts';
import { limitConcurrency } from './limitConcurrency.ts';

it('runs as many tasks at a time as it may, in order, also after one has failed', async () => {
  const limit = limitConcurrency(2);
  const started: number[] = [];
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const tasks = gates.map(({ promise }, index) =>
    limit(() => {
      started.push(index);
      return promise;
    }),
  );
  const outcomes = Promise.allSettled(tasks);
  expect(started).toEqual([0, 1]);
  gates[1]?.reject(new Error('failed'));
  await expect.poll(() => started).toEqual([0, 1, 2]);
  gates[0]?.resolve();
  await expect.poll(() => started).toEqual([0, 1, 2, 3]);
  gates[2]?.resolve();
  gates[3]?.resolve();
  expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
});

it('never starts a task whose signal was aborted while it waited', async () => {
  const limit = limitConcurrency(1);
  const held = Promise.withResolvers<void>();
  const done: string[] = [];
  const leaves = new AbortController();
  const first = limit(() => held.promise);
  const second = limit(async () => done.push('second'), leaves.signal);
  const third = limit(async () => done.push('third'));
  leaves.abort(new Error('left'));
  await expect(second).rejects.toThrow('left');
  await expect(limit(async () => done.push('late'), leaves.signal)).rejects.toThrow('left');
  held.resolve();
  await Promise.all([first, third]);
  expect(done).toEqual(['third']);
});

it('runs a task within the request that it was called from', async () => {
  const limit = limitConcurrency(1);
  const scopes = [new RequestScope(60_000), new RequestScope(60_000)];
  const seen = await Promise.all(scopes.map((scope) => scope.run(() => limit(async () => currentRequest()))));
  expect(seen.map((scope, i) => scope === scopes[i])).toEqual([true, true]);
  for (const scope of scopes) scope.end();
});
