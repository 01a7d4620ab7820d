import { sixDecimals } from '../domain/eudr.ts';
import { POINT_AREA, readPlot } from '../domain/geometry/readPlot.ts';
import type { LotLine, PlotLine, Snapshot } from './reportSnapshot.ts';

/** One plot and the lots that were harvested there. */
export interface Plot {
  producerName: string;
  /** ISO 3166-1 alpha-2 */
  country: string;
  /** what the cooperative calls the place: the farm id */
  productionPlace: string;
  /** degrees with six decimals, as text: the zeros at the end count */
  longitude: string;
  latitude: string;
  areaHa: number;
  lots: LotLine[];
}

export interface Plots {
  plots: Plot[];
  /** lots whose plot cannot be filed, and why */
  leftOut: { lotId: string; reasons: string[] }[];
}

/** Groups lots by plot: one for each producer, farm and place, because files with coincident plots are rejected. */
export function plotsOf(lots: readonly LotLine[], lines: readonly PlotLine[]): Plots {
  const plots = new Map<string, Plot>();
  const leftOut: Plots['leftOut'] = [];
  for (const [i, lot] of lots.entries()) {
    const made = plotOf(lot, lines[i]);
    if ('reasons' in made) {
      leftOut.push({ lotId: lot.lotId, reasons: made.reasons });
      continue;
    }
    const key = JSON.stringify([made.producerName, made.productionPlace, made.longitude, made.latitude]);
    const known = plots.get(key);
    if (known === undefined) plots.set(key, made);
    else known.lots.push(lot);
  }
  return { plots: [...plots.values()], leftOut };
}

function plotOf(lot: LotLine, line: PlotLine | undefined): Plot | { reasons: string[] } {
  if (lot.verification === 'differs') return { reasons: ['The record of the lot differs from the ledger.'] };
  if (line === undefined || line.latMicro === null || line.lonMicro === null) {
    return { reasons: ['The lot has no place.'] };
  }
  const [longitude, latitude] = [sixDecimals(line.lonMicro), sixDecimals(line.latMicro)];
  const { areaHa, faults } = readPlot({ type: 'Point', coordinates: [longitude, latitude] }, POINT_AREA.default);
  const reasons = faults.map(({ said }) => said.text);
  if (lot.country === null) reasons.push('The place lies in no country; is it at sea?');
  if (line.farmerName === null) reasons.push('The producer is not named.');
  if (reasons.length > 0 || areaHa === null) return { reasons };
  return {
    producerName: line.farmerName ?? '',
    country: lot.country ?? '',
    productionPlace: line.farmId ?? '',
    longitude,
    latitude,
    areaHa,
    lots: [lot],
  };
}

/**
 * All plots of the period as GeoJSON by the Commission's file description: WGS84, longitude first, six decimals, and the
 * case-sensitive properties ProducerName, ProducerCountry, ProductionPlace and Area (hectares). It is filed as it is, so it
 * has no member of ours; lots that it leaves out are named, with their reasons, by the statement of the same report.
 * @param lines the snapshot's plots, not erased
 */
export function plotsGeoJson({ lots }: Snapshot, lines: readonly PlotLine[]): string {
  const features = plotsOf(lots, lines).plots.map(featureText);
  return `{"type":"FeatureCollection","features":[\n${features.join(',\n')}\n]}\n`;
}

function featureText(plot: Plot): string {
  const properties = {
    ProducerName: plot.producerName,
    ProducerCountry: plot.country,
    ProductionPlace: plot.productionPlace,
    Area: plot.areaHa,
  };
  // Written by hand: JSON.stringify would drop the zeros at the end, and with them the sixth decimal.
  const geometry = `{"type":"Point","coordinates":[${plot.longitude},${plot.latitude}]}`;
  return `{"type":"Feature","geometry":${geometry},"properties":${JSON.stringify(properties)}}`;
}
