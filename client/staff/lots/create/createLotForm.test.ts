import { describe, expect, it } from 'vitest';
import { createLotInput } from '../../../../server/domain/lot/lotInput.ts';
import { checkedMessages, pressed } from '../../../../tests/support/forms.ts';
import { CREATE_FIELDS, type CreateLotForm, createLotForm, newLotForm } from './createLotForm.ts';
import { NONE_GIVEN } from '../../../../tests/support/optionalFields.ts';

const TODAY = '2026-03-14';
const fresh = newLotForm({ role: 'farmer', farmId: 'FARM001', name: 'Ana Quispe' }, 'LOT03012', TODAY);
const complete: CreateLotForm = {
  ...fresh,
  latitude: '-3,75',
  longitude: '-78.5',
  weight: '120.5',
  moistureContent: '7.2',
  temperature: '26.5',
  certifications: ['Organic'],
  qualityScore: '8.7',
  isAnonymized: true,
  consent: true,
};

const stepErrors = (step: number, form: CreateLotForm) =>
  checkedMessages(createLotForm(TODAY), form, CREATE_FIELDS[step - 1] ?? []);
const submission = (form: CreateLotForm) => pressed(createLotForm(TODAY), form, CREATE_FIELDS);

describe('the create-lot wizard', () => {
  it('opens with Trinitario, today as the harvest day, and the person’s own farm', async () => {
    expect(fresh).toMatchObject({
      cacaoVariety: 'Trinitario',
      harvestDate: TODAY,
      farmId: 'FARM001',
      farmerName: 'Ana Quispe',
      consent: false,
      isAnonymized: false,
    });
    expect(await stepErrors(1, fresh)).toEqual({});
  });

  it.each(['processor', 'admin'])('opens without farm and farmer for a %s', (role) => {
    const form = newLotForm({ role, farmId: 'FARM002', name: 'Ines Duarte' }, 'LOT03012', TODAY);
    expect(form).toMatchObject({ farmId: '', farmerName: '' });
  });

  it('sends figures as numbers, quality times ten, and an input that the server accepts', async () => {
    const input = {
      lotId: 'LOT03012',
      farmId: 'FARM001',
      farmerName: 'Ana Quispe',
      cacaoVariety: 'Trinitario',
      harvestDate: TODAY,
      latitude: -3.75,
      longitude: -78.5,
      weight: 120.5,
      moistureContent: 7.2,
      temperature: 26.5,
      certifications: ['Organic'],
      ...NONE_GIVEN,
      qualityScore: 87,
      isAnonymized: true,
    };
    expect(await submission(complete)).toEqual({ input });
    expect(createLotInput(TODAY).parse(input)).toEqual({ ...input, plots: null });
  });

  it('sends plots instead of coordinates', async () => {
    const plots = ['Upper field', 'River'];
    const sent = await submission({ ...complete, plots });
    expect(sent).toMatchObject({ input: { plots, weight: 120.5 } });
    expect(sent).not.toHaveProperty('input.latitude');
    expect(sent).not.toHaveProperty('input.longitude');
  });

  it('omits an empty quality', async () => {
    expect(await submission({ ...complete, qualityScore: ' ' })).toMatchObject({ input: { qualityScore: null } });
  });

  it('requires all fields of step 1', async () => {
    const empty = { ...fresh, lotId: ' ', farmId: '', farmerName: ' ', harvestDate: '' };
    expect(await stepErrors(1, empty)).toEqual({
      lotId: 'Lot ID is required',
      farmId: 'Farm ID is required',
      farmerName: 'Farmer name is required',
      harvestDate: 'Harvest date is required',
    });
  });

  it.each([
    [1, { lotId: 'LOT-A' }, { lotId: 'Lot ID must be in format LOT### (e.g., LOT030)' }],
    [1, { harvestDate: '2026-03-15' }, { harvestDate: 'Harvest date cannot be in the future' }],
    [1, { lotId: 'LOT01' }, { lotId: 'Lot ID must be in format LOT### (e.g., LOT030)' }],
    [1, { lotId: 'LOT123456' }, { lotId: 'Lot ID must be in format LOT### (e.g., LOT030)' }],
    [2, { latitude: '' }, { latitude: 'Latitude is required' }],
    [2, { latitude: 'north' }, { latitude: 'Latitude must be between -90 and 90' }],
    [2, { latitude: '-90.1' }, { latitude: 'Latitude must be between -90 and 90' }],
    [2, { longitude: '' }, { longitude: 'Longitude is required' }],
    [2, { longitude: '181' }, { longitude: 'Longitude must be between -180 and 180' }],
    [3, { weight: '' }, { weight: 'Weight is required' }],
    [3, { weight: '0' }, { weight: 'Weight must be a positive number' }],
    [3, { weight: '10001' }, { weight: 'Weight seems too high (max 10,000 kg)' }],
    [3, { weight: '-5' }, { weight: 'Weight must be a positive number' }],
    [3, { weight: 'heavy' }, { weight: 'Weight must be a positive number' }],
    [3, { moistureContent: '' }, { moistureContent: 'Moisture content is required' }],
    [3, { moistureContent: '-0.1' }, { moistureContent: 'Moisture content must be between 0 and 100%' }],
    [3, { moistureContent: '101' }, { moistureContent: 'Moisture content must be between 0 and 100%' }],
    [3, { temperature: '' }, { temperature: 'Temperature is required' }],
    [3, { temperature: 'warm' }, { temperature: 'Temperature must be between -50°C and 60°C' }],
    [3, { temperature: '-51' }, { temperature: 'Temperature must be between -50°C and 60°C' }],
    [3, { temperature: '61' }, { temperature: 'Temperature must be between -50°C and 60°C' }],
    [3, { qualityScore: '10.1' }, { qualityScore: 'Quality score must be between 0 and 10, in steps of 0.1' }],
    [3, { qualityScore: '8.75' }, { qualityScore: 'Quality score must be between 0 and 10, in steps of 0.1' }],
    [4, { consent: false }, { consent: 'You must accept the compliance terms to proceed' }],
  ] as const)('step %d with %j says %j, and submitting opens it', async (step, change, errors) => {
    const form = { ...complete, ...change };
    expect(await stepErrors(step, form)).toEqual(errors);
    expect(await submission(form)).toEqual({ step: step - 1 });
  });

  it('opens the first of several failing steps', async () => {
    expect(await submission({ ...complete, consent: false, weight: '', latitude: '' })).toEqual({ step: 1 });
  });

  it.each(['0', '10', '7.3', '0.1', '9.9'])('accepts a quality of %s', async (qualityScore) => {
    const result = await submission({ ...complete, qualityScore });
    expect('input' in result && result.input.qualityScore).toBe(Math.round(Number(qualityScore) * 10));
  });
});
