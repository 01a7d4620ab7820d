import { expect, it } from 'vitest';
import { transformationListOf, withTransformationList } from './transformationListAddress.ts';

it.each([
  ['', { step: null, flagged: null, page: 1 }],
  ['step=drying&flagged=true&page=2', { step: 'drying', flagged: true, page: 2 }],
  ['step=eating&flagged=maybe&page=-1', { step: null, flagged: null, page: 1 }],
] as const)('the address %s is the list %j', (address, list) => {
  expect(transformationListOf(new URLSearchParams(address))).toEqual(list);
});

it('writes what it reads, and keeps the open lot', () => {
  const params = withTransformationList(new URLSearchParams('lot=LOT701'), { step: 'drying', flagged: false, page: 3 });
  expect(params.toString()).toBe('lot=LOT701&step=drying&flagged=false&page=3');
  expect(transformationListOf(params)).toEqual({ step: 'drying', flagged: false, page: 3 });
});
