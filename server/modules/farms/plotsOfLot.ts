import type { Database } from '../../platform/database/database.ts';
import { geoJsonOf, geometryFrom, type GeoJson } from '../../domain/plot/geometry/geoJson.ts';
import { plotRef, type PlotRef } from '../../domain/plot/plotInput.ts';
import { commitment } from '../../domain/proof/hashing.ts';
import { degreesFromMicro } from '../../domain/text/units.ts';
import { pause } from '../../platform/concurrency/pause.ts';
import { nativeSha256 } from '../../platform/checkpoints/nativeSha256.ts';
import type { SignedFacts } from '../../platform/row-signatures/signedKinds.ts';
import { PLOT_VERSIONS, PLOTS } from './signedPlots.ts';

/**
 * The state of a lot's outline relative to its plot: it is still its outline; the plot was redrawn since; it was
 * removed from its farm; or it cannot be read, since it was erased or does not match the lot's commitment.
 */
export const PLOT_STANDINGS = ['current', 'redrawn', 'removed', 'unreadable'] as const;
export type PlotStanding = (typeof PLOT_STANDINGS)[number];

/** One of the plots that a lot came from, as it was then. */
export interface PlotOfLot {
  /** UUID */
  plotId: string;
  version: number;
  /** null once erased, and for an unreadable plot */
  name: string | null;
  geometry: GeoJson | null;
  /** hectares */
  areaHa: number | null;
  /** ISO 3166-1 alpha-2 */
  country: string | null;
  /** its centre, degrees */
  latitude: number | null;
  longitude: number | null;
  standing: PlotStanding;
}

interface Row {
  plotId: string;
  version: number;
  name: string | null;
  area: number;
  country: string | null;
  geometry: string;
  latMicro: number | null;
  lonMicro: number | null;
  salt: Buffer | null;
  removed: boolean;
  sameOutline: boolean;
  versionId: string;
  facts: SignedFacts;
  seal: string | null;
  plotFacts: SignedFacts;
  plotSeal: string | null;
  newestId: string;
  newestFacts: SignedFacts;
  newestSeal: string | null;
}

const NAMED = `select v.plot_id as "plotId", v.version, v.name, v.area, v.country, v.geometry, v.lat_micro as "latMicro",
    v.lon_micro as "lonMicro", v.salt,
    p.removed_at is not null as removed, newest.geometry = v.geometry as "sameOutline",
    v.id as "versionId", ${PLOT_VERSIONS.facts('v')} as facts, v.seal, ${PLOTS.facts('p')} as "plotFacts", p.seal as "plotSeal",
    newest.id as "newestId", ${PLOT_VERSIONS.facts('newest')} as "newestFacts", newest.seal as "newestSeal"
  from json_to_recordset($1::json) as asked (plot_id uuid, version integer)
    join plot_version v using (plot_id, version) join plot p on p.id = v.plot_id
    join plot_version newest on newest.plot_id = p.id and newest.version = p.version`;

/**
 * The plots that a lot references (`<plot>/<version>/<mark>`), in its order. A plot with an invalid signature, or one
 * that does not open the commitment on the lot's chain, is listed by its number only.
 */
export async function plotsOfLot(
  database: Pick<Database, 'rows' | 'seals'>,
  texts: readonly string[],
): Promise<PlotOfLot[]> {
  const refs = texts.map(plotRef).filter((ref) => ref !== null);
  if (refs.length === 0) return [];
  const rows = await database.rows<Row>(NAMED, [
    JSON.stringify(refs.map(({ plotId, version }) => ({ plot_id: plotId, version }))),
  ]);
  const plots: PlotOfLot[] = [];
  for (const ref of refs) {
    // Each may have 2,000 corners: other requests are answered between two of them.
    await pause();
    const row = rows.find(({ plotId, version }) => plotId === ref.plotId && version === ref.version);
    plots.push(row !== undefined && (await isAsNamed(database, row, ref)) ? plotOfLot(row) : unreadable(ref));
  }
  return plots;
}

async function isAsNamed({ seals }: Pick<Database, 'seals'>, row: Row, { mark }: PlotRef): Promise<boolean> {
  const { salt, geometry } = row;
  if (salt === null || geometry === '') return false;
  const isWhole =
    seals.holds('plot', row.plotId, row.plotFacts, row.plotSeal) &&
    seals.holds('plot-version', row.versionId, row.facts, row.seal) &&
    seals.holds('plot-version', row.newestId, row.newestFacts, row.newestSeal);
  return isWhole && (await commitment('geometry', geometry, salt, nativeSha256)) === mark;
}

function plotOfLot(row: Row): PlotOfLot {
  const { plotId, version, name, area, country, geometry, latMicro, lonMicro, removed, sameOutline } = row;
  return {
    plotId,
    version,
    name,
    geometry: geoJsonOf(geometryFrom(geometry)),
    areaHa: area / 10_000,
    country,
    latitude: latMicro === null ? null : degreesFromMicro(latMicro),
    longitude: lonMicro === null ? null : degreesFromMicro(lonMicro),
    standing: removed ? 'removed' : sameOutline ? 'current' : 'redrawn',
  };
}

function unreadable({ plotId, version }: PlotRef): PlotOfLot {
  const nothing = { name: null, geometry: null, areaHa: null, country: null, latitude: null, longitude: null };
  return { plotId, version, ...nothing, standing: 'unreadable' };
}
