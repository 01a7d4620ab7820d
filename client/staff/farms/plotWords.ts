import type { Message } from '../../../server/domain/messages/message.ts';
import type { FarmWords } from '../../words/farmWords.ts';
import { localizedText } from '../../words/localizedTexts.ts';

/** Smaller areas would read 0 with two decimals. */
const SMALL_HA = 0.1;

/** Formats hectares: two decimals, four for very small plots. */
export function areaText({ formatDecimals }: Pick<FarmWords, 'formatDecimals'>, areaHa: number): string {
  return formatDecimals(areaHa, areaHa > 0 && areaHa < SMALL_HA ? 4 : 2);
}

/** Formats a length in meters, or kilometers from 1000 m. */
export function lengthText({ locale }: Pick<FarmWords, 'locale'>, metres: number): string {
  const isLong = metres >= 1000;
  return new Intl.NumberFormat(locale, { style: 'unit', unit: isLong ? 'kilometer' : 'meter' }).format(
    isLong ? metres / 1000 : metres,
  );
}

const COUNTRIES = ['country', 'countries', 'declared', 'found'];

/** Describes a fault of a plot; country codes become country names. */
export function plotFault(words: FarmWords, said: Message): string {
  const name = (code: string): string => words.formatCountry(code) ?? code;
  const named = (value: Message['values'][string]): Message['values'][string] =>
    typeof value === 'string' ? name(value) : Array.isArray(value) ? value.map((one) => name(String(one))) : value;
  const values = Object.entries(said.values).map(([key, value]) => [
    key,
    COUNTRIES.includes(key) ? named(value) : value,
  ]);
  return localizedText(words, { ...said, values: Object.fromEntries(values) });
}
