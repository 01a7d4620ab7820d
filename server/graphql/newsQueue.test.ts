import { describe, expect, it } from 'vitest';
import { FellBehind, NewsQueue } from './newsQueue.ts';

describe('a queue of news', () => {
  it('gives them in order, those that wait and those that are waited for', async () => {
    const queue = new NewsQueue<string>(10);
    queue.push('first');
    queue.push('second');
    expect([await queue.next(), await queue.next()]).toEqual(['first', 'second']);
    const third = queue.next();
    queue.push('third');
    expect(await third).toBe('third');
  });

  it('ends at once, also for who waits', async () => {
    const queue = new NewsQueue<string>(10);
    const waiting = queue.next();
    queue.end();
    expect(await waiting).toBeNull();
    expect([queue.push('late'), await queue.next()]).toEqual([false, null]);
  });

  it('holds so many and no more: who takes them too slowly gets no further ones', async () => {
    const queue = new NewsQueue<number>(3);
    expect([1, 2, 3, 4, 5].map((news) => queue.push(news))).toEqual([true, true, true, false, false]);
    await expect(queue.next()).rejects.toThrow(FellBehind);
  });
});
