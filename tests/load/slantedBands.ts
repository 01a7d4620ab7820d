/** Corners of a band: as many as an outline may have. */
const CORNERS = 1_998;
/** Metres from one band to the next, across them about 70 of 100; a band is half as wide. */
const APART = 60;
const METRES_PER_DEGREE = { east: 110_800, north: 111_195 } as const;
const CORNER = { longitude: 144.9, latitude: -6.05 } as const;

type Position = [longitude: number, latitude: number];

/** A position with six decimals, of which the last is no zero. */
function positionAt(east: number, north: number): Position {
  const six = (degrees: number): number => (Math.round(degrees * 1e5) * 10 + 1) / 1e6;
  return [
    six(CORNER.longitude + east / METRES_PER_DEGREE.east),
    six(CORNER.latitude + north / METRES_PER_DEGREE.north),
  ];
}

/**
 * One of outlines that lie beside each other at a slant: the box of each is that of all others nearly, so that each is compared with
 * all, corner by corner. GeoJSON polygon.
 * @param place counts them; halves lie between two
 */
export function slantedBand(place: number): { type: 'Polygon'; coordinates: Position[][] } {
  const half = CORNERS / 2;
  const side = (offset: number): Position[] =>
    Array.from({ length: half }, (_, i) => positionAt(place * APART + offset + i * 7, i * 7 + (i % 2) * 0.9));
  const ring = [...side(0), ...side(APART / 4).toReversed()];
  return { type: 'Polygon', coordinates: [[...ring, ...ring.slice(0, 1)]] };
}
