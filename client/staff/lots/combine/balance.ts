import { massDifference } from '../../../../server/domain/mass/massBalance.ts';
import { gramsFromKg } from '../../../../server/domain/text/units.ts';
import { numberFromText } from '../../../design/form/numberText.ts';

/** What a person typed of the balance, in kg. An empty text is computed. */
export interface TypedBalance {
  inputKg: readonly string[];
  outputKg: readonly string[];
  lossKg: string;
}

/** A balance in whole grams. */
export interface Balance {
  inputs: readonly number[];
  outputs: readonly number[];
  loss: number;
  inputTotal: number;
  outputTotal: number;
  /** inputs less outputs and loss; 0 if balanced */
  difference: number;
  /** grams that no typed output and no typed loss takes */
  free: number;
}

/** Grams of a typed weight; null for an empty text, 0 for an invalid or negative one. */
export function typedGrams(text: string): number | null {
  const kg = numberFromText(text);
  if (kg === undefined) return null;
  return Number.isNaN(kg) ? 0 : Math.max(0, gramsFromKg(kg));
}

/**
 * Completes a balance: an input without a typed weight gives all that is available; outputs without one share what is
 * left, in whole grams; the loss is what no output takes.
 * @param available grams of each input
 */
export function completeBalance({ inputKg, outputKg, lossKg }: TypedBalance, available: readonly number[]): Balance {
  const inputs = available.map((grams, at) => typedGrams(inputKg[at] ?? '') ?? grams);
  const typed = outputKg.map(typedGrams);
  const typedLoss = typedGrams(lossKg);
  const inputTotal = sumOf(inputs);
  const free = inputTotal - sumOf(typed.map((grams) => grams ?? 0)) - (typedLoss ?? 0);
  const shares = evenShares(Math.max(0, free), typed.filter((grams) => grams === null).length);
  const outputs = typed.map((grams) => grams ?? shares.shift() ?? 0);
  const outputTotal = sumOf(outputs);
  const loss = typedLoss ?? Math.max(0, inputTotal - outputTotal);
  return {
    inputs,
    outputs,
    loss,
    inputTotal,
    outputTotal,
    difference: massDifference(inputs, outputs, loss),
    free: Math.max(0, free),
  };
}

function evenShares(grams: number, count: number): number[] {
  const each = count === 0 ? 0 : Math.floor(grams / count);
  return Array.from({ length: count }, (_, at) => (at === 0 ? grams - each * (count - 1) : each));
}

function sumOf(grams: readonly number[]): number {
  return grams.reduce((sum, one) => sum + one, 0);
}
