import type { Message } from '../../../server/domain/messages/message.ts';
import type { FarmWords } from '../../words/farmWords.ts';
import { localizedText } from '../../words/localizedTexts.ts';

/** Below it two decimals would say 0. */
const SMALL_HA = 0.1;

/** Hectares as people compare them: two decimals, four of a very small plot. */
export function areaText({ formatDecimals }: Pick<FarmWords, 'formatDecimals'>, areaHa: number): string {
  return formatDecimals(areaHa, areaHa > 0 && areaHa < SMALL_HA ? 4 : 2);
}

/** A length on a map: meters, or kilometers from a thousand on. */
export function lengthText({ locale }: Pick<FarmWords, 'locale'>, metres: number): string {
  const isLong = metres >= 1000;
  return new Intl.NumberFormat(locale, { style: 'unit', unit: isLong ? 'kilometer' : 'meter' }).format(
    isLong ? metres / 1000 : metres,
  );
}

const COUNTRIES = ['country', 'countries', 'declared', 'found'];

/** What is wrong with a plot, in words; countries come as codes and are read by their names. */
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
