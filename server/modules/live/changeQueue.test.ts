import { describe, expect, it, vi } from 'vitest';
import { ChangeQueue } from './changeQueue.ts';

const neverBehind = (): never => {
  throw new Error('It fell behind');
};

describe('a queue of news', () => {
  it('gives them in order, those that wait and those that are waited for', async () => {
    const queue = new ChangeQueue<string>(10, neverBehind);
    queue.push('first');
    queue.push('second');
    expect([await queue.next(), await queue.next()]).toEqual(['first', 'second']);
    const third = queue.next();
    queue.push('third');
    expect(await third).toBe('third');
  });

  it('ends at once, also for who waits', async () => {
    const queue = new ChangeQueue<string>(10, neverBehind);
    const waiting = queue.next();
    queue.end();
    expect(await waiting).toBeNull();
    expect([queue.push('late'), await queue.next()]).toEqual([false, null]);
  });

  it('holds so many and no more: who takes none of them is cut off at once, and gets no further ones', async () => {
    const behind = vi.fn<() => void>();
    const queue = new ChangeQueue<number>(3, behind);
    const taken = [1, 2, 3].map((news) => queue.push(news));
    expect([...taken, behind.mock.calls.length]).toEqual([true, true, true, 0]);
    expect([queue.push(4), queue.push(5)]).toEqual([false, false]);
    expect([behind.mock.calls.length, await queue.next()]).toEqual([1, null]);
  });
});
