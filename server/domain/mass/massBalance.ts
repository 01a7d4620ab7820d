/*
 * Conservation of mass over transformations and weighings. Pure and without zod: the
 * service, the ledger's judge, the chaincode and the browser run the same rules.
 */

/** Bounds of one transformation, in every ledger driver. */
export const TRANSFORMATION_LIMITS = {
  inputs: 1_000,
  outputs: 100,
  /** heaviest derived lot, kg */
  derivedKg: 1_000_000,
  /** largest scale tolerance that an installation may set, in hundredths of a percent */
  toleranceHundredths: 500,
} as const;

/** Scale tolerance of dry mass without a setting, in hundredths of a percent: 1 %. */
export const SCALE_TOLERANCE_HUNDREDTHS = 100;

/** What is done in a transformation. */
export const TRANSFORMATION_STEPS = ['fermentation', 'drying', 'cleaning', 'grading', 'blending', 'packing'] as const;
export type TransformationStep = (typeof TRANSFORMATION_STEPS)[number];

/** Why mass is lost in a transformation or between two weighings. */
export const LOSS_REASONS = ['fermentation', 'drying', 'cleaning', 'sampling', 'spoilage', 'other'] as const;
export type LossReason = (typeof LOSS_REASONS)[number];

/** A part of a lot with its moisture. */
export interface WeighedPart {
  grams: number;
  /** water as a share of the weight (wet basis), in hundredths of a percent, 0-10,000 */
  moistureHundredths: number;
}

const WHOLE = 10_000;

/**
 * Mass without water, in ten-thousandths of a gram: exact, because a million kilograms times 10,000 exceed what a
 * number holds once parts are added up.
 */
export function dryMass({ grams, moistureHundredths }: WeighedPart): bigint {
  return BigInt(grams) * BigInt(WHOLE - moistureHundredths);
}

/**
 * Whether outputs hold more dry mass than inputs and tolerance allow: drying takes water away, and nothing adds beans.
 * @param toleranceHundredths error of the scales, in hundredths of a percent of the inputs' dry mass
 * @returns null if they do not; else both dry masses in grams, rounded
 */
export function dryMassGain(
  inputs: readonly WeighedPart[],
  outputs: readonly WeighedPart[],
  toleranceHundredths: number,
): { inputDryGrams: number; outputDryGrams: number } | null {
  const before = totalDryMass(inputs);
  const after = totalDryMass(outputs);
  if (after * BigInt(WHOLE) <= before * BigInt(WHOLE + toleranceHundredths)) return null;
  return { inputDryGrams: roundedGrams(before), outputDryGrams: roundedGrams(after) };
}

/** Dry mass of several parts, in ten-thousandths of a gram. */
export function totalDryMass(parts: readonly WeighedPart[]): bigint {
  return parts.reduce((total, part) => total + dryMass(part), 0n);
}

/** Ten-thousandths of a gram in grams, half a gram upwards. */
function roundedGrams(tenThousandths: bigint): number {
  return Number((tenThousandths + BigInt(WHOLE / 2)) / BigInt(WHOLE));
}

/**
 * Grams of the inputs that outputs and loss do not account for.
 * @returns 0 if balanced; below 0 if outputs and loss are more than the inputs
 */
export function massDifference(inputs: readonly number[], outputs: readonly number[], lossGrams: number): number {
  return sumOf(inputs) - sumOf(outputs) - lossGrams;
}

/** Grams of a lot that no transformation and no consignment has used yet. */
export function availableGrams({ weightGrams, usedGrams }: { weightGrams: number; usedGrams: number }): number {
  return weightGrams - usedGrams;
}

function sumOf(grams: readonly number[]): number {
  return grams.reduce((total, one) => total + one, 0);
}
