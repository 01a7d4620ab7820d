import type { EntityManager } from '@mikro-orm/postgresql';
import { currentRequest } from '../database/requestScope.ts';
import { geometryFrom } from '../domain/geometry/geoJson.ts';
import { windowOf, type Geometry } from '../domain/geometry/geometry.ts';
import { centreOf } from '../domain/geometry/middle.ts';
import { overlapOf } from '../domain/geometry/overlap.ts';
import { readPlot, type PlotFault, type ReadPlot } from '../domain/geometry/readPlot.ts';
import { PLOT } from '../domain/said/plotSaid.ts';
import type { Said } from '../domain/said/said.ts';
import { degreesFromMicro, microFromDegrees, type PlaceMicro } from '../domain/units.ts';
import { pause } from '../heavyWork/pause.ts';
import type { Countries } from '../places/countries.ts';
import { COAST_ACCURACY_KM, loadLand } from '../places/land.ts';

/** What was given of a plot. */
export interface GivenPlot {
  /** GeoJSON, not trusted */
  geometry?: unknown;
  /** hectares, as declared */
  areaHa?: number | null | undefined;
  /** ISO 3166-1 alpha-2, as declared */
  country?: string | null | undefined;
}

/** What a plot's geometry comes to, with all that is known of its surroundings. */
export interface JudgedPlot extends ReadPlot {
  /** ISO 3166-1 alpha-2; null where it lies in none, or in several */
  country: string | null;
  /** millionths of a degree; null when the geometry cannot be read */
  centre: PlaceMicro | null;
}

/** Of an outline that many corners and its centre are looked up: a plot of 11 km crosses no country between two of them. */
const CORNERS_LOOKED_UP = 40;
const FULL_TURN = 360_000_000;

/** The box of a geometry's own corners, millionths of a degree: west, south, east, north. */
export function boxOf(geometry: Geometry): [number, number, number, number] {
  if (geometry.kind === 'polygon') {
    const [west, south, east, north] = windowOf(geometry).map(microFromDegrees);
    return [west ?? 0, south ?? 0, east ?? 0, north ?? 0];
  }
  const { latMicro, lonMicro } = geometry.place;
  return [lonMicro, latMicro, lonMicro, latMicro];
}

/**
 * Judges a plot by the EU's rules and by what is around it: the country that it lies in, and other plots.
 * @param em sees the plots that it is compared with; whoever writes holds them still
 * @param plot.farmId the farm that it is, or would be, of
 * @param plot.plotId itself, when it is there already
 */
export async function judgePlot(
  em: EntityManager,
  countries: Countries,
  given: GivenPlot,
  plot: { farmId: string; plotId: string | null },
): Promise<JudgedPlot> {
  const read = readPlot(given.geometry, given.areaHa ?? undefined);
  if (read.geometry === null) return { ...read, country: null, centre: null };
  const centre = centreOf(read.geometry);
  if (read.faults.length > 0) return { ...read, country: countries.of(centre), centre };
  const known = given.country ?? (await countryOfFarm(em, plot.farmId, plot.plotId));
  const { country, faults } = judgeCountry(read.geometry, countries, given.country ?? null, known);
  faults.push(...(await overlaps(em, read.geometry, plot)));
  const land = await loadLand();
  const isFar = [...placesOf(read.geometry)].every((place) => land.isFarAtSea(place));
  // Borders take in coastal waters, so that a place there lies in a country.
  const hints = isFar && country !== null ? [PLOT.farAtSea({ km: COAST_ACCURACY_KM })] : [];
  return { ...read, faults, hints: [...read.hints, ...hints], country, centre };
}

const INVALID = 'EUDR_COMMODITIES_PRODUCER_GEO_INVALID';
const fault = (said: Said, eu: PlotFault['eu'] = null): PlotFault => ({ said, eu });
const degrees = ({ latMicro, lonMicro }: PlaceMicro) => ({
  latitude: degreesFromMicro(latMicro),
  longitude: degreesFromMicro(lonMicro),
});

function* placesOf(geometry: Geometry): Generator<PlaceMicro> {
  yield centreOf(geometry);
  if (geometry.kind === 'point') return;
  const step = Math.max(1, Math.ceil(geometry.ring.length / CORNERS_LOOKED_UP));
  for (let i = 0; i < geometry.ring.length; i += step) {
    const corner = geometry.ring[i];
    if (corner !== undefined) yield corner;
  }
}

/** @param known the country where it is expected: the declared one, or that of the farm's other plots */
function judgeCountry(
  geometry: Geometry,
  countries: Countries,
  declared: string | null,
  known: string | null,
): { country: string | null; faults: PlotFault[] } {
  const found = [...placesOf(geometry)].map((place) => ({ place, country: countries.of(place) }));
  const names = [...new Set(found.map(({ country }) => country))];
  const only = names.length === 1 ? (names[0] ?? null) : null;
  const centre = centreOf(geometry);
  if (only === null || (known !== null && only !== known)) {
    const there = swapped(centre, countries);
    if (there !== null && (known === null ? only === null : there.country === known)) {
      return { country: only, faults: [fault(PLOT.swapped(there), INVALID)] };
    }
  }
  const sea = found.find(({ country }) => country === null);
  if (sea !== undefined) return { country: null, faults: [fault(PLOT.atSea(degrees(sea.place)), INVALID)] };
  if (names.length > 1) {
    const all = names.filter((name) => name !== null);
    return { country: null, faults: [fault(PLOT.severalCountries({ countries: all }), INVALID)] };
  }
  if (declared !== null && only !== null && only !== declared) {
    return {
      country: only,
      faults: [fault(PLOT.wrongCountry({ declared, found: only, ...degrees(centre) }), INVALID)],
    };
  }
  return { country: only, faults: [] };
}

/** The country that a place would lie in with latitude and longitude exchanged, and where that is; null in none. */
function swapped({ latMicro, lonMicro }: PlaceMicro, countries: Countries) {
  if (Math.abs(lonMicro) > 90e6) return null;
  const turned = { latMicro: lonMicro, lonMicro: latMicro };
  const country = countries.of(turned);
  return country === null ? null : { country, ...degrees(turned) };
}

/** The country of a farm's other plots; null when there are none, or they lie in several. */
async function countryOfFarm(em: EntityManager, farmId: string, plotId: string | null): Promise<string | null> {
  const rows: { country: string }[] = await em.execute(
    `select distinct v.country from plot p join plot_version v on v.plot_id = p.id and v.version = p.version
     where p.farm_id = ? and p.removed_at is null and v.country is not null and p.id is distinct from ?::uuid limit 2`,
    [farmId, plotId],
  );
  return rows.length === 1 ? (rows[0]?.country ?? null) : null;
}

/** So many plots may have their boxes in that of one, which is 11 km wide at most. */
const NEIGHBOURS = 500;
const OVERLAPS_TOLD = 3;

interface Neighbour {
  farmId: string;
  name: string | null;
  geometry: string;
}

/** What of the plot lies on land of others; of another farm's nothing is told but where. */
async function overlaps(
  em: EntityManager,
  geometry: Geometry,
  { farmId, plotId }: { farmId: string; plotId: string | null },
): Promise<PlotFault[]> {
  const [west, south, east, north] = boxOf(geometry);
  // Of neighbours on the other side of the 180th meridian the box is a whole turn away.
  const turns = [0, FULL_TURN, -FULL_TURN];
  const near = turns.map(
    () =>
      'box(point(p.west_micro, p.south_micro), point(p.east_micro, p.north_micro)) && box(point(?, ?), point(?, ?))',
  );
  const rows: Neighbour[] = await em.execute(
    `select p.farm_id as "farmId", v.name, v.geometry
     from plot p join plot_version v on v.plot_id = p.id and v.version = p.version
     where p.removed_at is null and p.id is distinct from ?::uuid and v.geometry <> '' and (${near.join(' or ')})
     order by p.farm_id = ? desc, p.id limit ${NEIGHBOURS}`,
    [plotId, ...turns.flatMap((turn) => [west + turn, south, east + turn, north]), farmId],
  );
  const faults: PlotFault[] = [];
  for (const row of rows) {
    await pause();
    // Whoever asked was answered that it took too long: nothing is gone on with for nobody.
    const late = currentRequest()?.timeout ?? null;
    if (late !== null) throw late;
    const overlap = overlapOf(geometry, geometryFrom(row.geometry));
    if (overlap === null) continue;
    const where = { metres: overlap.metres, ...degrees(overlap.at) };
    const said = row.farmId === farmId ? PLOT.overlaps({ name: row.name ?? '-', ...where }) : PLOT.overlapsOther(where);
    faults.push(fault(said));
    if (faults.length === OVERLAPS_TOLD) break;
  }
  return faults;
}
