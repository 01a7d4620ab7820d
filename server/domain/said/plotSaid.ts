import { fixed, sentence } from './said.ts';

/** A place on a plot's outline, as people write it. */
const AT = { latitude: 'number', longitude: 'number' } as const;
const AT_EXAMPLE = { latitude: -5.258413, longitude: 145.743927 };
const at = ({ latitude, longitude }: { latitude: number; longitude: number }): string =>
  `latitude ${latitude.toFixed(6)}, longitude ${longitude.toFixed(6)}`;

/**
 * What keeps a plot's geometry from being taken (Regulation (EU) 2023/1115, Article 2(28), and the Commission's GeoJSON file
 * description). Positions and sides are counted from 1, as the outline was given: side 1 leads from position 1 to position 2.
 */
export const PLOT = {
  otherGeometry: sentence(
    'plot.other_geometry',
    { type: 'text' },
    { type: 'LineString' },
    ({ type }) => `A plot is a Point or a Polygon; this is a ${type}.`,
  ),
  noGeometry: fixed('plot.no_geometry', 'A plot is a Point or a Polygon; this is neither.'),
  noPosition: fixed('plot.no_position', 'A position is a longitude and a latitude, in degrees; this point has none.'),
  noPositionInRing: sentence(
    'plot.no_position_in_ring',
    { position: 'number' },
    { position: 3 },
    ({ position }) => `A position is a longitude and a latitude, in degrees; position ${position} is none.`,
  ),
  latitudeOutside: sentence(
    'plot.latitude_outside',
    { position: 'number' },
    { position: 3 },
    ({ position }) =>
      `The latitude of position ${position} is outside -90 to 90; in GeoJSON the longitude comes first.`,
  ),
  longitudeOutside: sentence(
    'plot.longitude_outside',
    { position: 'number' },
    { position: 3 },
    ({ position }) => `The longitude of position ${position} is outside -180 to 180.`,
  ),
  coarse: sentence(
    'plot.coarse',
    { decimals: 'number' },
    { decimals: 4 },
    ({ decimals }) =>
      `All positions have ${decimals} decimals or fewer, which is about 11 m. Measure with six decimals where you can.`,
  ),
  otherCrs: sentence(
    'plot.other_crs',
    { crs: 'text' },
    { crs: 'EPSG:4168' },
    ({ crs }) => `The coordinates are in ${crs}. Convert them to WGS 84 (EPSG:4326), longitude first.`,
  ),
  pointArea: sentence(
    'plot.point_area',
    { minHa: 'number', maxHa: 'number' },
    { minHa: 0.0001, maxHa: 4 },
    ({ minHa, maxHa }) =>
      `The area of a plot given as a point is ${minHa} to ${maxHa} ha; a larger one needs a polygon.`,
  ),
  noRing: fixed('plot.no_ring', 'The polygon has no ring.'),
  hole: sentence('plot.hole', AT, AT_EXAMPLE, (where) => `The polygon has a hole, at ${at(where)}; plots have none.`),
  someHole: fixed('plot.some_hole', 'The polygon has a hole; plots have none.'),
  tooFewPositions: fixed(
    'plot.too_few_positions',
    'The ring needs at least four positions, the last equal to the first.',
  ),
  tooManyPositions: sentence(
    'plot.too_many_positions',
    { positions: 'number', most: 'number' },
    { positions: 2_301, most: 2_000 },
    ({ positions, most }) => `The ring has ${positions} positions; at most ${most} are taken.`,
  ),
  open: fixed('plot.open', 'The ring is open: its last position must equal the first.'),
  sameVertices: sentence(
    'plot.same_vertices',
    { first: 'number', second: 'number', ...AT },
    { first: 2, second: 3, ...AT_EXAMPLE },
    ({ first, second, ...where }) =>
      `Positions ${first} and ${second} are the same with six decimals, ${at(where)}: the ring has coincident vertices.`,
  ),
  crosses: sentence(
    'plot.crosses',
    { first: 'number', second: 'number', ...AT },
    { first: 2, second: 5, ...AT_EXAMPLE },
    ({ first, second, ...where }) => `The ring crosses itself: sides ${first} and ${second} meet at ${at(where)}.`,
  ),
  sidesOverlap: sentence(
    'plot.sides_overlap',
    { first: 'number', second: 'number', ...AT },
    { first: 2, second: 3, ...AT_EXAMPLE },
    ({ first, second, ...where }) => `Sides ${first} and ${second} lie on each other, at ${at(where)}.`,
  ),
  noLand: fixed('plot.no_land', 'The ring encloses no land.'),
  tooWide: sentence(
    'plot.too_wide',
    { mostDegrees: 'number' },
    { mostDegrees: 0.1 },
    ({ mostDegrees }) => `The plot is wider or higher than ${mostDegrees} degrees; give it in parts.`,
  ),
  areaDiffers: sentence(
    'plot.area_differs',
    { declaredHa: 'number', measuredHa: 'number' },
    { declaredHa: 12, measuredHa: 7.4 },
    ({ declaredHa, measuredHa }) => `The declared area is ${declaredHa} ha, and the outline encloses ${measuredHa} ha.`,
  ),

  // What is known of the place, and of other plots
  atSea: sentence(
    'plot.at_sea',
    AT,
    AT_EXAMPLE,
    (where) => `The plot lies in no country, at ${at(where)}; is it at sea?`,
  ),
  farAtSea: sentence(
    'plot.far_at_sea',
    { km: 'number' },
    { km: 5 },
    ({ km }) =>
      `The plot seems to lie in coastal waters, more than ${km} km from the land of the map. Check its place.`,
  ),
  wrongCountry: sentence(
    'plot.wrong_country',
    { declared: 'text', found: 'text', ...AT },
    { declared: 'PG', found: 'ID', ...AT_EXAMPLE },
    ({ declared, found, ...where }) => `The plot is declared to be in ${declared}, and ${at(where)} lies in ${found}.`,
  ),
  severalCountries: sentence(
    'plot.several_countries',
    { countries: 'texts' },
    { countries: ['PG', 'ID'] },
    ({ countries }) => `The plot lies in several countries: ${countries.join(', ')}. Give a plot for each.`,
  ),
  swapped: sentence(
    'plot.swapped',
    { country: 'text', ...AT },
    { country: 'PG', ...AT_EXAMPLE },
    ({ country, ...where }) =>
      `Latitude and longitude seem to be exchanged: ${at(where)} would lie in ${country}. In GeoJSON the longitude comes first.`,
  ),
  overlaps: sentence(
    'plot.overlaps',
    { name: 'text', metres: 'number', ...AT },
    { name: 'Upper field', metres: 35, ...AT_EXAMPLE },
    ({ name, metres, ...where }) =>
      `The plot lies on the land of plot ${name} of this farm, at ${at(where)}, about ${metres} m deep.`,
  ),
  overlapsOther: sentence(
    'plot.overlaps_other',
    { metres: 'number', ...AT },
    { metres: 35, ...AT_EXAMPLE },
    ({ metres, ...where }) =>
      `The plot lies on the land of another farm's plot, at ${at(where)}, about ${metres} m deep.`,
  ),
  overlapsForeign: fixed('plot.overlaps_foreign', "The plot lies on the land of another farm's plot."),

  // The file
  notJson: fixed('plot.not_json', 'The geometry is not JSON.'),
  notAFeature: fixed('plot.not_a_feature', 'This is no GeoJSON Feature with properties and a geometry.'),
  propertyCase: sentence(
    'plot.property_case',
    { found: 'text', wanted: 'text' },
    { found: 'producername', wanted: 'ProducerName' },
    ({ found, wanted }) => `The property ${found} is written ${wanted}; the EU's system heeds capital letters.`,
  ),
  areaText: fixed('plot.area_text', 'Area is given as text; it is a number, in hectares.'),
  sameName: sentence(
    'plot.same_name',
    { row: 'number' },
    { row: 2 },
    ({ row }) => `Feature ${row} of this file has the same name.`,
  ),
  nameTaken: sentence(
    'plot.name_taken',
    { name: 'text' },
    { name: 'Upper field' },
    ({ name }) => `The farm has a plot named ${name} already.`,
  ),
  manyPlots: sentence(
    'plot.many_plots',
    { most: 'number' },
    { most: 500 },
    ({ most }) => `A farm has at most ${most} plots.`,
  ),
  manyCorners: fixed(
    'plot.many_corners',
    'These outlines have too many corners to be kept together; draw them with fewer.',
  ),
  manyVersions: sentence(
    'plot.many_versions',
    { most: 'number' },
    { most: 200 },
    ({ most }) => `A plot can be changed ${most} times; add a new one.`,
  ),
  lockedByAlert: fixed(
    'plot.locked_by_alert',
    'A lot from this plot has an open alert, so the plot stays as it is until the alert is closed. An admin can change it.',
  ),
  lockedByShipped: fixed(
    'plot.locked_by_shipped',
    'A lot from this plot was shipped, so only an admin can change the plot now.',
  ),
};
