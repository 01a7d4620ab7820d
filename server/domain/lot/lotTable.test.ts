import { describe, expect, it } from 'vitest';
import { clearFields } from '../ledger/content.ts';
import { factsOf, LOT_FIELD_NAMES, type StoredLot } from './lotTable.ts';
import { lotValues, publicValues } from './lotValues.ts';
import { NONE_GIVEN, NONE_STORED } from '../../../tests/support/optionalFields.ts';

const ROW: StoredLot = {
  lotId: 'LOT701',
  farmId: 'FARM001',
  farmerName: 'Maria Kaupa',
  variety: 'Trinitario',
  harvestUntil: null,
  harvestDate: '2026-03-01',
  latMicro: -5_258_413,
  lonMicro: 145_743_927,
  plots: null,
  weightGrams: 50_250,
  moistureHundredths: 725,
  temperatureHundredths: -50,
  certifications: ['Organic'],
  ...NONE_STORED,
  qualityTenths: 825,
  isAnonymized: false,
  stage: 'drying',
  processDetails: 'Six days in wooden boxes',
  deforestationStatus: 'No Deforestation',
  satelliteAt: new Date('2026-03-02T08:00:00Z'),
};

describe('the table of the fields of a lot', () => {
  it('has every field say one thing to the API', () => {
    expect(lotValues(ROW)).toEqual({
      lotId: 'LOT701',
      farmId: 'FARM001',
      farmerName: 'Maria Kaupa',
      cacaoVariety: 'Trinitario',
      harvestDate: '2026-03-01',
      harvestUntil: null,
      latitude: -5.258413,
      longitude: 145.743927,
      weight: 50.25,
      moistureContent: 7.25,
      temperature: -0.5,
      certifications: ['Organic'],
      ...NONE_GIVEN,
      qualityScore: 82.5,
      isAnonymized: false,
      currentProcess: 'drying',
      processDetails: 'Six days in wooden boxes',
      deforestationStatus: 'No Deforestation',
      satelliteTimestamp: '2026-03-02T08:00:00.000Z',
      plots: null,
    });
  });

  it.each(LOT_FIELD_NAMES.filter((field) => factsOf(field).ledger.kind === 'committed'))(
    '%s, of which the ledger has a commitment alone, is not shown to shoppers as it is',
    (field) => {
      expect(factsOf(field).public).not.toBe('shown');
    },
  );

  it('shows shoppers a rounded place, and of an anonymised lot nothing personal', () => {
    const shown = publicValues(ROW);
    const { plots: _plots, ...told } = lotValues({ ...ROW, plots: ['one'] });
    expect(shown).toEqual({ ...told, latitude: -5.26, longitude: 145.74 });
    expect(publicValues({ ...ROW, isAnonymized: true })).toEqual({
      ...shown,
      isAnonymized: true,
      farmId: null,
      farmerName: null,
      processDetails: null,
      latitude: -5.3,
      longitude: 145.7,
    });
  });

  it('shows no half of a place', () => {
    expect(publicValues({ ...ROW, lonMicro: null })).toMatchObject({ latitude: null, longitude: null });
  });

  it.each(
    LOT_FIELD_NAMES.map(factsOf).flatMap(({ figure, ledger }) =>
      figure?.bounds && ledger.kind === 'clear' ? [{ name: ledger.name, ...figure.bounds, ...figure.scale }] : [],
    ),
  )('the ledger takes $name as far as people may give it, and no further', ({ name, min, max, toWhole }) => {
    const takes = (whole: number): boolean => clearFields.safeParse({ [name]: whole }).success;
    const [least, most] = [toWhole(min), toWhole(max)];
    expect([least - 1, least, most, most + 1].map(takes)).toEqual([false, true, true, false]);
  });
});
