import type { FiledPlace, FiledProducer } from '../../../domain/statement/statement.ts';
import type { ReportedPlot } from '../../reports/plots.ts';

/**
 * Producers with their plots, a producer once for each country that its plots are in: one GeoJSON of Type I each. Two
 * farms with farmers of the same name are two producers.
 * @param plots each plot of a producer once, as `knownPlots` lists them
 */
export function filedProducers(plots: readonly ReportedPlot[]): FiledProducer[] {
  const producers = new Map<string, { country: string; name: string; places: FiledPlace[] }>();
  for (const { country, producerName, productionPlace, geometry, areaHa } of plots) {
    // Without a size it is no plot, and the check names its lot.
    if (areaHa === null) continue;
    const key = keyOf(country, productionPlace, producerName);
    // The check names plots in no country.
    const known = producers.get(key) ?? { country: country ?? '', name: producerName, places: [] };
    known.places.push({ productionPlace, geometry, areaHa });
    producers.set(key, known);
  }
  return [...producers.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, producer]) => producer);
}

/** What tells one producer from the others. */
export function producerKey({ country, name, places }: FiledProducer): string {
  return keyOf(country, places[0]?.productionPlace ?? '', name);
}

function keyOf(country: string | null, productionPlace: string, name: string): string {
  return JSON.stringify([country ?? '', productionPlace, name]);
}

/** Grams of lots by producer: a lot of several producers counts for each in equal parts. */
export function producerShares(plots: readonly ReportedPlot[]): Map<string, number> {
  const lots = new Map<string, { grams: number; producers: Set<string> }>();
  for (const { country, productionPlace, producerName, lots: own } of plots) {
    for (const { lotId, weightGrams } of own) {
      const known = lots.get(lotId) ?? { grams: weightGrams, producers: new Set<string>() };
      known.producers.add(keyOf(country, productionPlace, producerName));
      lots.set(lotId, known);
    }
  }
  const shares = new Map<string, number>();
  for (const { grams, producers } of lots.values()) {
    for (const key of producers) shares.set(key, (shares.get(key) ?? 0) + grams / producers.size);
  }
  return shares;
}
