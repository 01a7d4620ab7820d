/** '5.258413° S, 145.743927° E'; a dash without a place. */
export function placeWord(latitude: number | null, longitude: number | null, decimals: number): string {
  if (latitude === null || longitude === null) return '–';
  const part = (degrees: number, positive: string, negative: string): string =>
    `${Math.abs(degrees).toFixed(decimals)}° ${degrees < 0 ? negative : positive}`;
  return `${part(latitude, 'N', 'S')}, ${part(longitude, 'E', 'W')}`;
}
