import { describe, expect, it } from 'vitest';
import { KEEPS_OUT } from '../messages/consignmentMessages.ts';
import { lotBlockers, type LotBlocker, type LotToClose } from './closing.ts';

const NOW = new Date('2026-03-31T12:00:00Z');
const LOT: LotToClose = {
  grams: 60_000,
  availableGrams: 60_000,
  stage: 'processed',
  isDeleted: false,
  deforestationStatus: 'No Deforestation',
  satelliteAt: new Date('2026-03-01T12:00:00Z'),
  originsWithoutPlot: 0,
};

describe('what keeps a lot out of a consignment', () => {
  it.each<[string, Partial<LotToClose>, LotBlocker[]]>([
    ['nothing', {}, []],
    [
      'too few grams',
      { grams: 60_001 },
      [{ message: KEEPS_OUT.tooLittle({ wantedKg: 60.001, availableKg: 60 }), mend: 'takeLess' }],
    ],
    [
      'a check to come',
      { deforestationStatus: 'Pending Review' },
      [{ message: KEEPS_OUT.status({ status: 'Pending Review' }), mend: 'check' }],
    ],
    [
      'an alert to decide',
      { deforestationStatus: 'Under Investigation' },
      [{ message: KEEPS_OUT.status({ status: 'Under Investigation' }), mend: 'decideAlert' }],
    ],
    [
      'deforestation',
      { deforestationStatus: 'Deforestation Detected' },
      [{ message: KEEPS_OUT.status({ status: 'Deforestation Detected' }), mend: 'remove' }],
    ],
    ['no check', { satelliteAt: null }, [{ message: KEEPS_OUT.neverChecked({}), mend: 'check' }]],
    [
      'a check a moment older than 30 days',
      { satelliteAt: new Date('2026-03-01T11:59:59.999Z') },
      [{ message: KEEPS_OUT.oldCheck({ day: '2026-03-01', validDays: 30 }), mend: 'check' }],
    ],
    [
      'origins without a plot',
      { originsWithoutPlot: 2 },
      [{ message: KEEPS_OUT.noPlot({ origins: 2 }), mend: 'outlinePlot' }],
    ],
    [
      'that it is shipped',
      { stage: 'shipped' },
      [{ message: KEEPS_OUT.shipped({ stage: 'shipped' }), mend: 'remove' }],
    ],
    [
      'that it is delivered',
      { stage: 'delivered' },
      [{ message: KEEPS_OUT.shipped({ stage: 'delivered' }), mend: 'remove' }],
    ],
    [
      'that it is deleted, and nothing else then',
      { isDeleted: true, stage: 'shipped', satelliteAt: null },
      [{ message: KEEPS_OUT.deleted({}), mend: 'remove' }],
    ],
  ])('is %s', (_which, change, reasons) => expect(lotBlockers({ ...LOT, ...change }, NOW)).toEqual(reasons));

  it('is told completely', () => {
    const lot: LotToClose = {
      ...LOT,
      grams: 60_001,
      deforestationStatus: 'Pending Review',
      satelliteAt: null,
      originsWithoutPlot: 1,
    };
    expect(lotBlockers(lot, NOW).map(({ message }) => message.code)).toEqual([
      'consignment.lot_too_little',
      'consignment.lot_status',
      'consignment.lot_never_checked',
      'consignment.lot_no_plot',
    ]);
  });
});
