import { describe, expect, it } from 'vitest';
import { LruCache } from './lruCache.ts';

describe('a bounded map', () => {
  it('forgets what was not asked for longest', () => {
    const map = new LruCache<string, number>(2);
    map.set('a', 1);
    map.set('b', 2);
    expect(map.get('a')).toBe(1);
    map.set('c', 3);
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3]);
  });

  it('does not forget a newer value in place of an older one', () => {
    const map = new LruCache<string, number>(2);
    map.set('a', 1);
    map.set('a', 2);
    map.forget('a', 1);
    expect(map.get('a')).toBe(2);
    map.forget('a', 2);
    expect(map.get('a')).toBeUndefined();
  });
});
