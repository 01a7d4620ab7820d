import { describe, expect, it } from 'vitest';
import { shortened } from './shortened.ts';

describe('a shortened text', () => {
  it('is the text where that is short enough', () => {
    expect(shortened('cacao', 5)).toBe('cacao');
    expect(shortened('', 5)).toBe('');
  });

  it('is as long as it may be otherwise, and shows that something was cut off', () => {
    expect(shortened('cacaos', 5)).toBe('caca…');
    expect(shortened('x'.repeat(1_000_000), 100)).toHaveLength(100);
  });

  it('ends with no half of a character', () => {
    expect(shortened('ab😀def', 4)).toBe('ab…');
    expect(shortened('ab😀def', 5)).toBe('ab😀…');
  });
});
