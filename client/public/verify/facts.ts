import { CUT_OFF_YEAR, SAMPLE_DATASET } from '../../../server/domain/forest/deforestation.ts';
import { DASH } from '../../words/format.ts';
import { optionalTextFacts } from '../../words/lotTexts.ts';
import type { VerifyWords } from '../../words/verifyWords.ts';
import type { LotAnswer, OriginsOfBeans, PublicLot } from './publicAnswers.ts';
import { placeInWords } from './words.ts';

/** A label and its value. */
export type Fact = readonly [name: string, value: string];

/** Farmer, place and date of the harvest. */
export function originFacts(words: VerifyWords, lot: PublicLot): Fact[] {
  const { say, formatDate, formatKg } = words;
  return [
    ...farmFacts(words, lot),
    [say('origin.variety'), lot.cacaoVariety ?? DASH],
    ...optionalTextFacts(words, lot),
    [say('origin.harvested'), formatDate(lot.harvestDate)],
    [say('origin.weight'), formatKg(lot.weight)],
  ];
}

/** 'Beans from 14 farms in Papua New Guinea'. */
export function beansFrom({ say, formatCountry }: VerifyWords, { farms, countries }: OriginsOfBeans): string {
  const [code = ''] = countries;
  return say('combined.beans', { farms, countries: countries.length, country: formatCountry(code) ?? code });
}

/** Varieties with their shares, days of harvest and weight of a lot that was made of others. */
export function combinedFacts(words: VerifyWords, lot: PublicLot, { varieties }: OriginsOfBeans): Fact[] {
  const { say, formatDate, formatKg, formatList, formatPercent } = words;
  const names = varieties.map(({ variety, percent }) => `${variety} ${formatPercent(percent)}`);
  const [first, last] = [formatDate(lot.harvestDate), formatDate(lot.harvestUntil)];
  return [
    [say('origin.variety'), names.length > 1 ? formatList(names) : (lot.cacaoVariety ?? DASH)],
    [
      say('origin.harvested'),
      lot.harvestUntil === null || first === last ? first : say('combined.days', { from: first, until: last }),
    ],
    [say('origin.weight'), formatKg(lot.weight)],
  ];
}

function farmFacts({ say }: VerifyWords, lot: PublicLot): Fact[] {
  if (lot.isAnonymized) return [[say('origin.farmer'), say('origin.anonymous')]];
  return [
    [say('origin.farmer'), lot.farmerName ?? say('verify.notOnRecord')],
    [say('origin.farm'), lot.farmId ?? say('verify.notOnRecord')],
  ];
}

/**
 * Location decimals: one for a lot of an anonymous farmer, else two (docs/spec/public-pages.md, 'Public locations').
 */
export const placeDecimals = ({ isAnonymized }: PublicLot): 1 | 2 => (isAnonymized ? 1 : 2);

/** The location of a lot and its rounding; null if it is not public. */
export function lotPlace(words: VerifyWords, lot: PublicLot): { degrees: string; rounded: string } | null {
  const { latitude, longitude } = lot;
  if (latitude === null || longitude === null) return null;
  const decimals = placeDecimals(lot);
  return {
    degrees: placeInWords(words, latitude, longitude, decimals),
    rounded: words.say(decimals === 1 ? 'origin.rounded11' : 'origin.rounded1'),
  };
}

/** The manual decision about a lot with its date; empty without one. */
export function decisionFacts({ say, formatDate }: VerifyWords, lot: PublicLot): Fact[] {
  return lot.statusDecidedBy === 'person' && lot.statusDecidedOn !== null
    ? [[say('forest.decided'), say('forest.decidedOn', { day: formatDate(lot.statusDecidedOn) })]]
    : [];
}

/** The data and dataset of a satellite check, as far as known. */
export function datasetFacts({ say, formatDecimals }: VerifyWords, { satelliteCheck }: LotAnswer): Fact[] {
  const { datasetVersion: version, hectares, pixelMeters } = satelliteCheck ?? {};
  // Our name for sample data is translated; other dataset names are proper names.
  const dataset = satelliteCheck?.dataset === SAMPLE_DATASET ? say('forest.sampleDataset') : satelliteCheck?.dataset;
  const facts: Fact[] = [];
  if (hectares && pixelMeters) {
    const [area, meters] = [formatDecimals(hectares, 1), formatDecimals(pixelMeters, 0)];
    facts.push([say('forest.looked'), say('forest.lookedAt', { hectares: area, meters, year: CUT_OFF_YEAR })]);
  }
  if (dataset && version) facts.push([say('forest.dataset'), say('forest.datasetOf', { dataset, version })]);
  return facts;
}
