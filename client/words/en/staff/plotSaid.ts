/** What is wrong with a plot, by its code (docs/codes.md): corners and sides as the list and the map number them. */
export const plotSaid = {
  'said.plot.other_geometry': 'A plot is a point or one outline (Point or Polygon); this is a {type}.',
  'said.plot.no_geometry': 'This is no geometry: a plot is a Point or a Polygon.',
  'said.plot.no_position': 'The place needs a latitude and a longitude, in degrees.',
  'said.plot.no_position_in_ring': 'Corner {position} needs a latitude and a longitude, in degrees.',
  'said.plot.latitude_outside':
    'The latitude of corner {position} is outside -90 to 90. Are latitude and longitude exchanged?',
  'said.plot.longitude_outside': 'The longitude of corner {position} is outside -180 to 180.',
  'said.plot.far_at_sea':
    'The plot seems to lie in coastal waters, more than {km} km from the land of the map. Check its place.',
  'said.plot.coarse':
    'All corners have {decimals} decimals or fewer, which is about 11 m. Six decimals, for example -5.258413, are better.',
  'said.plot.other_crs': 'The coordinates are in {crs}. Convert them to WGS 84 (EPSG:4326), longitude first.',
  'said.plot.point_area':
    'A plot that is given as a point has {minHa} to {maxHa} ha. Give the outline of a larger one.',
  'said.plot.no_ring': 'The polygon is empty.',
  'said.plot.hole':
    'The outline has a hole, at {latitude}, {longitude}. A plot has none: leave it out, or give two plots.',
  'said.plot.some_hole': 'The outline has a hole. A plot has none: leave it out, or give two plots.',
  'said.plot.too_few_positions': 'An outline needs at least three corners.',
  'said.plot.too_many_positions': 'The outline has {positions} corners; at most {most} are taken.',
  'said.plot.open': 'The outline is open: its last corner must be the first again.',
  'said.plot.same_vertices':
    'Corners {first} and {second} are the same place, {latitude}, {longitude}. Remove one of them.',
  'said.plot.crosses':
    'The outline crosses itself: side {first} (from corner {first}) and side {second} (from corner {second}) meet at {latitude}, {longitude}.',
  'said.plot.sides_overlap':
    'Side {first} (from corner {first}) and side {second} (from corner {second}) lie on each other, at {latitude}, {longitude}.',
  'said.plot.no_land': 'The outline encloses no land: its corners lie on one line.',
  'said.plot.too_wide':
    'The plot is wider or higher than {mostDegrees} degrees (about 11 km). Is a corner mistyped? A plot that large is given in parts.',
  'said.plot.area_differs':
    'The area was said to be {declaredHa} ha, and the outline encloses {measuredHa} ha: they may differ by a tenth.',
  'said.plot.at_sea': 'The plot lies in no country, at {latitude}, {longitude}. Is it at sea?',
  'said.plot.wrong_country': 'The plot is said to be in {declared}, and {latitude}, {longitude} lies in {found}.',
  'said.plot.several_countries': 'The plot lies in several countries ({countries}). Give a plot for each.',
  'said.plot.swapped': 'Latitude and longitude seem to be exchanged: {latitude}, {longitude} would lie in {country}.',
  'said.plot.overlaps':
    'The plot lies on the land of plot {name} of this farm, at {latitude}, {longitude}, about {metres} m deep.',
  'said.plot.overlaps_other':
    "The plot lies on the land of another farm's plot, at {latitude}, {longitude}, about {metres} m deep.",
  'said.plot.overlaps_foreign': "The plot lies on the land of another farm's plot.",
  'said.plot.not_json': 'This is no GeoJSON: it cannot be read as JSON.',
  'said.plot.not_a_feature': 'This is no GeoJSON Feature with properties and a geometry.',
  'said.plot.property_case': 'The property {found} is written {wanted}: capital letters count.',
  'said.plot.area_text': 'Area is given as text; it is a number, in hectares.',
  'said.plot.same_name': 'Feature {row} of this file has the same name.',
  'said.plot.name_taken': 'The farm has a plot named {name} already.',
  'said.plot.many_plots': 'A farm has at most {most} plots.',
  'said.plot.many_corners': 'These outlines have too many corners to be kept together; draw them with fewer.',
  'said.plot.many_versions': 'A plot can be changed {most} times. Add a new one.',
  'said.plot.locked_by_alert':
    'A lot from this plot has an open alert, so the plot stays as it is until the alert is closed. An admin can change it.',
  'said.plot.locked_by_shipped': 'A lot from this plot was shipped, so only an admin can change the plot now.',
} as const;
