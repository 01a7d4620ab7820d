import { availableParallelism } from 'node:os';
import { foreignCrs } from '../../domain/plot/geometry/geoJsonParts.ts';
import { geometryText, type Geometry } from '../../domain/plot/geometry/geometry.ts';
import type { Overlap } from '../../domain/plot/geometry/overlap.ts';
import { readPlot, type ReadPlot } from '../../domain/plot/geometry/readPlot.ts';
import { Threads } from '../../platform/concurrency/threads.ts';
import { plotTasks, type PlotTasks } from './plotTasks.ts';

/** For all callers of the process, a core left to the thread that answers requests. A task is short, so that callers take turns. */
const threads = new Threads<PlotTasks>(
  new URL('./plotThread', import.meta.url),
  Math.min(2, Math.max(1, availableParallelism() - 1)),
);

/** Positions that are read faster here than in a thread. */
const FEW_POSITIONS = 100;
/** Characters of stored geometries in one task: some thousand corners. */
const TASK_CHARACTERS = 50_000;
/** Characters of stored geometries that are written here faster than in a thread. */
const FEW_CHARACTERS = 5_000;

/** As `readPlot`; an outline of many corners is read in a thread. @throws RequestTimeout */
export async function readOutline(given: unknown, areaHa: number | undefined): Promise<ReadPlot> {
  const outline = longOutline(given);
  return outline === null ? readPlot(given, areaHa) : threads.run('read', { geometry: outline, areaHa });
}

/**
 * Only the parts of a polygon with many corners that `readPlot` reads: the input may be nested deeper than a thread can
 * receive. Null for input that is read, or rejected, at once.
 */
function longOutline(given: unknown): { type: 'Polygon'; coordinates: unknown[][] } | null {
  if (typeof given !== 'object' || given === null || !('coordinates' in given) || foreignCrs(given) !== null)
    return null;
  const [ring, hole]: unknown[] = Array.isArray(given.coordinates) ? given.coordinates : [];
  if (!('type' in given) || given.type !== 'Polygon' || !Array.isArray(ring)) return null;
  if (ring.length < FEW_POSITIONS || !ring.every(isPosition)) return null;
  const [first]: unknown[] = Array.isArray(hole) ? hole : [];
  return { type: 'Polygon', coordinates: hole === undefined ? [ring] : [ring, isPosition(first) ? [first] : []] };
}

function isPosition(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length <= 3 &&
    value.every((one) => typeof one === 'number' || typeof one === 'string')
  );
}

/**
 * As `overlapOf`, of one geometry with each of the others in turn, by the place of the other in the list. A reader who has enough stops.
 * @param others texts of `geometryText`
 * @throws RequestTimeout
 */
export async function* overlapsWith(
  one: Geometry,
  others: readonly string[],
): AsyncGenerator<{ place: number; overlap: Overlap }> {
  const text = geometryText(one);
  let from = 0;
  for (const task of inTasks(others)) {
    const found = await threads.run('overlaps', { one: text, others: task });
    for (const [i, overlap] of found.entries()) if (overlap !== null) yield { place: from + i, overlap };
    from += task.length;
  }
}

/**
 * Converts geometries to GeoJSON texts, in the same order; null for an empty text, which means an erased geometry.
 * @param stored texts of `geometryText`
 * @throws RequestTimeout
 */
export async function geoJsonTexts(stored: readonly string[]): Promise<(string | null)[]> {
  const written: (string | null)[] = [];
  const tasks = [...inTasks(stored)];
  for (const task of tasks) {
    const isShort = tasks.length === 1 && task.reduce((sum, { length }) => sum + length, 0) < FEW_CHARACTERS;
    written.push(...(isShort ? plotTasks.geoJson(task) : await threads.run('geoJson', task)));
  }
  return written;
}

/** The texts in their order, in parts that take a thread for a short time each. */
function* inTasks(texts: readonly string[]): Generator<string[]> {
  let task: string[] = [];
  let characters = 0;
  for (const text of texts) {
    if (task.length > 0 && characters + text.length > TASK_CHARACTERS) {
      yield task;
      [task, characters] = [[], 0];
    }
    task.push(text);
    characters += text.length;
  }
  if (task.length > 0) yield task;
}
