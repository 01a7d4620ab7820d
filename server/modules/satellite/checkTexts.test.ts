import { describe, expect, it } from 'vitest';
import { windowAround, type ForestReading, type LossPixel } from '../../domain/forest/forest.ts';
import { textOf } from '../../domain/messages/message.ts';
import { lossAlertMessages } from './checkTexts.ts';

const place = { latMicro: -5_258_413, lonMicro: 145_743_926 };
const layer = Array<number>(64).fill(0);
const reading: ForestReading = {
  dataset: 'Scripted Forest',
  datasetVersion: 'v1',
  sample: false,
  window: windowAround(place),
  width: 8,
  height: 8,
  lossYear: layer,
  treeCover2000: layer,
  dataMask: layer,
};
const pixel: LossPixel = { ...place, year: 2022 };

describe('the words of an alert', () => {
  it('are of one pixel, or of many', () => {
    const { description: one } = lossAlertMessages({ place, plots: null, hectares: 4 }, 64, reading, [pixel], [2022]);
    expect(textOf(one)).toMatch(
      /^1 of 64 pixels around this place shows tree cover loss in 2022, about 0\.06 ha\. It lies /,
    );
    const { description: two } = lossAlertMessages(
      { place, plots: null, hectares: 4 },
      64,
      reading,
      [pixel, pixel],
      [2022],
    );
    expect(textOf(two)).toMatch(
      /^2 of 64 pixels around this place show tree cover loss in 2022, about 0\.1 ha\. They lie /,
    );
  });

  it('are of the plots of a lot', () => {
    const { description } = lossAlertMessages(
      { place, plots: ['a', 'b'], hectares: 9.6 },
      160,
      reading,
      [pixel],
      [2022],
    );
    expect(textOf(description)).toMatch(
      /^1 of 160 pixels on the 2 plots of this lot shows tree cover loss in 2022, about 0\.06 ha of 9\.6 ha that were checked\./,
    );
  });
});
