import { ImportDoubts, type ImportDoubt } from '../../../domain/spreadsheet/importDoubts.ts';
import type { CreateLotValues } from '../../../domain/lot/lotInput.ts';
import { gramsFromKg, kgFromGrams } from '../../../domain/text/units.ts';
import type { LotScope } from '../../../domain/access/permissions.ts';
import type { Database } from '../../../platform/database/database.ts';
import { usesOfPlaces } from '../placeUses.ts';

/** Places, farms and doubts that an answer names. */
export const PREVIEWED = { points: 500, farms: 100, doubts: 200 } as const;

/** What the rows without errors add up to. */
export interface ImportPreview {
  lots: number;
  weightKg: number;
  /** number of farms; the heaviest are named */
  farms: number;
  heaviest: { farmId: string; lots: number; weightKg: number; isNew: boolean }[];
  /** the first places, and the number of all lots that have one */
  points: { lotId: string; latitude: number; longitude: number }[];
  placed: number;
  /** the first doubts, and their number */
  doubts: ImportDoubt[];
  doubted: number;
}

/** Adds up the rows of an import. */
export class PreviewSums {
  #lots = 0;
  #grams = 0;
  readonly #farms = new Map<string, { lots: number; grams: number }>();
  readonly #points: ImportPreview['points'] = [];
  /** rows and farms of these points */
  readonly #places: { row: number; farmId: string }[] = [];
  #placed = 0;
  readonly #finder = new ImportDoubts();
  readonly #doubts: ImportDoubt[] = [];
  #doubted = 0;

  add(row: number, values: CreateLotValues): void {
    const { lotId, farmId, farmerName, harvestDate, weight, latitude, longitude } = values;
    const grams = gramsFromKg(weight);
    const farm = this.#farms.get(farmId) ?? { lots: 0, grams: 0 };
    this.#farms.set(farmId, { lots: farm.lots + 1, grams: farm.grams + grams });
    this.#lots += 1;
    this.#grams += grams;
    this.#placed += 1;
    if (this.#points.length < PREVIEWED.points) {
      this.#points.push({ lotId, latitude, longitude });
      this.#places.push({ row, farmId });
    }
    const doubts = this.#finder.of({ row, farmId, farmerName, harvestDate, weight, place: { latitude, longitude } });
    this.#doubted += doubts.length;
    this.#doubts.push(...doubts.slice(0, PREVIEWED.doubts - this.#doubts.length));
  }

  sums(): { grams: number; farms: number } {
    return { grams: this.#grams, farms: this.#farms.size };
  }

  /** @param scope of the caller: what other farms have at a place is told only to those who see all farms */
  async answer(database: Database, scope: LotScope): Promise<ImportPreview> {
    const used = await this.#usedPlaces(database, scope);
    const doubts = [...used, ...this.#doubts].sort((a, b) => a.row - b.row).slice(0, PREVIEWED.doubts);
    const heaviest = [...this.#farms].sort(([, one], [, other]) => other.grams - one.grams).slice(0, PREVIEWED.farms);
    const known = await database.rows<{ farmId: string }>(
      `select f.id as "farmId" from unnest($1::text[]) f (id)
       where exists (select from lot l where l.farm_id = f.id and l.deleted_at is null)`,
      [heaviest.map(([farmId]) => farmId)],
    );
    return {
      lots: this.#lots,
      weightKg: kgFromGrams(this.#grams),
      farms: this.#farms.size,
      heaviest: heaviest.map(([farmId, { lots, grams }]) => ({
        farmId,
        lots,
        weightKg: kgFromGrams(grams),
        isNew: !known.some((farm) => farm.farmId === farmId),
      })),
      points: this.#points,
      placed: this.#placed,
      doubts,
      doubted: this.#doubted + used.length,
    };
  }

  /** Doubts about the places that the answer names. */
  async #usedPlaces(database: Database, scope: LotScope): Promise<ImportDoubt[]> {
    const places = this.#points.flatMap(({ latitude, longitude }, at) => {
      const farmId = this.#places[at]?.farmId;
      return farmId === undefined ? [] : [{ farmId, latitude, longitude }];
    });
    const uses = await usesOfPlaces(database, scope, places);
    return this.#places.flatMap(({ row }, at) =>
      (uses[at] ?? []).slice(0, 1).map(({ farmId, plots, lots }): ImportDoubt => {
        return { row, kind: 'used', farmId, plots: plots.length, lots };
      }),
    );
  }
}
