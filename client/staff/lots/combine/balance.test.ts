import { describe, expect, it } from 'vitest';
import { completeBalance, typedGrams } from './balance.ts';

const LOTS = [100_000, 50_000];
const typed = (change: Partial<Parameters<typeof completeBalance>[0]>) =>
  completeBalance({ inputKg: ['', ''], outputKg: [''], lossKg: '', ...change }, LOTS);

describe('a balance', () => {
  it.each<[string, Parameters<typeof typed>[0], number[], number[], number, number]>([
    ['nothing typed: all of it becomes one lot', {}, LOTS, [150_000], 0, 0],
    ['a typed part of an input', { inputKg: ['40,5', ''] }, [40_500, 50_000], [90_500], 0, 0],
    ['a typed output: the rest is lost', { outputKg: ['60'] }, LOTS, [60_000], 90_000, 0],
    ['a typed loss: the output is what is left', { lossKg: '1.234' }, LOTS, [148_766], 1_234, 0],
    [
      'open outputs share the rest in whole grams',
      { outputKg: ['50', '', '', ''] },
      LOTS,
      [50_000, 33_334, 33_333, 33_333],
      0,
      0,
    ],
    ['too much typed', { outputKg: ['100', '51'] }, LOTS, [100_000, 51_000], 0, -1_000],
    ['too much typed beside an open output', { outputKg: ['151', ''] }, LOTS, [151_000, 0], 0, -1_000],
    ['all typed, and something missing', { outputKg: ['100'], lossKg: '20' }, LOTS, [100_000], 20_000, 30_000],
    ['no figure', { inputKg: ['x', '-1'] }, [0, 0], [0], 0, 0],
  ])('with %s', (_which, change, inputs, outputs, loss, difference) => {
    expect(typed(change)).toMatchObject({ inputs, outputs, loss, difference });
  });

  it('leaves grams for a slider that nothing typed takes', () => {
    expect(typed({ outputKg: ['100', ''], lossKg: '10' }).free).toBe(40_000);
    expect(typed({ outputKg: ['200'] }).free).toBe(0);
  });

  it('reads typed kilograms as whole grams', () => {
    expect(['', '1.0005', '0,25', 'wet'].map(typedGrams)).toEqual([null, 1_001, 250, 0]);
  });
});
