import type { PlaceMicro } from '../text/units.ts';
import { pointAt, type Geometry } from './geometry/geometry.ts';
import { overlapOf } from './geometry/overlap.ts';

/** Two lots are at one place within about 11 m: what a phone's position varies by. */
export const SAME_PLACE_MICRO = 100;

/** What another farm has at a place. */
export interface PlaceUse {
  farmId: string;
  /** names of its plots there; null once erased */
  plots: (string | null)[];
  /** number of its lots there */
  lots: number;
}

/** Farms that are named, at most. */
export const MOST_PLACE_USES = 3;

interface Candidates {
  /** plots whose boxes hold the place */
  plots: readonly { farmId: string; name: string | null; geometry: Geometry }[];
  /** lots nearby, `lots` at each place */
  lots: readonly (PlaceMicro & { farmId: string; lots: number })[];
}

/**
 * Other farms that have a plot or lots at a place: a sign that the place belongs to them, and no more than that. Those
 * with a plot come first, then those with most lots.
 * @param farmId whose place it is
 */
export function placeUses(place: PlaceMicro, farmId: string, { plots, lots }: Candidates): PlaceUse[] {
  const uses = new Map<string, PlaceUse>();
  const useOf = (other: string): PlaceUse => {
    const known = uses.get(other) ?? { farmId: other, plots: [], lots: 0 };
    uses.set(other, known);
    return known;
  };
  const point = pointAt(place);
  for (const plot of plots) {
    if (plot.farmId !== farmId && overlapOf(point, plot.geometry) !== null) useOf(plot.farmId).plots.push(plot.name);
  }
  for (const lot of lots) if (lot.farmId !== farmId && isSamePlace(place, lot)) useOf(lot.farmId).lots += lot.lots;
  return [...uses.values()]
    .sort(
      (one, other) =>
        Number(other.plots.length > 0) - Number(one.plots.length > 0) ||
        other.lots - one.lots ||
        (one.farmId < other.farmId ? -1 : 1),
    )
    .slice(0, MOST_PLACE_USES);
}

function isSamePlace(one: PlaceMicro, other: PlaceMicro): boolean {
  const north = Math.abs(one.latMicro - other.latMicro);
  const east = Math.abs(one.lonMicro - other.lonMicro) * Math.cos((one.latMicro / 1e6) * (Math.PI / 180));
  return north <= SAME_PLACE_MICRO && east <= SAME_PLACE_MICRO;
}
