import { describe, expect, it } from 'vitest';
import { createLotInput } from '../../../server/domain/lotInput.ts';
import { type CreateLotForm, newLotForm, stepErrors, submission } from './createLotForm.ts';

const TODAY = '2026-03-14';
const fresh = newLotForm({ farmId: 'FARM001', name: 'Ana Quispe' }, 'LOT03012', TODAY);
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

describe('the create-lot wizard', () => {
  it('opens with Trinitario, a harvest of today and the person’s own farm', () => {
    expect(fresh).toMatchObject({
      cacaoVariety: 'Trinitario',
      harvestDate: TODAY,
      farmId: 'FARM001',
      farmerName: 'Ana Quispe',
      consent: false,
      isAnonymized: false,
    });
    expect(stepErrors(1, fresh, TODAY)).toEqual({});
  });

  it('sends figures as numbers, ten times the quality, and an input that the server takes', () => {
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
      qualityScore: 87,
      isAnonymized: true,
    };
    expect(submission(complete, TODAY)).toEqual({ input });
    expect(createLotInput(TODAY).parse(input)).toEqual(input);
  });

  it('leaves the quality out when none was given', () => {
    expect(submission({ ...complete, qualityScore: ' ' }, TODAY)).toMatchObject({ input: { qualityScore: null } });
  });

  it('wants all of step 1', () => {
    const empty = { ...fresh, lotId: ' ', farmId: '', farmerName: ' ', harvestDate: '' };
    expect(stepErrors(1, empty, TODAY)).toEqual({
      lotId: 'Lot ID is required',
      farmId: 'Farm ID is required',
      farmerName: 'Farmer name is required',
      harvestDate: 'Harvest date is required',
    });
  });

  it.each([
    [1, { lotId: 'LOT-A' }, { lotId: 'Lot ID must be in format LOT### (e.g., LOT030)' }],
    [1, { harvestDate: '2026-03-15' }, { harvestDate: 'Harvest date cannot be in the future' }],
    [2, { latitude: '' }, { latitude: 'Latitude is required' }],
    [2, { latitude: 'north' }, { latitude: 'Latitude must be between -90 and 90' }],
    [2, { longitude: '181' }, { longitude: 'Longitude must be between -180 and 180' }],
    [3, { weight: '' }, { weight: 'Weight is required' }],
    [3, { weight: '0' }, { weight: 'Weight must be a positive number' }],
    [3, { weight: '10001' }, { weight: 'Weight seems too high (max 10,000 kg)' }],
    [3, { moistureContent: '101' }, { moistureContent: 'Moisture content must be between 0 and 100%' }],
    [3, { temperature: '61' }, { temperature: 'Temperature must be between -50°C and 60°C' }],
    [3, { qualityScore: '10.1' }, { qualityScore: 'Quality score must be between 0 and 10, in steps of 0.1' }],
    [3, { qualityScore: '8.75' }, { qualityScore: 'Quality score must be between 0 and 10, in steps of 0.1' }],
    [4, { consent: false }, { consent: 'You must accept the compliance terms to proceed' }],
  ] as const)('step %d with %j says %j, and submitting goes there', (step, change, errors) => {
    const form = { ...complete, ...change };
    expect(stepErrors(step, form, TODAY)).toEqual(errors);
    expect(submission(form, TODAY)).toEqual({ step, errors });
  });

  it('goes to the first of several failing steps', () => {
    expect(submission({ ...complete, consent: false, weight: '', latitude: '' }, TODAY)).toMatchObject({ step: 2 });
  });

  it.each(['0', '10', '7.3', '0.1', '9.9'])('takes a quality of %s', (qualityScore) => {
    const result = submission({ ...complete, qualityScore }, TODAY);
    expect('input' in result && result.input.qualityScore).toBe(Math.round(Number(qualityScore) * 10));
  });
});
