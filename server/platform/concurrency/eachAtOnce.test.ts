import { describe, expect, it } from 'vitest';
import { eachAtOnce } from './eachAtOnce.ts';

describe('eachAtOnce', () => {
  it('begins items in their order, so many at a time', async () => {
    const log: string[] = [];
    const gates = new Map([1, 2, 3].map((item) => [item, Promise.withResolvers<void>()]));
    const all = eachAtOnce([1, 2, 3], 2, async (item) => {
      log.push(`begin ${item}`);
      await gates.get(item)?.promise;
      log.push(`end ${item}`);
    });
    gates.get(2)?.resolve();
    await gates.get(2)?.promise;
    gates.get(3)?.resolve();
    gates.get(1)?.resolve();
    await all;
    expect(log.slice(0, 3)).toEqual(['begin 1', 'begin 2', 'end 2']);
    expect(log.toSorted()).toEqual(['begin 1', 'begin 2', 'begin 3', 'end 1', 'end 2', 'end 3']);
  });

  it('begins nothing after a failure, and answers it once all that ran has ended', async () => {
    const gate = Promise.withResolvers<void>();
    const log: number[] = [];
    const all = eachAtOnce([1, 2, 3, 4], 2, async (item) => {
      if (item === 2) throw new Error('two fails');
      await gate.promise;
      log.push(item);
    });
    const answer = all.catch((error: unknown) => error);
    gate.resolve();
    expect(await answer).toEqual(new Error('two fails'));
    expect(log).toEqual([1]);
  });

  it('does nothing with nothing', async () => {
    await expect(eachAtOnce([], 2, () => Promise.reject(new Error('never')))).resolves.toBeUndefined();
  });
});
