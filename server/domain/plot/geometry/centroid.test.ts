import { expect, it } from 'vitest';
import { centroid } from './centroid.ts';

it.each([
  ['one', [{ latMicro: -5_000_001, lonMicro: 145_000_003, area: 7 }], { latMicro: -5_000_001, lonMicro: 145_000_003 }],
  [
    'two of one size',
    [
      { latMicro: 0, lonMicro: 10, area: 4 },
      { latMicro: 20, lonMicro: 30, area: 4 },
    ],
    { latMicro: 10, lonMicro: 20 },
  ],
  [
    'a large and a small one',
    [
      { latMicro: 0, lonMicro: 0, area: 9 },
      { latMicro: 100, lonMicro: -100, area: 1 },
    ],
    { latMicro: 10, lonMicro: -10 },
  ],
  [
    'both sides of the 180th meridian',
    [
      { latMicro: 0, lonMicro: 179_999_990, area: 1 },
      { latMicro: 0, lonMicro: -179_999_970, area: 1 },
    ],
    { latMicro: 0, lonMicro: -179_999_990 },
  ],
])('the middle of %s', (_, plots, middle) => expect(centroid(plots)).toEqual(middle));
