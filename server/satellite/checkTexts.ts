import { SAMPLE_MESSAGE } from '../domain/checkMessage.ts';
import { CUT_OFF_YEAR } from '../domain/deforestation.ts';
import { POINT_AREA_HA, windowAround, type ForestReading, type LossPixel } from '../domain/forest.ts';
import type { PlaceMicro } from '../domain/units.ts';

/** An alert's words for a loss: how many pixels, when, about how much land, and what says so. */
export function lossAlertTexts(
  place: PlaceMicro,
  reading: ForestReading,
  lossPixels: readonly LossPixel[],
  lossYears: readonly number[],
): { title: string; description: string } {
  const pixels = reading.width * reading.height;
  const many = lossPixels.length !== 1;
  const sentences = [
    `${lossPixels.length} of ${pixels} pixels around this place ${many ? 'show' : 'shows'} tree cover loss in ${listed(lossYears)}, ` +
      `about ${hectares(place, reading, lossPixels.length)} ha. ${many ? 'They lie' : 'It lies'} in the square of about ` +
      `${POINT_AREA_HA} ha that was checked.`,
    `Source: ${reading.dataset}, version ${reading.datasetVersion}.`,
    reading.sample ? SAMPLE_MESSAGE : '',
  ];
  return {
    title: `Tree cover loss after 31 December ${CUT_OFF_YEAR}${reading.sample ? ' (sample data)' : ''}`,
    description: sentences.filter((sentence) => sentence !== '').join(' '),
  };
}

/** Land under some pixels of a reading, hectares: one decimal, two below 0.1. */
function hectares(place: PlaceMicro, reading: ForestReading, pixels: number): string {
  const squareDegrees = ([west, south, east, north]: ForestReading['window']): number =>
    (east - west) * (north - south);
  const perSquareDegree = POINT_AREA_HA / squareDegrees(windowAround(place));
  const area = squareDegrees(reading.window) * perSquareDegree * (pixels / (reading.width * reading.height));
  return area < 0.1 ? area.toFixed(2) : area.toFixed(1);
}

function listed(years: readonly number[]): string {
  return years.length < 2 ? years.join('') : `${years.slice(0, -1).join(', ')} and ${years.at(-1)}`;
}
