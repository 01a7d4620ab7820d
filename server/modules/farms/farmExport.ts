import { Readable } from 'node:stream';
import type { PermissionTable } from '../../domain/access/permissions.ts';
import { FARM_SHEET_FIELDS, farmCells } from '../../domain/farm/farmSheet.ts';
import type { GeoPoint } from '../../domain/plot/locationWarnings.ts';
import { requireGrant, type Caller, type RequestInfo } from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit-log/audit.ts';
import type { Database } from '../../platform/database/database.ts';
import { currentRequest, streamedStep, type RequestScope } from '../../platform/database/requestScope.ts';
import { degreesFromMicro } from '../../domain/text/units.ts';
import { csvLine } from '../../platform/rest/csv.ts';
import { jsonWith } from '../../platform/rest/jsonWith.ts';
import type { FarmView } from './farmView.ts';
import type { PlotView, WithGeoJson } from './plotView.ts';
import { nextFarms, type RegisterPage } from './registeredFarms.ts';
import { plotsOfFarms } from './verifiedPlots.ts';

export const FARM_EXPORT_FORMATS = ['csv', 'geojson'] as const;
export type FarmExportFormat = (typeof FARM_EXPORT_FORMATS)[number];

/** Farms that are read and written at a time; each may have 500 plots, whose outlines stand in GeoJSON alone. */
const PAGE: Record<FarmExportFormat, number> = { csv: 250, geojson: 10 };
/** Columns of a CSV file: what an import reads back, and what is known of the farm's land. */
const COLUMNS = [...FARM_SHEET_FIELDS, 'plots', 'areaHa', 'latitude', 'longitude', 'createdAt', 'updatedAt'] as const;

/** Places of farms by their newest lots; those of which none is known are missing. */
export type PlacesOfFarms = (farmIds: readonly string[]) => Promise<ReadonlyMap<string, GeoPoint>>;

interface Land {
  plots: number;
  areaHa: number;
  /** centre of the largest plot, else the place of the newest lot */
  place: GeoPoint | null;
}

const NO_LAND: Land = { plots: 0, areaHa: 0, place: null };

/** The register of farms as a file, streamed in pages by farm id. */
export class FarmExport {
  readonly #database: Database;
  readonly #permissions: PermissionTable;
  readonly #placesOf: PlacesOfFarms;

  constructor(parts: { database: Database; permissions: PermissionTable; placesOf: PlacesOfFarms }) {
    this.#database = parts.database;
    this.#permissions = parts.permissions;
    this.#placesOf = parts.placesOf;
  }

  /**
   * All entries of the register; those that were changed outside of the program are not among them.
   * @returns a stream of UTF-8 text; the first page is read before, so that its errors are still answered as errors
   * @throws Refused unauthenticated, forbidden
   */
  async run(caller: Caller, format: FarmExportFormat, info: RequestInfo): Promise<Readable> {
    const { user } = requireGrant(this.#permissions, caller, 'manage_farms');
    const first = await this.#page(format, '');
    await this.#database.write((em) => audit(em, { caller: user, action: 'farm.exported', info, details: { format } }));
    return Readable.from(this.#texts(format, first, currentRequest()), { objectMode: false });
  }

  async *#texts(format: FarmExportFormat, first: Page, request: RequestScope | undefined): AsyncGenerator<string> {
    yield format === 'csv' ? csvLine(COLUMNS) : '{"type":"FeatureCollection","features":[\n';
    let isFirst = true;
    for (let page: Page | null = first; page !== null;) {
      if (page.lines.length > 0) {
        const between = format === 'csv' ? '' : ',\n';
        yield `${isFirst ? '' : between}${page.lines.join(between)}`;
        isFirst = false;
      }
      const { last }: Page = page;
      page = last === null ? null : await streamedStep(request, () => this.#page(format, last));
    }
    if (format === 'geojson') yield '\n]}\n';
  }

  async #page(format: FarmExportFormat, after: string): Promise<Page> {
    const { farms, last } = await nextFarms(this.#database, after, PAGE[format]);
    const farmIds = farms.map(({ farmId }) => farmId);
    const lands = await this.#lands(farmIds);
    const landOf = ({ farmId }: FarmView): Land => lands.get(farmId) ?? NO_LAND;
    if (format === 'csv') return { lines: farms.map((farm) => csvOf(farm, landOf(farm))), last };
    const plots = Map.groupBy(await plotsOfFarms(this.#database, farmIds), ({ farmId }) => farmId);
    const lines = farms.flatMap((farm) => [
      featureOf(farm, landOf(farm)),
      ...(plots.get(farm.farmId) ?? []).map(plotFeature),
    ]);
    return { lines, last };
  }

  async #lands(farmIds: readonly string[]): Promise<Map<string, Land>> {
    const rows = await this.#database.rows<LandRow>(
      `select p.farm_id as "farmId", count(*)::integer as plots, sum(v.area)::float8 as area,
         (array_agg(v.lat_micro order by v.area desc, p.id))[1] as "latMicro",
         (array_agg(v.lon_micro order by v.area desc, p.id))[1] as "lonMicro"
       from plot p join plot_version v on v.plot_id = p.id and v.version = p.version
       where p.removed_at is null and p.farm_id = any($1::text[]) group by p.farm_id`,
      [farmIds],
    );
    const places = await this.#placesOf(farmIds);
    const lands = new Map<string, Land>([...places].map(([farmId, place]) => [farmId, { ...NO_LAND, place }]));
    for (const { farmId, plots, area, latMicro, lonMicro } of rows) {
      const place =
        latMicro === null || lonMicro === null
          ? (places.get(farmId) ?? null)
          : { latitude: degreesFromMicro(latMicro), longitude: degreesFromMicro(lonMicro) };
      lands.set(farmId, { plots, areaHa: area / 10_000, place });
    }
    return lands;
  }
}

interface LandRow {
  farmId: string;
  plots: number;
  area: number;
  latMicro: number | null;
  lonMicro: number | null;
}

interface Page extends Pick<RegisterPage, 'last'> {
  lines: string[];
}

function csvOf(farm: FarmView, { plots, areaHa, place }: Land): string {
  const cells = farmCells(farm);
  return csvLine([
    ...FARM_SHEET_FIELDS.map((field) => cells[field]),
    plots,
    areaHa,
    place?.latitude ?? null,
    place?.longitude ?? null,
    farm.createdAt.toISOString(),
    farm.updatedAt.toISOString(),
  ]);
}

/** The farm at its place (RFC 7946). */
function featureOf({ id: _id, ...farm }: FarmView, { plots, areaHa, place }: Land): string {
  const geometry = place === null ? null : { type: 'Point', coordinates: [place.longitude, place.latitude] };
  return JSON.stringify({ type: 'Feature', geometry, properties: { kind: 'farm', ...farm, plots, areaHa } });
}

function plotFeature({ farmId, name, areaHa, country, geoJson }: WithGeoJson<PlotView>): string {
  const feature = { type: 'Feature', properties: { kind: 'plot', farmId, name, areaHa, country } };
  return jsonWith(feature, 'geometry', geoJson ?? 'null');
}
