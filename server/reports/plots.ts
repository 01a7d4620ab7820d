import { sixDecimals } from '../domain/eudr.ts';
import { geometryFrom } from '../domain/geometry/geoJson.ts';
import { geometryText, pointAt, type Geometry } from '../domain/geometry/geometry.ts';
import { readPlot } from '../domain/geometry/readPlot.ts';
import type { PlaceMicro } from '../domain/units.ts';
import type { LotLine, PlotLine, Snapshot } from './reportSnapshot.ts';

/** One plot and the lots that were harvested there. */
export interface Plot {
  producerName: string;
  /** ISO 3166-1 alpha-2 */
  country: string;
  /** what the cooperative calls the place: the farm id */
  productionPlace: string;
  geometry: Geometry;
  areaHa: number;
  lots: LotLine[];
}

export interface Plots {
  plots: Plot[];
  /** lots whose plots cannot be filed, and why */
  leftOut: { lotId: string; reasons: string[] }[];
}

/**
 * Groups lots by plot: one for each producer, farm and outline, because files with coincident plots are rejected. A lot from several plots
 * stands at each; one that cannot be filed leaves the whole lot out.
 */
export function plotsOf(lots: readonly LotLine[], lines: readonly PlotLine[]): Plots {
  const plots = new Map<string, Plot>();
  const leftOut: Plots['leftOut'] = [];
  for (const [i, lot] of lots.entries()) {
    const made = plotsOfLot(lot, lines[i]);
    if ('reasons' in made) {
      leftOut.push({ lotId: lot.lotId, reasons: made.reasons });
      continue;
    }
    for (const plot of made.plots) {
      const key = JSON.stringify([plot.producerName, plot.productionPlace, geometryText(plot.geometry)]);
      const known = plots.get(key);
      if (known === undefined) plots.set(key, plot);
      else known.lots.push(lot);
    }
  }
  return { plots: [...plots.values()], leftOut };
}

function plotsOfLot(lot: LotLine, line: PlotLine | undefined): { plots: Plot[] } | { reasons: string[] } {
  if (lot.verification === 'differs') return { reasons: ['The record of the lot differs from the ledger.'] };
  if (line === undefined || line.latMicro === null || line.lonMicro === null) {
    return { reasons: ['The lot has no place.'] };
  }
  const place = pointAt({ latMicro: line.latMicro, lonMicro: line.lonMicro });
  const land =
    line.land === null || line.land.length === 0
      ? [{ geometry: place, country: lot.country }]
      : line.land.map(({ geometry, country }) => ({
          geometry: geometry === null ? null : geometryFrom(geometry),
          country,
        }));
  const reasons = new Set<string>();
  const plots = land.flatMap(({ geometry, country }): Plot[] => {
    if (geometry === null) {
      reasons.add('The outline of a plot is not the one that the lot came from.');
      return [];
    }
    const { areaHa, faults } = readPlot(writtenOut(geometry), geometry.kind === 'point' ? geometry.areaHa : undefined);
    for (const { said } of faults) reasons.add(said.text);
    if (country === null) reasons.add('The place lies in no country; is it at sea?');
    if (areaHa === null || country === null) return [];
    const producer = { producerName: line.farmerName ?? '', productionPlace: line.farmId ?? '' };
    return [{ ...producer, country, geometry, areaHa, lots: [lot] }];
  });
  if (line.farmerName === null) reasons.add('The producer is not named.');
  return reasons.size > 0 ? { reasons: [...reasons] } : { plots };
}

/** A position with six decimals, as texts: the zeros at the end count. */
type Position = [longitude: string, latitude: string];

const position = ({ lonMicro, latMicro }: PlaceMicro): Position => [sixDecimals(lonMicro), sixDecimals(latMicro)];

/** A geometry as GeoJSON with its positions as texts; a polygon's ring is closed. */
export function writtenOut(
  geometry: Geometry,
): { type: 'Point'; coordinates: Position } | { type: 'Polygon'; coordinates: [Position[]] } {
  if (geometry.kind === 'point') return { type: 'Point', coordinates: position(geometry.place) };
  const ring = geometry.ring.map(position);
  return { type: 'Polygon', coordinates: [[...ring, ...ring.slice(0, 1)]] };
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
  const { type, coordinates } = writtenOut(plot.geometry);
  const numbers = JSON.stringify(coordinates).replaceAll('"', '');
  const geometry = `{"type":"${type}","coordinates":${numbers}}`;
  return `{"type":"Feature","geometry":${geometry},"properties":${JSON.stringify(properties)}}`;
}
