import { describe, expect, it } from 'vitest';
import { truncate } from './truncate.ts';

describe('a truncated text', () => {
  it('is the text where that is short enough', () => {
    expect(truncate('cacao', 5)).toBe('cacao');
    expect(truncate('', 5)).toBe('');
  });

  it('is as long as it may be otherwise, and shows that something was cut off', () => {
    expect(truncate('cacaos', 5)).toBe('caca…');
    expect(truncate('x'.repeat(1_000_000), 100)).toHaveLength(100);
  });

  it('ends with no half of a character', () => {
    expect(truncate('ab😀def', 4)).toBe('ab…');
    expect(truncate('ab😀def', 5)).toBe('ab😀…');
  });
});
