import { expect, it } from 'vitest';
import { gramsOfChoice, sumOfChoices, withChoice, type LotChoices } from './lotChoices.ts';

const NONE: LotChoices = new Map();
const lot = (text: string, available = 100) => ({ lotId: 'LOT701', available, text });

it.each([
  ['100', 100_000],
  ['0,5', 500],
  ['99.9995', 100_000],
  ['100.001', null],
  ['0', null],
  ['-1', null],
  ['many', null],
  ['', null],
])('%j kg of 100 kg are %s g', (text, grams) => {
  expect(gramsOfChoice(lot(text))).toBe(grams);
});

it('an empty text takes a lot out; sums are exact in grams and name what is wrong', () => {
  const one = withChoice(NONE, 'a', lot('0.1'));
  const two = withChoice(one, 'b', { ...lot('0.2'), lotId: 'LOT702' });
  const three = withChoice(two, 'c', { ...lot('101'), lotId: 'LOT703' });
  expect(sumOfChoices(three)).toEqual({ kg: 0.3, wrong: ['LOT703'] });
  expect(withChoice(three, 'c', lot(' ')).size).toBe(2);
  expect(NONE.size).toBe(0);
});
