import { Readable } from 'node:stream';
import type { PermissionTable } from '../../../domain/access/permissions.ts';
import { plotRef } from '../../../domain/plot/plotInput.ts';
import { degreesFromMicro, fromHundredths, fromTenths, kgFromGrams } from '../../../domain/text/units.ts';
import { scopeOf, type Caller } from '../../../platform/access/caller.ts';
import type { Database } from '../../../platform/database/database.ts';
import { currentRequest, streamedStep } from '../../../platform/database/requestScope.ts';
import { csvLine } from '../../../platform/rest/csv.ts';
import { plotsOfLot } from '../../farms/plotsOfLot.ts';
import type { AuthorizedLots } from '../../lots/authorizedLots.ts';
import { ALL_LOTS } from '../../lots/lotViews.ts';
import { TRANSFORMATION_COLUMNS } from './transformationColumns.ts';

export const GRAPH_FORMATS = ['csv', 'geojson'] as const;
export type GraphFormat = (typeof GRAPH_FORMATS)[number];
export const GRAPH_MEDIA_TYPES: Record<GraphFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  geojson: 'application/geo+json',
};

/** Transformations, and origin lots, that are read and written at a time. */
const AT_ONCE = 100;

interface PartRow {
  transformation: string;
  role: 'input' | 'output';
  lot: string;
  grams: number;
  moistureHundredths: number | null;
  temperatureHundredths: number | null;
  qualityTenths: number | null;
  currentProcess: string | null;
  step: string;
  at: Date;
  lossGrams: number;
  lossReason: string | null;
}

interface OriginRow {
  lotId: string;
  farmId: string | null;
  share: number;
  latMicro: number | null;
  lonMicro: number | null;
  plots: string[] | null;
}

const TRANSFORMATIONS = `select distinct t.id, t.at from (
    select $1::uuid as id union all select ancestor_id from lot_ancestor where lot_id = $1) made
  join transformation_output o on o.lot_id = made.id join transformation t on t.id = o.transformation_id order by t.at, t.id`;
/** Moisture, quality and stage of outputs are the present ones; the first ones are on their events. */
const PARTS = `select t.id as transformation, p.role, l.lot_id as lot, p.grams,
    case when p.role = 'output' then l.moisture_hundredths end as "moistureHundredths",
    null::int as "temperatureHundredths",
    case when p.role = 'output' then l.quality_tenths end as "qualityTenths",
    case when p.role = 'output' then l.stage end as "currentProcess",
    t.step, t.at, t.loss_grams as "lossGrams", t.loss_reason as "lossReason"
  from transformation t join (
    select transformation_id, 'input' as role, lot_id, grams from transformation_input where transformation_id = any($1::uuid[])
    union all
    select transformation_id, 'output', lot_id, grams from transformation_output where transformation_id = any($1::uuid[])
  ) p on p.transformation_id = t.id join ${ALL_LOTS} l on l.id = p.lot_id order by t.at, t.id, p.role, l.lot_id`;
const ORIGINS = `select l.lot_id as "lotId", l.farm_id as "farmId", o.share, l.lat_micro as "latMicro", l.lon_micro as "lonMicro", l.plots
  from lot_origin o join ${ALL_LOTS} l on l.id = o.origin_id where o.lot_id = $1
  order by o.share desc, o.origin_id limit ${AT_ONCE} offset $2`;

/** What a lot was made of, as files: its transformations, and the plots of its origins. */
export class GraphExport {
  readonly #database: Database;
  readonly #permissions: PermissionTable;
  readonly #lots: Pick<AuthorizedLots, 'find'>;

  constructor(parts: { database: Database; permissions: PermissionTable; lots: Pick<AuthorizedLots, 'find'> }) {
    this.#database = parts.database;
    this.#permissions = parts.permissions;
    this.#lots = parts.lots;
  }

  /**
   * CSV: a row for each input and output, as an import takes them, the oldest transformation first. GeoJSON: a feature
   * for each plot of the origin lots, or for the place of a lot without any, the largest shares first.
   * @returns a stream of UTF-8 text; null when the lot is not visible
   * @throws Refused unauthenticated
   */
  async run(caller: Caller, idOrLotId: string, format: GraphFormat): Promise<{ lotId: string; body: Readable } | null> {
    const seesAll = scopeOf(this.#permissions, caller).kind === 'all';
    const lot = seesAll ? await this.#lots.find(caller, idOrLotId) : null;
    if (lot === null) return null;
    const texts = format === 'csv' ? this.#csv(lot.id) : this.#geoJson(lot.id);
    return { lotId: lot.lotId, body: Readable.from(texts, { objectMode: false }) };
  }

  async *#csv(lotUuid: string): AsyncGenerator<string> {
    const request = currentRequest();
    yield csvLine(TRANSFORMATION_COLUMNS);
    const found = await this.#database.rows<{ id: string }>(TRANSFORMATIONS, [lotUuid]);
    for (let from = 0; from < found.length; from += AT_ONCE) {
      const ids = found.slice(from, from + AT_ONCE).map(({ id }) => id);
      const rows = await streamedStep(request, () => this.#database.rows<PartRow>(PARTS, [ids]));
      yield rows.map(csvOf).join('');
    }
  }

  async *#geoJson(lotUuid: string): AsyncGenerator<string> {
    const request = currentRequest();
    yield '{"type":"FeatureCollection","features":[\n';
    let between = '';
    for (let offset = 0; ; offset += AT_ONCE) {
      const from = offset;
      const rows = await streamedStep(request, () => this.#database.rows<OriginRow>(ORIGINS, [lotUuid, from]));
      if (rows.length === 0) break;
      const features = await this.#features(rows);
      if (features.length > 0) yield between + features.map((one) => JSON.stringify(one)).join(',\n');
      if (features.length > 0) between = ',\n';
    }
    yield '\n]}\n';
  }

  async #features(rows: readonly OriginRow[]): Promise<object[]> {
    const plots = await plotsOfLot(
      this.#database,
      rows.flatMap((row) => row.plots ?? []),
    );
    let at = 0;
    return rows.flatMap(({ lotId, farmId, share, latMicro, lonMicro, plots: refs }): object[] => {
      const count = (refs ?? []).filter((ref) => plotRef(ref) !== null).length;
      const own = plots.slice(at, at + count);
      at += count;
      const properties = { lotId, farmId, share };
      const features = own.flatMap(({ geometry, name, areaHa, country }) =>
        geometry === null ? [] : [{ type: 'Feature', geometry, properties: { ...properties, name, areaHa, country } }],
      );
      if (features.length > 0 || latMicro === null || lonMicro === null) return features;
      const coordinates = [degreesFromMicro(lonMicro), degreesFromMicro(latMicro)];
      return [{ type: 'Feature', geometry: { type: 'Point', coordinates }, properties }];
    });
  }
}

function csvOf(row: PartRow): string {
  const { transformation, role, lot, step, at, currentProcess, lossGrams, lossReason } = row;
  const hundredths = (value: number | null): number | null => (value === null ? null : fromHundredths(value));
  return csvLine([
    transformation,
    role,
    lot,
    kgFromGrams(row.grams),
    hundredths(row.moistureHundredths),
    hundredths(row.temperatureHundredths),
    row.qualityTenths === null ? null : fromTenths(row.qualityTenths),
    currentProcess,
    step,
    at.toISOString(),
    kgFromGrams(lossGrams),
    lossReason,
    // Texts that people typed stay in the program.
    null,
    null,
    null,
    null,
    null,
  ]);
}
