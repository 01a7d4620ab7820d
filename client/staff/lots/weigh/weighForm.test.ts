import { describe, expect, it } from 'vitest';
import { checkedMessages, pressed } from '../../../../tests/support/forms.ts';
import { newWeighForm, weightFromScale, weighForm, type WeighForm } from './weighForm.ts';

const STORED = { weight: 100, used: 60.25, version: 3 };
const typed = (change: Partial<WeighForm>): WeighForm => ({ ...newWeighForm('Ana'), ...change });

describe('a weighing', () => {
  it.each([
    ['39,75', { grams: 100_000, lossGrams: 0 }],
    ['0', { grams: 60_250, lossGrams: 39_750 }],
    ['40', { grams: 100_250, lossGrams: -250 }],
    ['', null],
    ['wet', null],
  ])('adds %s kg on the scale to what is used', (left, expected) =>
    expect(weightFromScale(left, STORED)).toEqual(expected),
  );

  it('sends the new weight with the version that was read', async () => {
    const form = typed({ left: '30', moisture: '7', lossReason: 'drying' });
    expect(await pressed(weighForm(STORED), form)).toMatchObject({
      input: { weight: 90.25, moistureContent: 7, lossReason: 'drying', operatorName: 'Ana', version: 3 },
    });
  });

  it.each<[Partial<WeighForm>, keyof WeighForm]>([
    [{}, 'left'],
    [{ left: '30' }, 'lossReason'],
    [{ left: '30', lossReason: 'other' }, 'lossNote'],
    [{ left: '39.75', moisture: '101' }, 'moisture'],
  ])('with %j says at %s what is wrong', async (change, field) => {
    expect(await checkedMessages(weighForm(STORED), typed(change), [field])).toHaveProperty(field);
    expect(await pressed(weighForm(STORED), typed(change))).toHaveProperty('step');
  });
});
