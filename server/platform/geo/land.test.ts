import { expect, it } from 'vitest';
import { microFromDegrees } from '../../domain/text/units.ts';
import { loadCountries } from './countries.ts';
import { loadLand } from './land.ts';

const at = (latitude: number, longitude: number) => ({
  latMicro: microFromDegrees(latitude),
  lonMicro: microFromDegrees(longitude),
});

it.each([
  ['15 km off Madang', -5.2, 145.98, 'PG', true],
  ['15 km off Accra', 5.4, -0.2, 'GH', true],
  ['15 km off Puerto Plata', 19.98, -70.69, 'DO', true],
  ['inland of Madang', -5.258413, 145.6, 'PG', false],
  ['the shore of Madang', -5.22, 145.8, 'PG', false],
  ['Karkar, an island of 25 km', -4.65, 145.97, 'PG', false],
  ['inland of Ghana', 6.7, -1.6, 'GH', false],
  ['Taveuni, Fiji, beside the 180th meridian', -16.85, -179.97, 'FJ', false],
])('%s: far at sea or not, though a country has it', async (_, latitude, longitude, country, isFar) => {
  const place = at(latitude, longitude);
  expect((await loadCountries()).of(place)).toBe(country);
  expect((await loadLand()).isFarAtSea(place)).toBe(isFar);
});
