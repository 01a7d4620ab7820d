import { assertOutsideWrite } from '../../platform/database/openWrite.ts';
import { windowOf, type Geometry } from '../../domain/plot/geometry/geometry.ts';
import { centreOf } from '../../domain/plot/geometry/centroid.ts';
import type { PlotFault, ReadPlot } from '../../domain/plot/geometry/readPlot.ts';
import { PLOT } from '../../domain/messages/plotMessages.ts';
import type { Message } from '../../domain/messages/message.ts';
import { degreesFromMicro, microFromDegrees, type PlaceMicro } from '../../domain/text/units.ts';
import { loadCountries, type Countries } from '../../platform/geo/countries.ts';
import { COAST_ACCURACY_KM, loadLand } from '../../platform/geo/land.ts';
import { overlapsWith } from './outlineThreads.ts';

/** A plot that another one may lie on. */
export interface Neighbour {
  id: string;
  /** of the farm that the judged plot is of, of another farm that the caller sees, or of one that they do not see */
  of: 'farm' | 'seen' | 'unseen';
  /** null once erased */
  name: string | null;
  /** `geometryText` */
  geometry: string;
}

/** The data that a plot is judged with. */
export interface PlotContext {
  /** each once: those that the farm's other plots lie in */
  countries: readonly string[];
  /** the farm's own first */
  neighbours: readonly Neighbour[];
}

/** The result of validating a plot's geometry, with its surroundings. */
export interface JudgedPlot extends ReadPlot {
  /** ISO 3166-1 alpha-2; null where it lies in none, or in several */
  country: string | null;
  /** millionths of a degree; null when the geometry cannot be read */
  centre: PlaceMicro | null;
  /** id of an overlapped plot of a farm that the caller does not see; only for the limit, never sent */
  foreignPlot: string | null;
}

/** Of an outline that many corners and its centre are looked up: a plot of 11 km crosses no country between two of them. */
const CORNERS_LOOKED_UP = 40;
/** The box of a geometry's own corners, millionths of a degree: west, south, east, north. */
export function boxOf(geometry: Geometry): [number, number, number, number] {
  if (geometry.kind === 'polygon') {
    const [west, south, east, north] = windowOf(geometry).map(microFromDegrees);
    return [west ?? 0, south ?? 0, east ?? 0, north ?? 0];
  }
  const { latMicro, lonMicro } = geometry.place;
  return [lonMicro, latMicro, lonMicro, latMicro];
}

const FULL_TURN = 360_000_000;

/** Whether the boxes of two geometries have a place in common, also across the 180th meridian. */
export function boxesMeet(one: Geometry, other: Geometry): boolean {
  const [west, south, east, north] = boxOf(one);
  const [otherWest, otherSouth, otherEast, otherNorth] = boxOf(other);
  if (south > otherNorth || otherSouth > north) return false;
  return [0, FULL_TURN, -FULL_TURN].some((turn) => west + turn <= otherEast && otherWest <= east + turn);
}

/**
 * Judges a plot by the EU's rules, by the country that it lies in and by nearby plots. It takes plain data and reads no database: it runs
 * outside of transactions and locks, and may run in a thread.
 * @param read the geometry as `readPlot` read it
 * @param declared declared country, ISO 3166-1 alpha-2; null for none
 */
export async function judgePlot(
  read: ReadPlot,
  declared: string | null,
  { countries: known, neighbours }: PlotContext,
): Promise<JudgedPlot> {
  assertOutsideWrite();
  if (read.geometry === null) return { ...read, country: null, centre: null, foreignPlot: null };
  const [countries, land] = await Promise.all([loadCountries(), loadLand()]);
  const centre = centreOf(read.geometry);
  if (read.faults.length > 0) return { ...read, country: countries.of(centre), centre, foreignPlot: null };
  const expected = declared ?? (known.length === 1 ? (known[0] ?? null) : null);
  const { country, faults } = judgeCountry(read.geometry, countries, declared, expected);
  const met = await overlaps(read.geometry, neighbours);
  const isFar = [...placesOf(read.geometry)].every((place) => land.isFarAtSea(place));
  // Borders take in coastal waters, so that a place there lies in a country.
  const hints = isFar && country !== null ? [PLOT.farAtSea({ km: COAST_ACCURACY_KM })] : [];
  return {
    ...read,
    faults: [...faults, ...met.faults],
    hints: [...read.hints, ...hints],
    country,
    centre,
    foreignPlot: met.foreignPlot,
  };
}

const INVALID = 'EUDR_COMMODITIES_PRODUCER_GEO_INVALID';
const fault = (said: Message, eu: PlotFault['eu'] = null): PlotFault => ({ said, eu });
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

const OVERLAPS_TOLD = 3;

/** Finds overlaps with nearby plots. For a farm that the caller does not see the fault has no place, depth or name. */
async function overlaps(
  geometry: Geometry,
  neighbours: readonly Neighbour[],
): Promise<{ faults: PlotFault[]; foreignPlot: string | null }> {
  const faults: PlotFault[] = [];
  let foreignPlot: string | null = null;
  const compared = neighbours.map((neighbour) => neighbour.geometry);
  for await (const { place, overlap } of overlapsWith(geometry, compared)) {
    const neighbour = neighbours[place];
    if (neighbour === undefined) continue;
    const { id, of, name } = neighbour;
    // Several give the same answer as one.
    if (of === 'unseen' && foreignPlot !== null) continue;
    const where = { metres: overlap.metres, ...degrees(overlap.at) };
    if (of === 'farm') faults.push(fault(PLOT.overlaps({ name: name ?? '-', ...where })));
    else if (of === 'seen') faults.push(fault(PLOT.overlapsOther(where)));
    else {
      faults.push(fault(PLOT.overlapsForeign({})));
      foreignPlot = id;
    }
    if (faults.length === OVERLAPS_TOLD) break;
  }
  return { faults, foreignPlot };
}
