import { degreesFromMicro, kgFromGrams, roundPlace, type PlaceMicro } from '../text/units.ts';
import type { FarmShareView, PublicOriginsView } from './publicAnswers.ts';

/** Farms that a public page lists; the others are one line. */
export const SHOWN_FARMS = 60;

/** The part of one farm in a lot that was made of others. */
export interface FarmPart {
  /** 0-1 */
  share: number;
  lots: number;
  /** place of its largest lot; null: none is known */
  place: PlaceMicro | null;
  /** a lot of the farm is anonymised */
  isAnonymized: boolean;
}

/** The place of a farm as the page of its largest lot shows it; one decimal if any of its lots is anonymised. */
export function publicPlaceOf({ place, isAnonymized }: Pick<FarmPart, 'place' | 'isAnonymized'>): PlaceMicro | null {
  return place === null ? null : roundPlace(place, isAnonymized ? 1 : 2);
}

/**
 * Parts of farms in kg and percent, without names. Kilograms of all of them sum to the weight of the lot exactly;
 * percents are rounded one by one.
 * @param parts largest first
 */
export function farmShares(
  parts: readonly FarmPart[],
  weightGrams: number,
): Pick<PublicOriginsView, 'farms' | 'lots' | 'shares' | 'others'> {
  const weighed = gramsOf(parts, weightGrams);
  const rest = weighed.slice(SHOWN_FARMS);
  const sumOf = (pick: (part: (typeof weighed)[number]) => number): number =>
    rest.reduce((sum, part) => sum + pick(part), 0);
  return {
    farms: parts.length,
    lots: parts.reduce((sum, { lots }) => sum + lots, 0),
    shares: weighed.slice(0, SHOWN_FARMS).map(shareView),
    others:
      rest.length === 0
        ? null
        : {
            farms: rest.length,
            weight: kgFromGrams(sumOf(({ grams }) => grams)),
            percent: percentOf(sumOf(({ share }) => share)),
            lots: sumOf(({ lots }) => lots),
          },
  };
}

/** Each part with its grams: differences of rounded running sums, which add up to the whole. */
function gramsOf(parts: readonly FarmPart[], weightGrams: number): (FarmPart & { grams: number })[] {
  const total = parts.reduce((sum, { share }) => sum + share, 0);
  let before = 0;
  let until = 0;
  return parts.map((part) => {
    until += part.share;
    const sum = Math.round((until / total) * weightGrams);
    const grams = sum - before;
    before = sum;
    return { ...part, grams };
  });
}

function shareView(part: FarmPart & { grams: number }): FarmShareView {
  const place = publicPlaceOf(part);
  return {
    weight: kgFromGrams(part.grams),
    percent: percentOf(part.share),
    lots: part.lots,
    latitude: place === null ? null : degreesFromMicro(place.latMicro),
    longitude: place === null ? null : degreesFromMicro(place.lonMicro),
  };
}

/** One decimal. @param share 0-1 */
export function percentOf(share: number): number {
  return Math.round(share * 1_000) / 10;
}
