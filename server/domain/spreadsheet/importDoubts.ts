import { distanceKm, FAR_FROM_FARM_KM, type GeoPoint } from '../plot/locationWarnings.ts';

/** A lot of a file, as far as the doubts need it. */
export interface DoubtedLot {
  row: number;
  farmId: string;
  farmerName: string | null;
  harvestDate: string;
  weight: number;
  /** null where plots name the place */
  place: GeoPoint | null;
}

/** What may be a mistake in a row, and blocks nothing. */
export type ImportDoubt =
  /** the same farmer, day and weight as an earlier row */
  | { row: number; kind: 'twin'; other: number }
  /** far from the first lot of its farm in the file */
  | { row: number; kind: 'far'; km: number; other: number }
  /** another farm has a plot or lots at its place */
  | { row: number; kind: 'used'; farmId: string; plots: number; lots: number };

/** Collects the doubts about the rows of a file, one row at a time. */
export class ImportDoubts {
  readonly #rows = new Map<string, number>();
  readonly #farms = new Map<string, { row: number; place: GeoPoint }>();

  of({ row, farmId, farmerName, harvestDate, weight, place }: DoubtedLot): ImportDoubt[] {
    const doubts: ImportDoubt[] = [];
    const same = JSON.stringify([farmId, farmerName, harvestDate, weight]);
    const twin = this.#rows.get(same);
    if (twin === undefined) this.#rows.set(same, row);
    else doubts.push({ row, kind: 'twin', other: twin });
    if (place === null) return doubts;
    const first = this.#farms.get(farmId);
    if (first === undefined) this.#farms.set(farmId, { row, place });
    else if (distanceKm(place, first.place) > FAR_FROM_FARM_KM) {
      doubts.push({ row, kind: 'far', km: Math.round(distanceKm(place, first.place)), other: first.row });
    }
    return doubts;
  }
}
