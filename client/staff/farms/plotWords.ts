import type { FarmWords } from '../../words/farmWords.ts';

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
