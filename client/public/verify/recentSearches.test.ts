import { describe, expect, it } from 'vitest';
import { parseRecent, withSearch } from './recentSearches.ts';

describe('recent searches', () => {
  it('puts the newest first and keeps each once', () => {
    expect(withSearch(['LOT1', 'LOT2', 'LOT3'], 'LOT2')).toEqual(['LOT2', 'LOT1', 'LOT3']);
  });

  it('keeps five', () => {
    expect(withSearch(['LOT1', 'LOT2', 'LOT3', 'LOT4', 'LOT5'], 'LOT6')).toEqual([
      'LOT6',
      'LOT1',
      'LOT2',
      'LOT3',
      'LOT4',
    ]);
  });

  it('reads what was kept, and survives what was not kept by it', () => {
    expect(parseRecent('["LOT1","LOT2"]')).toEqual(['LOT1', 'LOT2']);
    expect(parseRecent('["LOT1",7,null]')).toEqual(['LOT1']);
    expect(parseRecent('["1","2","3","4","5","6"]')).toHaveLength(5);
    expect(parseRecent('{"a":1}')).toEqual([]);
    expect(parseRecent('not json')).toEqual([]);
    expect(parseRecent(null)).toEqual([]);
  });
});
