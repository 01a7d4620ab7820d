import { describe, expect, it } from 'vitest';
import { firstMessages } from '../messages/fieldMessages.ts';
import { deliveryInput, netGrams, netWeightFault, tareOfBags } from './deliveryInput.ts';

describe('net weight', () => {
  it.each([
    [62.4, 1, 61_400],
    [0.3, 0.1, 200],
    [100.0004, 0.0004, 100_000],
    [10, 10, 0],
    [10, 11, -1_000],
  ])('of %d kg gross and %d kg tare is %d g', (gross, tare, net) => {
    expect(netGrams(gross, tare)).toBe(net);
  });

  it('must be the weight of the lot, to the gram', () => {
    expect(netWeightFault(61.4, { grossKg: 62.4, tareKg: 1 })).toBeNull();
    expect(netWeightFault(61.4004, { grossKg: 62.4, tareKg: 1 })).toBeNull();
    expect(netWeightFault(61.401, { grossKg: 62.4, tareKg: 1 })).toMatchObject({ values: { netKg: 61.4 } });
  });
});

it.each([
  [1, 1, 1],
  [12, 1, 12],
  [3, 0.35, 1.05],
  [3, 0.1, 0.3],
])('the tare of %d bags of %d kg is %d kg', (bags, bagKg, kg) => {
  expect(tareOfBags(bags, bagKg)).toBe(kg);
});

describe('a delivery', () => {
  const complaints = (change: Record<string, unknown>) => {
    const { error } = deliveryInput.safeParse({ bags: 1, grossKg: 62.4, tareKg: 1, ...change });
    return error === undefined ? null : firstMessages(error);
  };

  it('is taken without a grade, and with each of the three', () => {
    for (const grade of [undefined, null, 'Grade 1', 'Grade 2', 'Sub-standard'])
      expect(complaints({ grade })).toBeNull();
  });

  it.each([
    [{ bags: undefined }, { bags: 'Bags is required' }],
    [{ bags: 1.5 }, { bags: 'Bags must be a whole number' }],
    [{ bags: 0 }, { bags: 'Bags must be 1 or more' }],
    [{ bags: 2_001 }, { bags: 'Bags must be 2,000 or less' }],
    [{ grossKg: 0 }, { grossKg: 'Gross weight must be a positive number' }],
    [{ grossKg: 20_001 }, { grossKg: 'Gross weight seems too high (max 20,000 kg)' }],
    [{ tareKg: -0.1 }, { tareKg: 'Tare weight must be 0 or more' }],
    [{ tareKg: 62.4 }, { tareKg: 'Tare weight must be less than gross weight' }],
    [{ grade: 'Grade 3' }, { grade: 'Grade must be one of Grade 1, Grade 2, Sub-standard' }],
  ])('with %j is refused at the field', (change, messages) => {
    expect(complaints(change)).toEqual(messages);
  });
});
