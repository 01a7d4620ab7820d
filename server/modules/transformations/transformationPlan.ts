import type { LotState } from '../../domain/ledger/projection.ts';
import { latestStage, type Stage, stagePosition } from '../../domain/lot/stages.ts';
import { inheritedValues, type InheritedValues } from '../../domain/mass/inheritance.ts';
import { dryMassGain, massDifference, type WeighedPart } from '../../domain/mass/massBalance.ts';
import type { TransformationValues } from '../../domain/mass/transformationInput.ts';
import { yieldOutsideBand } from '../../domain/mass/yields.ts';
import { fieldMessage, type FieldMessage } from '../../domain/messages/fieldMessages.ts';
import { INPUT } from '../../domain/messages/inputMessages.ts';
import { MASS } from '../../domain/messages/massMessages.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import type { Message } from '../../domain/messages/message.ts';
import { gramsFromKg, hundredthsFrom, kgFromGrams, tenthsFrom } from '../../domain/text/units.ts';
import { invalid, notFound, Refused, type FieldFault } from '../../platform/errors/refusal.ts';
import type { LockedLot } from '../lots/lotTransfer.ts';

/** A part of a locked lot, with what its signed events tell. */
export interface PlannedInput {
  lot: LockedLot;
  grams: number;
  /** 0.01 %, of its last weighing */
  moistureHundredths: number;
}

/** A lot that is made. */
export interface PlannedOutput {
  lotId: string;
  grams: number;
  stage: Stage;
  moistureHundredths: number;
  temperatureHundredths: number;
  qualityTenths: number | null;
}

/** A transformation that keeps all rules, in stored units. */
export interface TransformationPlan {
  inputs: PlannedInput[];
  outputs: PlannedOutput[];
  lossGrams: number;
  inherited: InheritedValues;
  /** where the yield lies outside of what is expected: the expected share of the inputs, in 0.01 % */
  expected: { leastHundredths: number; mostHundredths: number } | null;
}

/**
 * Judges a transformation of locked lots (docs/spec/mass-balance.md, 'Rules').
 * @param locked the lots that it names; invisible ones are missing
 * @param states each of them as its signed events tell it; null: its row does not follow from them
 * @throws Refused not-found (a lot that is missing), invalid (naming the fields), conflict (a lot that was changed
 *   outside of the program, is shipped, or has too little left)
 */
export function planTransformation(
  values: TransformationValues,
  locked: readonly LockedLot[],
  states: ReadonlyMap<string, LotState | null>,
  toleranceHundredths: number,
): TransformationPlan {
  const inputs = namedInputs(values, locked, states);
  refuseConflicts(inputs);
  const outputs = plannedOutputs(values, inputs);
  const lossGrams = gramsFromKg(values.loss.weight);
  refuseImbalance(inputs, outputs, lossGrams);
  refuseDryMassGain(inputs, outputs, toleranceHundredths);
  const outside = yieldOutsideBand(values.step, inputs, outputs);
  if (outside !== null && values.explanation === undefined) {
    const said = MASS.yieldUnexpected({
      yieldPercent: outside.yieldHundredths / 100,
      leastPercent: outside.band.leastHundredths / 100,
      mostPercent: outside.band.mostHundredths / 100,
    });
    throw invalid({ field: 'explanation', said });
  }
  return {
    inputs,
    outputs,
    lossGrams,
    // What the inputs inherited themselves is what their origins have.
    inherited: inheritedValues(inputs.map(({ lot }) => lot)),
    expected: outside?.band ?? null,
  };
}

function namedInputs(
  { inputs }: TransformationValues,
  locked: readonly LockedLot[],
  states: ReadonlyMap<string, LotState | null>,
): PlannedInput[] {
  const byRef = new Map(
    locked.flatMap((lot) => [
      [lot.id, lot],
      [lot.lotId, lot],
    ]),
  );
  const seen = new Set<string>();
  const twice: FieldFault[] = [];
  const differing: FieldMessage[] = [];
  const planned = inputs.map(({ lot: ref, weight }, i) => {
    const lot = byRef.get(ref);
    if (lot === undefined) throw notFound('Lot');
    const field = `inputs.${i}.lot`;
    // A lot may be named by its UUID and by its lot id.
    if (seen.has(lot.id)) twice.push({ field, said: INPUT.listedTwice({ value: lot.lotId }) });
    seen.add(lot.id);
    const state = states.get(lot.id) ?? null;
    if (state === null) differing.push(fieldMessage(field, REFUSED.differingLot({})));
    return { lot, grams: gramsFromKg(weight), moistureHundredths: state?.mass.moisture ?? 0 };
  });
  if (twice.length > 0) throw invalid(...twice);
  conflicting(differing);
  return planned;
}

/** @throws Refused conflict with the first message, and all fields that it is about; nothing without any */
function conflicting(details: readonly FieldMessage[]): void {
  const [first] = details;
  if (first === undefined) return;
  throw new Refused({ kind: 'conflict', said: first.said, details: details.slice(0, 50) });
}

function refuseConflicts(inputs: readonly PlannedInput[]): void {
  const faults = inputs.flatMap(({ lot, grams }, i): FieldMessage[] => {
    if (stagePosition(lot.stage) >= stagePosition('shipped')) {
      const said = MASS.inputShipped({ lotId: lot.lotId, stage: lot.stage });
      return [fieldMessage(`inputs.${i}.lot`, said)];
    }
    const availableGrams = lot.weightGrams - lot.usedGrams;
    if (grams <= availableGrams) return [];
    const said = MASS.notAvailable({
      lotId: lot.lotId,
      wantedKg: kgFromGrams(grams),
      availableKg: kgFromGrams(availableGrams),
    });
    return [fieldMessage(`inputs.${i}.weight`, said)];
  });
  conflicting(faults);
}

function plannedOutputs({ outputs }: TransformationValues, inputs: readonly PlannedInput[]): PlannedOutput[] {
  const least = latestStage(inputs.map(({ lot }) => lot.stage));
  const faults: FieldFault[] = [];
  const planned = outputs.map((output, i) => {
    const stage = output.currentProcess ?? least;
    if (stagePosition(stage) < stagePosition(least)) {
      faults.push({ field: `outputs.${i}.currentProcess`, said: MASS.outputEarly({ stage, least }) });
    }
    return {
      lotId: output.lotId,
      grams: gramsFromKg(output.weight),
      stage,
      moistureHundredths: hundredthsFrom(output.moistureContent),
      temperatureHundredths:
        output.temperature === undefined ? meanTemperature(inputs) : hundredthsFrom(output.temperature),
      qualityTenths: output.qualityScore === null ? null : tenthsFrom(output.qualityScore),
    };
  });
  if (faults.length > 0) throw invalid(...faults);
  return planned;
}

/** Of the inputs by weight, in 0.01 °C. */
function meanTemperature(inputs: readonly PlannedInput[]): number {
  const grams = inputs.reduce((sum, input) => sum + input.grams, 0);
  return Math.round(inputs.reduce((sum, { lot, grams: part }) => sum + lot.temperatureHundredths * part, 0) / grams);
}

function refuseImbalance(inputs: readonly PlannedInput[], outputs: readonly PlannedOutput[], lossGrams: number): void {
  const [before, after] = [gramsOf(inputs), gramsOf(outputs)];
  const difference = massDifference(before, after, lossGrams);
  if (difference === 0) return;
  const said = MASS.unbalanced({
    inputKg: kgFromGrams(totalOf(before)),
    outputKg: kgFromGrams(totalOf(after)),
    lossKg: kgFromGrams(lossGrams),
    differenceKg: kgFromGrams(Math.abs(difference)),
  });
  throw invalid({ field: 'loss.weight', said });
}

function refuseDryMassGain(
  inputs: readonly WeighedPart[],
  outputs: readonly WeighedPart[],
  toleranceHundredths: number,
): void {
  const gain = dryMassGain(inputs, outputs, toleranceHundredths);
  if (gain === null) return;
  const said: Message = MASS.dryMassGain({
    inputKg: kgFromGrams(gain.inputDryGrams),
    outputKg: kgFromGrams(gain.outputDryGrams),
    tolerancePercent: toleranceHundredths / 100,
  });
  throw invalid({ field: 'outputs', said });
}

function gramsOf(parts: readonly { grams: number }[]): number[] {
  return parts.map(({ grams }) => grams);
}

function totalOf(all: readonly number[]): number {
  return all.reduce((total, one) => total + one, 0);
}
