import { distanceKm, type GeoPoint } from '../../../server/domain/plot/locationWarnings.ts';

/** Plots that lie farther apart than this are drawn as dots on one map: each group gets a map of its own. */
const APART_KM = 10;

/** Something with a place. */
interface Placed {
  latitude: number | null;
  longitude: number | null;
}

/**
 * Plots in groups: each plot lies within 10 km of another one of its group. Largest group first; plots without a place are
 * in none.
 */
export function plotGroups<Plot extends Placed>(plots: readonly Plot[]): Plot[][] {
  const groups: { plot: Plot; place: GeoPoint }[][] = [];
  for (const plot of plots) {
    const { latitude, longitude } = plot;
    if (latitude === null || longitude === null) continue;
    const place = { latitude, longitude };
    const isNear = (group: (typeof groups)[number]) =>
      group.some((other) => distanceKm(other.place, place) <= APART_KM);
    const near = groups.filter(isNear);
    const far = groups.filter((group) => !isNear(group));
    groups.splice(0, groups.length, ...far, [...near.flat(), { plot, place }]);
  }
  return groups.map((group) => group.map(({ plot }) => plot)).sort((a, b) => b.length - a.length);
}

/** km from which a plot lies far from the others of its farm; a wrong digit of a degree moves it by 111. */
const FAR_KM = 50;

/** The nearest other plot of a farm, and its distance in whole km, for a place that lies far from all of them. */
export function farFromOthers(
  place: GeoPoint,
  others: readonly (Placed & { name: string | null })[],
): { km: number; name: string } | null {
  const [nearest] = others
    .flatMap(({ name, latitude, longitude }) =>
      latitude === null || longitude === null
        ? []
        : [{ name: name ?? '', km: distanceKm(place, { latitude, longitude }) }],
    )
    .sort((a, b) => a.km - b.km);
  return nearest === undefined || nearest.km <= FAR_KM ? null : { ...nearest, km: Math.round(nearest.km) };
}
