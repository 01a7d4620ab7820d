import { describe, expect, it } from 'vitest';
import { changeOf } from './useListNews.ts';

const change = (before: string, after: string, fresh = '') => {
  const { change: told, fresh: now } = changeOf([...before], [...after], new Set(fresh));
  return { ...told, fresh: [...now].join('') };
};

describe('changes in a list while it is viewed', () => {
  it.each([
    ['abc', 'xabc', { came: 1, went: 0, fresh: 'x' }],
    ['abc', 'xyabc', { came: 2, went: 0, fresh: 'xy' }],
    ['abc', 'ac', { came: 0, went: 1, fresh: '' }],
    ['abc', 'xac', { came: 1, went: 0, fresh: 'x' }],
    ['abc', 'acd', { came: 0, went: 1, fresh: '' }],
    ['', 'xy', { came: 2, went: 0, fresh: 'xy' }],
    ['abc', '', { came: 0, went: 3, fresh: '' }],
  ])('%j becomes %j', (before, after, told) => expect(change(before, after)).toEqual(told));

  it('keeps earlier arrivals marked as new', () => {
    expect(change('xab', 'yxab', 'x')).toEqual({ came: 1, went: 0, fresh: 'xy' });
  });
});
