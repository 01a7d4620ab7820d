const COMPASS = { north: 'N', south: 'S', east: 'E', west: 'W', customs: 'en' };

/** '5.258413° S, 145.743927° E'; a dash without a location. @param words of another language */
export function placeWord(
  latitude: number | null,
  longitude: number | null,
  decimals: number,
  words: typeof COMPASS = COMPASS,
): string {
  if (latitude === null || longitude === null) return '–';
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const figure = new Intl.NumberFormat(words.customs, digits);
  const part = (degrees: number, positive: string, negative: string): string =>
    `${figure.format(Math.abs(degrees))}° ${degrees < 0 ? negative : positive}`;
  return `${part(latitude, words.north, words.south)}, ${part(longitude, words.east, words.west)}`;
}
