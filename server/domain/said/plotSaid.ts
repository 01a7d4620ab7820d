import { sentence } from './said.ts';

/** A place on a plot's outline, as people write it. */
const AT = { latitude: -5.258413, longitude: 145.743927 };

/**
 * What keeps a plot's geometry from being taken (Regulation (EU) 2023/1115, Article 2(28), and the Commission's GeoJSON file
 * description). Positions and sides are counted from 1, as the outline was given: side 1 leads from position 1 to position 2.
 */
export const PLOT = {
  otherGeometry: sentence('plot.other_geometry', { type: 'LineString' }),
  noGeometry: sentence('plot.no_geometry'),
  noPosition: sentence('plot.no_position'),
  noPositionInRing: sentence('plot.no_position_in_ring', { position: 3 }),
  latitudeOutside: sentence('plot.latitude_outside', { position: 3 }),
  longitudeOutside: sentence('plot.longitude_outside', { position: 3 }),
  coarse: sentence('plot.coarse', { decimals: 4 }),
  otherCrs: sentence('plot.other_crs', { crs: 'EPSG:4168' }),
  pointArea: sentence('plot.point_area', { minHa: 0.0001, maxHa: 4 }),
  noRing: sentence('plot.no_ring'),
  hole: sentence('plot.hole', AT),
  someHole: sentence('plot.some_hole'),
  tooFewPositions: sentence('plot.too_few_positions'),
  tooManyPositions: sentence('plot.too_many_positions', { positions: 2_301, most: 2_000 }),
  open: sentence('plot.open'),
  sameVertices: sentence('plot.same_vertices', { first: 2, second: 3, ...AT }),
  crosses: sentence('plot.crosses', { first: 2, second: 5, ...AT }),
  sidesOverlap: sentence('plot.sides_overlap', { first: 2, second: 3, ...AT }),
  noLand: sentence('plot.no_land'),
  tooWide: sentence('plot.too_wide', { mostDegrees: 0.1 }),
  areaDiffers: sentence('plot.area_differs', { declaredHa: 12, measuredHa: 7.4 }),

  // What is known of the place, and of other plots
  atSea: sentence('plot.at_sea', AT),
  farAtSea: sentence('plot.far_at_sea', { km: 5 }),
  wrongCountry: sentence('plot.wrong_country', { declared: 'PG', found: 'ID', ...AT }),
  severalCountries: sentence('plot.several_countries', { countries: ['PG', 'ID'] }),
  swapped: sentence('plot.swapped', { country: 'PG', ...AT }),
  overlaps: sentence('plot.overlaps', { name: 'Upper field', metres: 35, ...AT }),
  overlapsOther: sentence('plot.overlaps_other', { metres: 35, ...AT }),
  overlapsForeign: sentence('plot.overlaps_foreign'),

  // The file
  notJson: sentence('plot.not_json'),
  notAFeature: sentence('plot.not_a_feature'),
  propertyCase: sentence('plot.property_case', { found: 'producername', wanted: 'ProducerName' }),
  areaText: sentence('plot.area_text'),
  sameName: sentence('plot.same_name', { row: 2 }),
  nameTaken: sentence('plot.name_taken', { name: 'Upper field' }),
  manyPlots: sentence('plot.many_plots', { most: 500 }),
  manyCorners: sentence('plot.many_corners'),
  manyVersions: sentence('plot.many_versions', { most: 200 }),
  lockedByAlert: sentence('plot.locked_by_alert'),
  lockedByShipped: sentence('plot.locked_by_shipped'),
};
