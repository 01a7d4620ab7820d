/*
 * Makes the map's sheets from Natural Earth's outlines of countries (public domain), as the package world-atlas carries them.
 * `npm run outlines`, after that package changes; the sheets are committed. Not part of any page.
 */
import { iso1A2Code } from '@rapideditor/country-coder';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import { presimplify, simplify } from 'topojson-simplify';
import type { GeometryCollection, Topology } from 'topojson-specification';
import {
  BELT,
  CELL,
  MARGIN,
  sheetName,
  STEPS_PER_DEGREE,
  WORLD,
  type Outline,
  type Sheet,
} from '../../client/design/map/sheet.ts';

type Countries = Topology<{ countries: GeometryCollection<{ name: string }> }>;
type Box = readonly [west: number, south: number, east: number, north: number];

const require = createRequire(import.meta.url);
const folder = fileURLToPath(new URL('../../client/design/map/sheets', import.meta.url));

/** A country's rings, in degrees, of outer edges and lakes alike. */
interface Country {
  code: string;
  rings: Position[][];
}

/** @param least what a bend must span to stay, in square degrees; borders are simplified once, so neighbours still meet */
function countries(file: string, least: number): Country[] {
  const atlas: Countries = JSON.parse(readFileSync(require.resolve(`world-atlas/${file}`), 'utf8'));
  const simpler = simplify(presimplify(atlas), least);
  return feature(simpler, simpler.objects.countries).features.flatMap(({ id, geometry }) =>
    geometry.type === 'Polygon' || geometry.type === 'MultiPolygon'
      ? [{ code: (id === undefined ? null : iso1A2Code(String(id))) ?? '', rings: ringsOf(geometry) }]
      : [],
  );
}

function ringsOf(geometry: Polygon | MultiPolygon): Position[][] {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  // The last point of a ring repeats its first.
  return polygons.flat().map((ring) => unbroken(ring.slice(0, -1)));
}

/** A ring that crosses the date line goes on beyond 180 degrees, in place of jumping to the other end of the atlas. */
function unbroken(ring: Position[]): Position[] {
  let turn = 0;
  return ring.map(([longitude = 0, latitude = 0], index) => {
    const before = ring[index - 1]?.[0] ?? longitude;
    if (longitude - before > 180) turn -= 360;
    if (longitude - before < -180) turn += 360;
    return [longitude + turn, latitude];
  });
}

/** The part of a ring within a box (Sutherland and Hodgman). */
function clipped(ring: Position[], [west, south, east, north]: Box): Position[] {
  const edges = [
    { axis: 0, limit: west, sign: 1 },
    { axis: 0, limit: east, sign: -1 },
    { axis: 1, limit: south, sign: 1 },
    { axis: 1, limit: north, sign: -1 },
  ];
  return edges.reduce((points, { axis, limit, sign }) => {
    const isIn = (point: Position): boolean => ((point[axis] ?? 0) - limit) * sign >= 0;
    return points.flatMap((to, index) => {
      const from = points.at(index - 1) ?? to;
      if (isIn(from) === isIn(to)) return isIn(to) ? [to] : [];
      const share = (limit - (from[axis] ?? 0)) / ((to[axis] ?? 0) - (from[axis] ?? 0));
      const edge = from.map((start, at) => start + share * ((to[at] ?? 0) - start));
      return isIn(to) ? [edge, to] : [edge];
    });
  }, ring);
}

/** Whole steps, the first point and then the way from each to the next; null for what is too small to be seen. */
function steps(ring: Position[]): number[] | null {
  const way: number[] = [];
  let [lastX, lastY] = [0, 0];
  for (const [longitude = 0, latitude = 0] of ring) {
    const [x, y] = [Math.round(longitude * STEPS_PER_DEGREE), Math.round(latitude * STEPS_PER_DEGREE)];
    if (way.length > 0 && x === lastX && y === lastY) continue;
    way.push(x - lastX, y - lastY);
    [lastX, lastY] = [x, y];
  }
  return way.length < 6 ? null : way;
}

function outlinesIn(box: Box, all: readonly Country[]): Outline[] {
  return all.flatMap(({ code, rings }) => {
    const near = rings.flatMap((ring) =>
      // Beyond the date line lies what stands at the other end of the atlas.
      [-360, 0, 360].flatMap((turn) => {
        const part = clipped(
          ring.map(([longitude = 0, latitude = 0]) => [longitude + turn, latitude]),
          box,
        );
        const way = part.length < 3 ? null : steps(part);
        return way === null ? [] : [way];
      }),
    );
    return near.length === 0 ? [] : [{ code, rings: near }];
  });
}

function write(name: string, sheet: Sheet): void {
  writeFileSync(`${folder}/${name}.json`, `${JSON.stringify(sheet)}\n`);
}

mkdirSync(folder, { recursive: true });
for (const file of readdirSync(folder)) rmSync(`${folder}/${file}`);

const fine = countries('countries-50m.json', 0.001);
for (let south = -BELT; south < BELT; south += CELL) {
  for (let west = -180; west < 180; west += CELL) {
    const box: Box = [west - MARGIN, south - MARGIN, west + CELL + MARGIN, south + CELL + MARGIN];
    write(sheetName({ latitude: south, longitude: west }), outlinesIn(box, fine));
  }
}
write(WORLD, outlinesIn([-180 - MARGIN, -90, 180 + MARGIN, 90], countries('countries-110m.json', 0)));
