import { CUT_OFF_YEAR } from '../../domain/forest/deforestation.ts';
import { POINT_AREA_HA, windowAround, type ForestReading, type LossPixel } from '../../domain/forest/forest.ts';
import { readingsWithLoss } from '../../domain/forest/forestSources.ts';
import { ALERT } from '../../domain/messages/alertMessages.ts';
import type { Message } from '../../domain/messages/message.ts';
import { SATELLITE } from '../../domain/messages/satelliteMessages.ts';
import type { PlaceMicro } from '../../domain/text/units.ts';
import type { Ground } from './grounds.ts';

/**
 * An alert's description of a loss: number of pixels, years, area, and dataset.
 * @param pixels of all the land that was read
 * @param reading the one that shows it
 */
export function lossAlertMessages(
  { place, plots, hectares: checkedHectares }: Pick<Ground, 'place' | 'plots' | 'hectares'>,
  pixels: number,
  reading: ForestReading,
  lossPixels: readonly LossPixel[],
  lossYears: readonly number[],
): { title: Message; description: Message[] } {
  const { sample } = reading;
  const afterYear = CUT_OFF_YEAR;
  const seen = {
    lossPixels: lossPixels.length,
    pixels,
    years: lossYears,
    hectares: hectares(place, reading, lossPixels.length),
    checkedHectares,
  };
  return {
    title: sample ? ALERT.treeLossInSampleData({ afterYear }) : ALERT.treeLoss({ afterYear }),
    description: [
      plots === null ? ALERT.lossSeen(seen) : ALERT.lossOnPlots({ ...seen, plots: plots.length }),
      ...readingsWithLoss(reading).map(({ dataset, datasetVersion: version }) => ALERT.source({ dataset, version })),
      ...(sample ? [SATELLITE.sampleData({})] : []),
    ],
  };
}

/** Land under some pixels of a reading, hectares to four decimals. */
function hectares(place: PlaceMicro, reading: ForestReading, pixels: number): number {
  const squareDegrees = ([west, south, east, north]: ForestReading['window']): number =>
    (east - west) * (north - south);
  const perSquareDegree = POINT_AREA_HA / squareDegrees(windowAround(place));
  const area = squareDegrees(reading.window) * perSquareDegree * (pixels / (reading.width * reading.height));
  return Math.round(area * 10_000) / 10_000;
}
