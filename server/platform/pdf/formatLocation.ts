import { intlLocale } from '../../domain/public/publicPages.ts';
import { documentWords, type DocumentWords } from '../../domain/messages/documents.ts';

/** '5.258413° S, 145.743927° E'; a dash without a location. @param words of another language */
export function placeWord(
  latitude: number | null,
  longitude: number | null,
  decimals: number,
  { say, locale }: DocumentWords = documentWords('en-US'),
): string {
  if (latitude === null || longitude === null) return '–';
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const figure = new Intl.NumberFormat(intlLocale(locale), digits);
  const part = (degrees: number, positive: string, negative: string): string =>
    `${figure.format(Math.abs(degrees))}° ${degrees < 0 ? negative : positive}`;
  const [north, south] = [say('certificate.north'), say('certificate.south')];
  return `${part(latitude, north, south)}, ${part(longitude, say('certificate.east'), say('certificate.west'))}`;
}
