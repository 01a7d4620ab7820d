import { defineMessage } from './message.ts';

/** A place on a plot's outline, as people write it. */
const AT = { latitude: -5.258413, longitude: 145.743927 };

/**
 * What keeps a plot's geometry from being taken (Regulation (EU) 2023/1115, Article 2(28), and the Commission's GeoJSON file
 * description). Positions and sides are counted from 1, as the outline was given: side 1 leads from position 1 to position 2.
 */
export const PLOT = {
  otherGeometry: defineMessage('plot.other_geometry', { type: 'LineString' }),
  noGeometry: defineMessage('plot.no_geometry'),
  noPosition: defineMessage('plot.no_position'),
  noPositionInRing: defineMessage('plot.no_position_in_ring', { position: 3 }),
  latitudeOutside: defineMessage('plot.latitude_outside', { position: 3 }),
  longitudeOutside: defineMessage('plot.longitude_outside', { position: 3 }),
  coarse: defineMessage('plot.coarse', { decimals: 4 }),
  otherCrs: defineMessage('plot.other_crs', { crs: 'EPSG:4168' }),
  pointArea: defineMessage('plot.point_area', { minHa: 0.0001, maxHa: 4 }),
  noRing: defineMessage('plot.no_ring'),
  hole: defineMessage('plot.hole', AT),
  someHole: defineMessage('plot.some_hole'),
  tooFewPositions: defineMessage('plot.too_few_positions'),
  tooManyPositions: defineMessage('plot.too_many_positions', { positions: 2_301, most: 2_000 }),
  open: defineMessage('plot.open'),
  sameVertices: defineMessage('plot.same_vertices', { first: 2, second: 3, ...AT }),
  crosses: defineMessage('plot.crosses', { first: 2, second: 5, ...AT }),
  sidesOverlap: defineMessage('plot.sides_overlap', { first: 2, second: 3, ...AT }),
  noLand: defineMessage('plot.no_land'),
  tooWide: defineMessage('plot.too_wide', { mostDegrees: 0.1 }),
  areaDiffers: defineMessage('plot.area_differs', { declaredHa: 12, measuredHa: 7.4 }),

  // What is known of the place, and of other plots
  atSea: defineMessage('plot.at_sea', AT),
  farAtSea: defineMessage('plot.far_at_sea', { km: 5 }),
  wrongCountry: defineMessage('plot.wrong_country', { declared: 'PG', found: 'ID', ...AT }),
  severalCountries: defineMessage('plot.several_countries', { countries: ['PG', 'ID'] }),
  swapped: defineMessage('plot.swapped', { country: 'PG', ...AT }),
  overlaps: defineMessage('plot.overlaps', { name: 'Upper field', metres: 35, ...AT }),
  overlapsOther: defineMessage('plot.overlaps_other', { metres: 35, ...AT }),
  overlapsForeign: defineMessage('plot.overlaps_foreign'),

  // The file
  notJson: defineMessage('plot.not_json'),
  notAFeature: defineMessage('plot.not_a_feature'),
  propertyCase: defineMessage('plot.property_case', { found: 'producername', wanted: 'ProducerName' }),
  areaText: defineMessage('plot.area_text'),
  sameName: defineMessage('plot.same_name', { row: 2 }),
  nameTaken: defineMessage('plot.name_taken', { name: 'Upper field' }),
  manyPlots: defineMessage('plot.many_plots', { most: 500 }),
  manyCorners: defineMessage('plot.many_corners'),
  manyVersions: defineMessage('plot.many_versions', { most: 200 }),
  lockedByAlert: defineMessage('plot.locked_by_alert'),
  lockedByShipped: defineMessage('plot.locked_by_shipped'),
};
