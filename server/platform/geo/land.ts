import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { z } from 'zod';
import type { PlaceMicro } from '../../domain/text/units.ts';
import { pause } from '../concurrency/pause.ts';

/**
 * How far a coast of the data may be from the real one. Natural Earth's coasts are drawn for maps of 1:10,000,000, where half a millimetre
 * is 5 km; its smallest islands are missing.
 */
export const COAST_ACCURACY_KM = 5;

/** Where land is, from Natural Earth's outlines (public domain, as the package world-atlas carries them). */
export interface Land {
  /** in water, and farther from each coast of the data than the data is exact */
  isFarAtSea(place: PlaceMicro): boolean;
}

const topology = z.object({
  transform: z.object({ scale: z.tuple([z.number(), z.number()]), translate: z.tuple([z.number(), z.number()]) }),
  // Not looked into number by number: there are 800,000, and the package's version is fixed.
  arcs: z.custom<[number, number][][]>(Array.isArray),
});

const KM_PER_DEGREE = 111.2;
const ROWS = 180;
/** west, south, east and north end: four numbers a side */
const PER_SIDE = 4;

let loading: Promise<Land> | null = null;

/** Loaded once, when a plot is first judged: 3 MB. */
export function loadLand(): Promise<Land> {
  loading ??= readLand();
  return loading;
}

async function readLand(): Promise<Land> {
  const path = createRequire(import.meta.url).resolve('world-atlas/land-10m.json');
  const rows = await sidesByRow(topology.parse(JSON.parse(await readFile(path, 'utf8'))));
  return { isFarAtSea: (place) => isFarAtSea(rows, place) };
}

/** All sides of coasts, by each whole degree of latitude that they touch. */
async function sidesByRow({ transform, arcs }: z.infer<typeof topology>): Promise<Float64Array[]> {
  const rows = Array.from({ length: ROWS }, (): number[] => []);
  for (const arc of arcs) {
    await pause();
    let [x, y] = [0, 0];
    let before: [number, number] | null = null;
    for (const [dx, dy] of arc) {
      x += dx;
      y += dy;
      const lon = x * transform.scale[0] + transform.translate[0];
      const lat = y * transform.scale[1] + transform.translate[1];
      if (before !== null) {
        const last = rowOf(Math.max(before[1], lat));
        for (let row = rowOf(Math.min(before[1], lat)); row <= last; row += 1)
          rows[row]?.push(before[0], before[1], lon, lat);
      }
      before = [lon, lat];
    }
  }
  return rows.map((sides) => Float64Array.from(sides));
}

const rowOf = (lat: number): number => Math.min(Math.max(Math.floor(lat + 90), 0), ROWS - 1);

function isFarAtSea(rows: readonly Float64Array[], { latMicro, lonMicro }: PlaceMicro): boolean {
  const [lat, lon] = [latMicro / 1e6, lonMicro / 1e6];
  if (isInside(rows[rowOf(lat)] ?? new Float64Array(), lat, lon)) return false;
  const reach = COAST_ACCURACY_KM / KM_PER_DEGREE;
  for (let row = rowOf(lat - reach); row <= rowOf(lat + reach); row += 1) {
    if (isNear(rows[row] ?? new Float64Array(), lat, lon)) return false;
  }
  return true;
}

/** Whether a line to the west meets coasts an odd number of times: each coast stands once in the data, lakes and islands alike. */
function isInside(sides: Float64Array, lat: number, lon: number): boolean {
  let inside = false;
  for (let i = 0; i < sides.length; i += PER_SIDE) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [sides[i], sides[i + 1], sides[i + 2], sides[i + 3]];
    if (y1 > lat !== y2 > lat && lon > x1 + ((lat - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
  }
  return inside;
}

function isNear(sides: Float64Array, lat: number, lon: number): boolean {
  const squeeze = Math.cos((lat * Math.PI) / 180);
  const most = (COAST_ACCURACY_KM / KM_PER_DEGREE) ** 2;
  for (let i = 0; i < sides.length; i += PER_SIDE) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [sides[i], sides[i + 1], sides[i + 2], sides[i + 3]];
    const [ax, ay] = [(x1 - lon) * squeeze, y1 - lat];
    const [dx, dy] = [(x2 - x1) * squeeze, y2 - y1];
    const length = dx * dx + dy * dy;
    const along = length === 0 ? 0 : Math.min(Math.max(-(ax * dx + ay * dy) / length, 0), 1);
    if ((ax + along * dx) ** 2 + (ay + along * dy) ** 2 <= most) return true;
  }
  return false;
}
