import { isCompliant } from '../../domain/forest/deforestation.ts';
import { areaOf } from '../../domain/plot/geometry/area.ts';
import { geometryFrom } from '../../domain/plot/geometry/geoJson.ts';
import { geometryText, pointAt, type Geometry } from '../../domain/plot/geometry/geometry.ts';
import { readPlot } from '../../domain/plot/geometry/readPlot.ts';
import { collectionText, featureText, SAMPLE_DATA, writtenGeometry } from '../../domain/statement/geoJson.ts';
import type { LotLine, PlotLine, Snapshot } from './reportSnapshot.ts';

/** One plot and the lots that were harvested there. */
export interface ReportedPlot {
  producerName: string;
  /** ISO 3166-1 alpha-2; null outside of all countries */
  country: string | null;
  /** the cooperative's name for the place: the farm id */
  productionPlace: string;
  geometry: Geometry;
  /** hectares; null for a location without a recorded plot, whose size was not measured */
  areaHa: number | null;
  lots: LotLine[];
}

export interface Plots {
  plots: ReportedPlot[];
  /** lots whose plots cannot be filed, with the reasons */
  leftOut: { lotId: string; reasons: string[] }[];
}

/**
 * The plots that a due diligence statement names, and that its file holds: plots of compliant lots whose record matches
 * the ledger, whose plots are all recorded, and whose producer is named. One for each producer, farm and outline,
 * because files with coincident plots are rejected. A lot from several plots is listed at each; one plot that cannot be
 * filed excludes the whole lot.
 */
export function filedPlots(lots: readonly LotLine[], lines: readonly PlotLine[]): Plots {
  const filed = new Grouped();
  const leftOut: Plots['leftOut'] = [];
  for (const [i, lot] of lots.entries()) {
    const made = filedPlotsOf(lot, lines[i]);
    if ('reasons' in made) leftOut.push({ lotId: lot.lotId, reasons: made.reasons });
    else for (const plot of made.plots) filed.add(plot, lot);
  }
  return { plots: filed.plots, leftOut };
}

/**
 * Every known plot of the lots, for display: also of lots that must not be filed, and locations of lots without plots.
 */
export function knownPlots(lots: readonly LotLine[], lines: readonly PlotLine[]): ReportedPlot[] {
  const known = new Grouped();
  for (const [i, lot] of lots.entries()) for (const plot of landOf(lot, lines[i]).plots) known.add(plot, lot);
  return known.plots;
}

/** Plots by producer, farm and outline. */
class Grouped {
  readonly #plots = new Map<string, ReportedPlot>();

  add(plot: ReportedPlot, lot: LotLine): void {
    const key = JSON.stringify([plot.producerName, plot.productionPlace, geometryText(plot.geometry)]);
    const known = this.#plots.get(key);
    if (known === undefined) this.#plots.set(key, plot);
    else known.lots.push(lot);
  }

  get plots(): ReportedPlot[] {
    return [...this.#plots.values()];
  }
}

function filedPlotsOf(lot: LotLine, line: PlotLine | undefined): { plots: ReportedPlot[] } | { reasons: string[] } {
  const reasons = new Set<string>();
  if (!isCompliant(lot.status)) reasons.add(`The deforestation status is "${lot.status}".`);
  if (lot.verification === 'differs') {
    reasons.add('The record of the lot differs from the ledger.');
    return { reasons: [...reasons] };
  }
  if (line === undefined || line.land === null || line.land.length === 0) reasons.add(NO_PLOT);
  const { plots, unread } = landOf(lot, line);
  for (const one of unread) reasons.add(one);
  for (const { geometry, country } of plots) {
    const { faults } = readPlot(writtenGeometry(geometry), geometry.kind === 'point' ? geometry.areaHa : undefined);
    for (const { said } of faults) reasons.add(said.text);
    if (country === null) reasons.add('The place lies in no country; is it at sea?');
  }
  if (line !== undefined && line.farmerName === null) reasons.add('The producer is not named.');
  return reasons.size > 0 ? { reasons: [...reasons] } : { plots };
}

const NO_PLOT = "No plot is recorded for the lot: add the farm's plots, and choose them for the lot.";

/** The outlines of a lot, or its location if no plot is recorded; with the plots that could not be read. */
function landOf(lot: LotLine, line: PlotLine | undefined): { plots: ReportedPlot[]; unread: string[] } {
  if (line === undefined) return { plots: [], unread: [] };
  const producer = { producerName: line.farmerName ?? '', productionPlace: line.farmId ?? '' };
  if (line.land === null || line.land.length === 0) {
    if (line.latMicro === null || line.lonMicro === null) return { plots: [], unread: [] };
    const geometry = pointAt({ latMicro: line.latMicro, lonMicro: line.lonMicro });
    return { plots: [{ ...producer, country: lot.country, geometry, areaHa: null, lots: [lot] }], unread: [] };
  }
  const unread: string[] = [];
  const plots = line.land.flatMap(({ geometry: text, country }): ReportedPlot[] => {
    if (text === null) {
      unread.push('The outline of a plot is not the one that the lot came from.');
      return [];
    }
    const geometry = geometryFrom(text);
    return [{ ...producer, country, geometry, areaHa: areaOf(geometry), lots: [lot] }];
  });
  return { plots, unread };
}

/**
 * The plots of the report's statement as GeoJSON by the Commission's file description: WGS84, longitude first, six decimals, and the
 * case-sensitive properties ProducerName, ProducerCountry, ProductionPlace and Area (hectares). It is filed as it is, so it
 * has no member of ours, but for the mark of sample data; lots that it leaves out are named, with their reasons, by the statement.
 * @param lines the snapshot's plots, not erased
 */
export function plotsGeoJson({ lots, sampleData }: Snapshot, lines: readonly PlotLine[]): string {
  return plotsCollection(filedPlots(lots, lines).plots, sampleData);
}

/** Plots in the form of `plotsGeoJson`. */
export function plotsCollection(plots: readonly ReportedPlot[], sampleData: boolean): string {
  return collectionText(
    sampleData ? { sampleData: SAMPLE_DATA } : {},
    plots.map((plot) => plotFeature(plot)),
  );
}

/**
 * All plots of the period in the same form, for looking at them on a map: also those that must not be filed. Each names its lots with
 * their status; lots without plots stand at their place.
 * @param lines the snapshot's plots, not erased
 */
export function allPlotsGeoJson({ lots, sampleData }: Snapshot, lines: readonly PlotLine[]): string {
  const features = knownPlots(lots, lines).map((plot) =>
    plotFeature(plot, { Lots: plot.lots.map(({ lotId, status }) => ({ lotId, deforestationStatus: status })) }),
  );
  const notice = 'Not for filing: this file also holds plots of lots that the statement leaves out.';
  return collectionText({ notice, ...(sampleData ? { sampleData: SAMPLE_DATA } : {}) }, features);
}

function plotFeature(plot: ReportedPlot, more: Record<string, unknown> = {}): string {
  const properties = {
    ProducerName: plot.producerName,
    ProducerCountry: plot.country,
    ProductionPlace: plot.productionPlace,
    ...(plot.areaHa === null ? {} : { Area: plot.areaHa }),
  };
  return featureText(plot.geometry, properties, more);
}
