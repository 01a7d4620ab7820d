import { expect, it } from 'vitest';
import { typedPlace } from './typedPlace.ts';

it.each([
  [
    { latitude: '-5,258413', longitude: '145.743926' },
    { latitude: -5.258413, longitude: 145.743926 },
  ],
  [
    { latitude: '0', longitude: '0' },
    { latitude: 0, longitude: 0 },
  ],
  [{ latitude: '-5.25', longitude: '' }, null],
  [{ latitude: '-', longitude: '145' }, null],
  [{ latitude: '91', longitude: '145' }, null],
  [{ latitude: '-5', longitude: '181' }, null],
])('%j means %j', (typed, place) => {
  expect(typedPlace(typed)).toEqual(place);
});
