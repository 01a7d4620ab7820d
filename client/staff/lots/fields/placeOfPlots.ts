import { centroid } from '../../../../server/domain/plot/geometry/centroid.ts';
import { degreesFromMicro, microFromDegrees } from '../../../../server/domain/text/units.ts';

interface PlotMiddle {
  /** degrees; null once erased */
  latitude: number | null;
  longitude: number | null;
  areaHa: number | null;
}

/** Centroid of plots, formatted like typed input; null if none has a place. */
export function placeOfPlots(plots: readonly PlotMiddle[]): { latitude: string; longitude: string } | null {
  const centres = plots.flatMap(({ latitude, longitude, areaHa }) =>
    latitude === null || longitude === null || areaHa === null
      ? []
      : [{ latMicro: microFromDegrees(latitude), lonMicro: microFromDegrees(longitude), area: areaHa }],
  );
  if (centres.length === 0) return null;
  const { latMicro, lonMicro } = centroid(centres);
  return { latitude: degreesFromMicro(latMicro).toFixed(6), longitude: degreesFromMicro(lonMicro).toFixed(6) };
}
