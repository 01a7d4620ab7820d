import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '../../platform/database/database.ts';
import { PreparedStatement } from '../../platform/database/preparedStatement.ts';
import type { Geometry } from '../../domain/plot/geometry/geometry.ts';
import type { ReadPlot } from '../../domain/plot/geometry/readPlot.ts';
import { inScope, type LotScope } from '../../domain/access/permissions.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { Refused } from '../../platform/errors/refusal.ts';
import { boxOf, type Neighbour } from './plotJudge.ts';

/** A plot of a farm, as far as its name and place decide about others. */
export interface FarmPlot {
  id: string;
  version: number;
  /** null once erased */
  nameKey: string | null;
  /** ISO 3166-1 alpha-2 */
  country: string | null;
}

/** Plots whose boxes meet that of an outline. */
export interface NearbyPlots {
  neighbours: Neighbour[];
  /** of their ids and versions */
  digest: string;
}

/** The data that outlines were judged with. */
export interface JudgementBasis {
  countries: readonly string[];
  outlines: readonly { geometry: Geometry; digest: string }[];
}

/** The farm of a judged plot, and its id when it exists. */
export interface PlotTarget {
  farmId: string;
  plotId: string | null;
}

/** At most so many nearby plots are compared with one, which is 11 km wide at most. */
export const NEIGHBOURS = 500;
const FULL_TURN = 360_000_000;

/** Condition and order of the plots beside a box of columns or parameters; those of the farm `$1` but the plot `$2`. */
function beside(west: string, south: string, east: string, north: string): string {
  // Of neighbours on the other side of the 180th meridian the box is a whole turn away.
  const near = [0, FULL_TURN, -FULL_TURN].map(
    (turn) =>
      'box(point(p.west_micro, p.south_micro), point(p.east_micro, p.north_micro)) && ' +
      `box(point(${west} + ${turn}, ${south}), point(${east} + ${turn}, ${north}))`,
  );
  return `p.removed_at is null and (p.id is distinct from $2::uuid or p.farm_id <> $1) and (${near.join(' or ')})
    order by p.farm_id = $1 desc, p.id limit ${NEIGHBOURS}`;
}

const FARM = `select p.id, p.version, p.name_key as "nameKey", v.country
  from plot p join plot_version v on v.plot_id = p.id and v.version = p.version
  where p.farm_id = $1 and p.removed_at is null order by p.id`;
const FARM_IN_WRITE = new PreparedStatement<FarmPlot & { country: string | null }>(FARM);

const BESIDE = `select n.id, n.version, n.farm_id as "farmId", v.name, v.geometry
  from (select p.* from plot p where ${beside('$3::float8', '$4::float8', '$5::float8', '$6::float8')}) n
  join plot_version v on v.plot_id = n.id and v.version = n.version
  order by n.farm_id = $1 desc, n.id`;

const DIGESTS = new PreparedStatement<{ digest: string }>(
  `select coalesce(encode(sha256(convert_to(string_agg(n.id || '/' || n.version, ',' order by n.id), 'UTF8')), 'hex'), '') as digest
   from json_to_recordset($3::json) as b (i int, west float8, south float8, east float8, north float8)
   left join lateral (select p.id, p.version from plot p where ${beside('b.west', 'b.south', 'b.east', 'b.north')}) n on true
   group by b.i order by b.i`,
);

/** The plots of a farm. */
export function plotsOfFarm(database: Database, farmId: string): Promise<FarmPlot[]> {
  return database.rows<FarmPlot & { country: string | null }>(FARM, [farmId]);
}

/** Countries that the plots of a farm lie in, without one of them. */
export function countriesOf(plots: readonly FarmPlot[], plotId: string | null): string[] {
  return [...new Set(plots.flatMap(({ id, country }) => (id === plotId || country === null ? [] : [country])))].sort();
}

/** The plots beside an outline; none where it has a fault by itself. @param scope of the farms that the caller sees */
export async function findNearbyPlots(
  database: Database,
  { geometry, faults }: Pick<ReadPlot, 'geometry' | 'faults'>,
  { farmId, plotId }: PlotTarget,
  scope: LotScope,
): Promise<NearbyPlots> {
  if (geometry === null || faults.length > 0) return { neighbours: [], digest: '' };
  const rows = await database.rows<{
    id: string;
    version: number;
    farmId: string;
    name: string | null;
    geometry: string;
  }>(BESIDE, [farmId, plotId, ...boxOf(geometry)]);
  const neighbours = rows
    .filter((row) => row.geometry !== '')
    .map(({ id, farmId: owner, name, geometry: outline }) => {
      const of = owner === farmId ? 'farm' : inScope(scope, owner) ? 'seen' : 'unseen';
      return { id, of, name, geometry: outline } satisfies Neighbour;
    });
  return { neighbours, digest: digestOf(rows) };
}

/** As `DIGESTS` makes it. */
function digestOf(rows: readonly { id: string; version: number }[]): string {
  if (rows.length === 0) return '';
  const keys = rows.map(({ id, version }) => `${id}/${version}`).sort();
  return createHash('sha256').update(keys.join(',')).digest('hex');
}

/** Nearby plots changed since an outline was judged; `retryOnChange` judges again. */
export class NearbyPlotsChanged extends Error {
  override name = 'NearbyPlotsChanged';
}

const MOST_ATTEMPTS = 10;
const RETRY_AFTER_SECONDS = 1;

/**
 * Runs an attempt, and again when nearby plots changed between judging and writing.
 * @param attempt judges outside of a transaction and writes in one, in which it calls `assertUnchanged`
 * @throws Refused conflict when they changed in every attempt
 */
export async function retryOnChange<T>(attempt: () => Promise<T>): Promise<T> {
  for (let made = 0; made < MOST_ATTEMPTS; made += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof NearbyPlotsChanged)) throw error;
    }
  }
  throw new Refused({ kind: 'conflict', said: REFUSED.busyPlots({}), retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/**
 * Checks that nothing changed since outlines were judged. The caller holds `lockPlots`, so nothing changes until the transaction ends.
 * @param judged.countries countries of the farm's other plots
 * @param judged.outlines each with the digest of its nearby plots
 * @returns the plots of the farm as they are now
 * @throws NearbyPlotsChanged
 */
export async function assertUnchanged(
  em: EntityManager,
  { farmId, plotId }: PlotTarget,
  judged: JudgementBasis,
): Promise<FarmPlot[]> {
  const farm = await FARM_IN_WRITE.run(em, [farmId]);
  const { outlines, countries } = judged;
  if (outlines.length === 0) return farm;
  if (countriesOf(farm, plotId).join() !== countries.join()) throw new NearbyPlotsChanged();
  const boxes = outlines.map(({ geometry }, i) => {
    const [west, south, east, north] = boxOf(geometry);
    return { i, west, south, east, north };
  });
  const now = await DIGESTS.run(em, [farmId, plotId, JSON.stringify(boxes)]);
  if (outlines.some(({ digest }, i) => now[i]?.digest !== digest)) throw new NearbyPlotsChanged();
  return farm;
}

/** First key of the advisory locks on cells; locks with two keys never collide with locks of one key. */
export const CELL_LOCKS = 0x706c6f74;
const CELL_MICRO = 100_000;
const CELLS_AROUND = 3_600;
/** Bounds the locks of one import; distant cells share a lock. */
const LOCKS = 256;

const LOCK_FARM = new PreparedStatement(`select pg_advisory_xact_lock(hashtextextended('manam-plots-of-' || $1, 0))`);
const LOCK_CELLS = new PreparedStatement(
  `select pg_advisory_xact_lock(${CELL_LOCKS}, cell) from unnest($1::integer[]) cell`,
);

/**
 * Locks a farm, then the cells that the geometries lie in, until the transaction ends. Names are unique within a farm, and no two plots may
 * lie on the same land. All writers take these locks in the same order, so there is no deadlock. Call it first in a transaction: before a
 * transaction locks a row it has no transaction id, so news do not wait for it.
 */
export async function lockPlots(em: EntityManager, farmId: string, geometries: readonly Geometry[]): Promise<void> {
  await LOCK_FARM.run(em, [farmId]);
  const cells = [...new Set(geometries.flatMap(cellsOf))].sort((a, b) => a - b);
  if (cells.length > 0) await LOCK_CELLS.run(em, [cells]);
}

/** The locks of the cells, of a tenth of a degree, that a geometry's box lies in. */
export function cellsOf(geometry: Geometry): number[] {
  const [west, south, east, north] = boxOf(geometry).map((micro) => Math.floor(micro / CELL_MICRO));
  const cells: number[] = [];
  for (let x = west ?? 0; x <= (east ?? 0); x += 1) {
    for (let y = south ?? 0; y <= (north ?? 0); y += 1) {
      cells.push(positive(positive(x, CELLS_AROUND) * 31 + y, LOCKS));
    }
  }
  return cells;
}

function positive(value: number, modulus: number): number {
  return ((value % modulus) + modulus) % modulus;
}
