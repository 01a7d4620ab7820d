import { z } from 'zod';
import {
  dryMassGain,
  LOSS_REASONS,
  type LossReason,
  SCALE_TOLERANCE_HUNDREDTHS,
  TRANSFORMATION_STEPS,
  type TransformationStep,
  type WeighedPart,
} from '../../../../server/domain/mass/massBalance.ts';
import { transformationInput } from '../../../../server/domain/mass/transformationInput.ts';
import { yieldOutsideBand } from '../../../../server/domain/mass/yields.ts';
import { encodeMessage } from '../../../../server/domain/messages/encodeMessage.ts';
import { MASS } from '../../../../server/domain/messages/massMessages.ts';
import { gramsFromKg, hundredthsFrom, kgFromGrams } from '../../../../server/domain/text/units.ts';
import { numberFromText } from '../../../design/form/numberText.ts';
import type { RecordTransformationInput } from '../../../graphql/generated.ts';
import { type Balance, completeBalance } from './balance.ts';
import type { CombinedLot } from './combinable.ts';

/** What a person types; weights in kg, moisture in %. Lists have one text for each input or output. */
export type CombineForm = {
  step: string;
  inputKg: string[];
  outputId: string[];
  outputKg: string[];
  outputMoisture: string[];
  lossKg: string;
  lossReason: string;
  lossNote: string;
  explanation: string;
  place: string;
  operatorName: string;
  at: string;
  notes: string;
};

/** Fields of each step of the wizard; the review has none. */
export const COMBINE_FIELDS = [
  ['step', 'inputKg'],
  ['outputId', 'outputKg', 'outputMoisture', 'lossKg', 'lossReason', 'lossNote', 'explanation'],
  ['place', 'operatorName', 'at', 'notes'],
  [],
] as const;

/** Initial values: all that is available of each lot goes into one new lot. */
export function newCombineForm(lots: readonly CombinedLot[], lotId: string, operatorName: string): CombineForm {
  return {
    step: 'blending',
    inputKg: lots.map(() => ''),
    outputId: [lotId],
    outputKg: [''],
    outputMoisture: [moistureText(lots)],
    lossKg: '',
    lossReason: '',
    lossNote: '',
    explanation: '',
    place: '',
    operatorName,
    at: '',
    notes: '',
  };
}

/** Mean moisture of all that is available, %, as typed. */
export function moistureText(lots: readonly CombinedLot[]): string {
  const kg = lots.reduce((sum, { available }) => sum + available, 0);
  const water = lots.reduce((sum, { available, moistureContent }) => sum + available * moistureContent, 0);
  return kg === 0 ? '' : String(Math.round((water / kg) * 100) / 100);
}

/** Grams available of each lot. */
export function availableOf(lots: readonly CombinedLot[]): number[] {
  return lots.map(({ available }) => gramsFromKg(available));
}

/** What the rules of mass say of a form as it stands. */
export interface MassCheck {
  balance: Balance;
  inputs: readonly WeighedPart[];
  outputs: readonly WeighedPart[];
  /** dry masses where the outputs hold too much; null if they do not */
  gain: { inputDryGrams: number; outputDryGrams: number } | null;
  outside: ReturnType<typeof yieldOutsideBand>;
  step: TransformationStep;
}

/** Judges a form by the domain's rules, which the server runs again. */
export function checkMass(form: CombineForm, lots: readonly CombinedLot[]): MassCheck {
  const balance = completeBalance(form, availableOf(lots));
  const inputs = lots.map(({ moistureContent }, at) => ({
    grams: balance.inputs[at] ?? 0,
    moistureHundredths: hundredthsFrom(moistureContent),
  }));
  const outputs = balance.outputs.map((grams, at) => ({
    grams,
    moistureHundredths: moistureHundredths(form.outputMoisture[at] ?? ''),
  }));
  const step = TRANSFORMATION_STEPS.find((one) => one === form.step) ?? 'blending';
  return {
    balance,
    inputs,
    outputs,
    gain: dryMassGain(inputs, outputs, SCALE_TOLERANCE_HUNDREDTHS),
    outside: yieldOutsideBand(step, inputs, outputs),
    step,
  };
}

/** Hundredths of a percent; 0 for a text that is no figure, and at most the whole. */
function moistureHundredths(text: string): number {
  const percent = numberFromText(text) ?? 0;
  return Number.isNaN(percent) ? 0 : Math.min(10_000, Math.max(0, hundredthsFrom(percent)));
}

/**
 * Schema that converts the form to the mutation's input, by the domain's rules. Empty texts are omitted.
 * @param now read at each check
 */
export function combineForm(lots: readonly CombinedLot[], now: () => Date) {
  return z.custom<CombineForm>().transform((form, context): RecordTransformationInput => {
    const check = checkMass(form, lots);
    const input = inputOf(form, lots, check.balance);
    const judged = transformationInput(now).safeParse(input);
    const faults = [
      ...(judged.error?.issues ?? []).map(({ path, message }) => ({ path: formPath(path), message })),
      ...massFaults(form, lots, check),
    ];
    for (const { path, message } of faults) context.addIssue({ code: 'custom', path, message });
    return faults.length > 0 ? z.NEVER : input;
  });
}

function inputOf(form: CombineForm, lots: readonly CombinedLot[], balance: Balance): RecordTransformationInput {
  const text = (typed: string): string | undefined => (typed.trim() === '' ? undefined : typed.trim());
  const step = TRANSFORMATION_STEPS.find((one) => one === form.step) ?? 'blending';
  return {
    step,
    inputs: lots.map(({ id }, at) => ({ lot: id, weight: weightOf(form.inputKg[at], balance.inputs[at]) })),
    outputs: form.outputId.map((lotId, at) => ({
      lotId: lotId.trim().toUpperCase(),
      weight: weightOf(form.outputKg[at], balance.outputs[at]),
      moistureContent: numberFromText(form.outputMoisture[at] ?? '') ?? NaN,
    })),
    loss: {
      weight: weightOf(form.lossKg, balance.loss),
      ...(balance.loss > 0 && { reason: reasonOf(form.lossReason), note: text(form.lossNote) }),
    },
    at: form.at === '' ? undefined : timeOf(form.at),
    place: text(form.place),
    operatorName: text(form.operatorName),
    notes: text(form.notes),
    explanation: text(form.explanation),
  };
}

/** kg; NaN for a text that is no figure, which the rules refuse. */
function weightOf(text = '', grams = 0): number {
  return numberFromText(text) === undefined ? kgFromGrams(grams) : (numberFromText(text) ?? NaN);
}

function reasonOf(text: string): LossReason | undefined {
  return LOSS_REASONS.find((reason) => reason === text);
}

function timeOf(local: string): string {
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? local : time.toISOString();
}

interface FormFault {
  path: (string | number)[];
  message: string;
}

function massFaults(form: CombineForm, lots: readonly CombinedLot[], check: MassCheck): FormFault[] {
  const { balance, gain, outside } = check;
  const faults: FormFault[] = lots.flatMap(({ lotId, available }, at) => {
    const grams = balance.inputs[at] ?? 0;
    if (grams <= gramsFromKg(available)) return [];
    const said = MASS.notAvailable({ lotId, wantedKg: kgFromGrams(grams), availableKg: available });
    return [{ path: ['inputKg', at], message: encodeMessage(said) }];
  });
  if (balance.difference !== 0) {
    const said = MASS.unbalanced({
      inputKg: kgFromGrams(balance.inputTotal),
      outputKg: kgFromGrams(balance.outputTotal),
      lossKg: kgFromGrams(balance.loss),
      differenceKg: kgFromGrams(Math.abs(balance.difference)),
    });
    faults.push({ path: ['lossKg'], message: encodeMessage(said) });
  } else if (gain !== null) {
    const said = MASS.dryMassGain({
      inputKg: kgFromGrams(gain.inputDryGrams),
      outputKg: kgFromGrams(gain.outputDryGrams),
      tolerancePercent: SCALE_TOLERANCE_HUNDREDTHS / 100,
    });
    faults.push({ path: ['outputMoisture', 0], message: encodeMessage(said) });
  } else if (outside !== null && form.explanation.trim() === '') {
    const said = MASS.yieldUnexpected({
      yieldPercent: outside.yieldHundredths / 100,
      leastPercent: outside.band.leastHundredths / 100,
      mostPercent: outside.band.mostHundredths / 100,
    });
    faults.push({ path: ['explanation'], message: encodeMessage(said) });
  }
  return faults;
}

/** Where the form asks for a field of the API. */
export function formPath(path: readonly PropertyKey[]): (string | number)[] {
  const [list, at, part] = path;
  const index = Number(at);
  if (list === 'inputs') return Number.isInteger(index) ? ['inputKg', index] : ['inputKg', 0];
  if (list === 'outputs') {
    if (!Number.isInteger(index)) return ['outputMoisture', 0];
    const field = part === 'weight' ? 'outputKg' : part === 'moistureContent' ? 'outputMoisture' : 'outputId';
    return [field, index];
  }
  if (list === 'loss') return [at === 'reason' ? 'lossReason' : at === 'note' ? 'lossNote' : 'lossKg'];
  return [String(list)];
}
