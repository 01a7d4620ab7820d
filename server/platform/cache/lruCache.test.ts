import { describe, expect, it } from 'vitest';
import { LruCache } from './lruCache.ts';

describe('a bounded memory', () => {
  it('forgets first what was asked for longest ago', () => {
    const memory = new LruCache<number>(3);
    for (const [i, key] of ['a', 'b', 'c'].entries()) memory.keep(key, i);
    memory.find('a');
    memory.keep('d', 3);
    expect(['a', 'b', 'c', 'd'].map((key) => memory.find(key))).toEqual([0, undefined, 2, 3]);
  });

  it('holds no more than its bound, however much each value weighs', () => {
    const memory = new LruCache<string>(10);
    memory.keep('light', 'x', 4);
    memory.keep('heavy', 'y', 7);
    expect([memory.find('light'), memory.find('heavy'), memory.weight]).toEqual([undefined, 'y', 7]);
    memory.keep('heavy', 'z', 2);
    expect([memory.find('heavy'), memory.weight]).toEqual(['z', 2]);
    memory.keep('larger than all', 'w', 11);
    expect([memory.find('larger than all'), memory.find('heavy'), memory.weight]).toEqual([undefined, 'z', 2]);
    memory.forget('heavy');
    expect(memory.weight).toBe(0);
  });
});
