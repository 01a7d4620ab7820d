import { describe, expect, it } from 'vitest';
import { updateLotPatch } from '../../../../server/domain/lot/lotInput.ts';
import { isEditable, LOT_FIELD_NAMES } from '../../../../server/domain/lot/lotTable.ts';
import { checkedMessages, pressed } from '../../../../tests/support/forms.ts';
import { LOT_NEWS } from '../../../../tests/support/lotNews.ts';
import type { EditedLotFragment } from '../../../graphql/generated.ts';
import { differingFields, EDIT_FIELDS, editedValues, editLotForm, type EditLotForm } from './editLotForm.ts';

const TODAY = '2026-11-22';
const LOT: EditedLotFragment = {
  ...LOT_NEWS,
  version: 3,
  latitude: -5.258413,
  weight: 48.5,
  certifications: ['Organic'],
  qualityScore: 87.5,
  plots: null,
  isAnonymized: false,
  mayDo: ['edit_lot'],
  placeLock: null,
};
const opened = editedValues(LOT);
const schema = editLotForm(opened, TODAY);
const sent = async (change: Partial<EditLotForm>) => {
  const outcome = await pressed(schema, { ...opened, ...change });
  return 'input' in outcome ? JSON.parse(JSON.stringify(outcome.input)) : outcome;
};

describe('editing a lot', () => {
  it('offers every editable field, and no other', () => {
    const offered = LOT_FIELD_NAMES.filter(isEditable);
    expect([...EDIT_FIELDS].sort()).toEqual(offered.sort());
  });

  it('opens with the stored values', () => {
    expect(opened).toMatchObject({ weight: '48.5', qualityScore: '8.75', latitude: '-5.258413' });
  });

  it('sends nothing without changes, even if a stored value is no longer valid', async () => {
    expect(await sent({})).toEqual({});
    const erased = editedValues({ ...LOT, farmId: null, farmerName: null, latitude: null, longitude: null });
    const outcome = await pressed(editLotForm(erased, TODAY), { ...erased, weight: '50' });
    expect(outcome).toMatchObject({ input: { weight: 50, farmerName: undefined, latitude: undefined } });
  });

  it('sends only the changes, in an input that the server accepts', async () => {
    const patch = await sent({ weight: '50,25', qualityScore: '9.1', certifications: ['Organic', 'UTZ'] });
    expect(patch).toEqual({ weight: 50.25, qualityScore: 91, certifications: ['Organic', 'UTZ'] });
    expect(updateLotPatch(TODAY).safeParse({ ...patch, version: 3 }).success).toBe(true);
  });

  it('removes a grade', async () => {
    expect(await sent({ qualityScore: ' ' })).toEqual({ qualityScore: null });
  });

  describe('from plots', () => {
    const named = [`3f0c9a52-6a53-4f0e-9a38-111111111111/2/${'a'.repeat(64)}`];
    const fromPlots = editedValues({ ...LOT, plots: named });
    const patch = async (change: Partial<EditLotForm>) => {
      const outcome = await pressed(editLotForm(fromPlots, TODAY), { ...fromPlots, ...change });
      return 'input' in outcome ? JSON.parse(JSON.stringify(outcome.input)) : outcome;
    };

    it('keeps its stored outlines, and sends no place beside them', async () => {
      expect(await patch({ weight: '50' })).toEqual({ weight: 50 });
      const other = { plots: ['3f0c9a52-6a53-4f0e-9a38-111111111111'], latitude: '-5.300001', longitude: '145.600001' };
      expect(await patch(other)).toEqual({ plots: other.plots });
    });

    it('removes plots and then sends its own place', async () => {
      expect(await patch({ plots: [] })).toEqual({ plots: [] });
      expect(await patch({ plots: [], latitude: '-5.3' })).toEqual({ plots: [], latitude: -5.3 });
    });
  });

  it('names the fields that differ between two states', () => {
    expect(differingFields(opened, { ...opened, weight: '50', certifications: [] })).toEqual([
      'weight',
      'certifications',
    ]);
  });

  it.each([
    [{ farmId: ' ' }, { farmId: 'Farm ID is required' }],
    [{ farmerName: '' }, { farmerName: 'Farmer name is required' }],
    [{ harvestDate: '' }, { harvestDate: 'Harvest date is required' }],
    [{ harvestDate: '2026-11-23' }, { harvestDate: 'Harvest date cannot be in the future' }],
    [{ latitude: '' }, { latitude: 'Latitude is required' }],
    [{ latitude: '91' }, { latitude: 'Latitude must be between -90 and 90' }],
    [{ longitude: '181' }, { longitude: 'Longitude must be between -180 and 180' }],
    [{ weight: '0' }, { weight: 'Weight must be a positive number' }],
    [{ weight: '10001' }, { weight: 'Weight seems too high (max 10,000 kg)' }],
    [{ moistureContent: '101' }, { moistureContent: 'Moisture content must be between 0 and 100%' }],
    [{ temperature: '61' }, { temperature: 'Temperature must be between -50°C and 60°C' }],
    [{ qualityScore: '8.74' }, { qualityScore: 'Quality score must be between 0 and 10, in steps of 0.1' }],
  ] as const)('%j says %j', async (change, messages) => {
    expect(await checkedMessages(schema, { ...opened, ...change }, EDIT_FIELDS)).toEqual(messages);
  });
});
