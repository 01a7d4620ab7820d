/**
 * Quantities are stored and recorded as whole numbers, so that the database, the ledger and every proof agree to the
 * last digit (docs/spec/lots-and-stages.md, 'Numbers'): grams, 0.01 % moisture, 0.01 °C, 0.1 quality points, 1e-6
 * degrees. The API uses kilograms, percent, °C, 0-100 points and degrees, rounds to these on entry and answers the
 * stored values.
 */
export const gramsFromKg = (kg: number): number => Math.round(kg * 1000);
export const kgFromGrams = (grams: number): number => grams / 1000;
export const hundredthsFrom = (value: number): number => Math.round(value * 100);
export const fromHundredths = (hundredths: number): number => hundredths / 100;
export const tenthsFrom = (points: number): number => Math.round(points * 10);
export const fromTenths = (tenths: number): number => tenths / 10;
export const microFromDegrees = (degrees: number): number => Math.round(degrees * 1e6);
export const degreesFromMicro = (micro: number): number => micro / 1e6;

/** How a figure of the API is kept: as which whole number, rounded, and back. */
export interface Scale {
  toWhole(value: number): number;
  fromWhole(whole: number): number;
}
export const GRAMS: Scale = { toWhole: gramsFromKg, fromWhole: kgFromGrams };
export const HUNDREDTHS: Scale = { toWhole: hundredthsFrom, fromWhole: fromHundredths };
export const TENTHS: Scale = { toWhole: tenthsFrom, fromWhole: fromTenths };
export const MICRO_DEGREES: Scale = { toWhole: microFromDegrees, fromWhole: degreesFromMicro };

/** A place in micro-degrees, WGS84. */
export interface PlaceMicro {
  latMicro: number;
  lonMicro: number;
}

/**
 * Rounds a place for people who may not see the exact one (docs/spec/public-pages.md, 'Public locations').
 * @param decimals 2 for public lots (about 1 km), 1 for anonymised ones (about 11 km)
 * @returns micro-degrees that are whole multiples of 10^(6 - decimals)
 */
export function roundPlace(place: PlaceMicro, decimals: 1 | 2): PlaceMicro {
  const step = 10 ** (6 - decimals);
  // "+ 0" turns -0 into 0, which canonical JSON would otherwise have to decide on.
  const round = (micro: number): number => Math.round(micro / step) * step + 0;
  return { latMicro: round(place.latMicro), lonMicro: round(place.lonMicro) };
}
