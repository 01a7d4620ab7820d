import { z } from 'zod';
import { latestCalendarDay, LOT_LIMITS, LOT_MESSAGES, lineText, lotFields, optionalText } from '../lot/lotInput.ts';
import { isUuid, normaliseLotId, PUBLIC_LOT_ID } from '../lot/lotId.ts';
import { isShippingStage } from '../lot/shippingGuard.ts';
import { STAGES } from '../lot/stages.ts';
import { encodeMessage } from '../messages/encodeMessage.ts';
import { INPUT, type InputField } from '../messages/inputMessages.ts';
import { MASS } from '../messages/massMessages.ts';
import { gramsFromKg } from '../text/units.ts';
import { STORABLE_PATTERN } from '../text/validText.ts';
import { LOSS_REASONS, TRANSFORMATION_LIMITS, TRANSFORMATION_STEPS } from './massBalance.ts';

/** How far a device's clock may run ahead of the server's: a step that just ended is not refused for it. */
const CLOCK_AHEAD_MS = 5 * 60_000;

/** Of these rules, none depends on the day. */
const { lotId, moistureContent, temperature, qualityScore } = lotFields(latestCalendarDay(new Date(0)));

const tooHeavy = encodeMessage(INPUT.tooHeavy({ field: 'weight', mostKg: TRANSFORMATION_LIMITS.derivedKg }));

/** Kilograms of a part or a lot; below half a gram there is none. */
const weight = z
  .number({
    error: ({ input }) =>
      input === undefined || input === null ? LOT_MESSAGES.weightRequired : LOT_MESSAGES.weightPositive,
  })
  .refine((kg) => gramsFromKg(kg) > 0, LOT_MESSAGES.weightPositive)
  .max(TRANSFORMATION_LIMITS.derivedKg, tooHeavy)
  .meta({ minimum: 0.0005 });

const lossWeight = z
  .number(encodeMessage(INPUT.tooLow({ field: 'loss', least: 0 })))
  .min(0, encodeMessage(INPUT.tooLow({ field: 'loss', least: 0 })))
  // All inputs may be lost but for a gram: each can weigh as much as the heaviest lot.
  .max(TRANSFORMATION_LIMITS.derivedKg * TRANSFORMATION_LIMITS.inputs, tooHeavy);

const lossReason = z
  .enum(LOSS_REASONS, encodeMessage(INPUT.oneOf({ field: 'lossReason', choices: LOSS_REASONS })))
  .nullish()
  .transform((reason) => reason ?? undefined);
const lossNote = optionalText('lossNote', LOT_LIMITS.textLength);
const operatorName = optionalText('operatorName', LOT_LIMITS.nameLength, lineText);
const notes = optionalText('notes', LOT_LIMITS.textLength);

/** What is wrong with a declared loss; null if nothing. */
function lossFault(
  given: { reason?: string | undefined; note?: string | undefined },
  isLoss: boolean,
): 'reason' | 'note' | null {
  if (given.reason === undefined) return isLoss ? 'reason' : null;
  return given.reason === 'other' && given.note === undefined ? 'note' : null;
}
const LOSS_FAULTS = {
  reason: encodeMessage(MASS.lossReasonRequired({})),
  note: encodeMessage(MASS.lossNoteRequired({})),
} as const;

const loss = z
  .strictObject({ weight: lossWeight, reason: lossReason, note: lossNote })
  .superRefine((given, context) => {
    const fault = lossFault(given, gramsFromKg(given.weight) > 0);
    if (fault !== null) context.addIssue({ code: 'custom', path: [fault], message: LOSS_FAULTS[fault] });
  });

/** A lot by its UUID or its lot id, as either is stored: in small or in capital letters. */
export const lotReference = z
  .string({
    error: ({ input }) =>
      encodeMessage(input === undefined || input === null ? INPUT.required({ field: 'lot' }) : INPUT.lotReference({})),
  })
  .trim()
  .transform((text) => (isUuid(text) ? text.toLowerCase() : normaliseLotId(text)))
  .refine((text) => isUuid(text) || PUBLIC_LOT_ID.test(text), encodeMessage(INPUT.lotReference({})))
  .meta({ pattern: STORABLE_PATTERN });

/** Stages of outputs: what ships a lot is judged, a transformation is not. */
const OUTPUT_STAGES = STAGES.filter((stage) => !isShippingStage(stage));

const inputPart = z.strictObject({ lot: lotReference, weight });

const outputPart = z.strictObject({
  lotId,
  weight,
  moistureContent,
  temperature: temperature.nullish().transform((celsius) => celsius ?? undefined),
  qualityScore: qualityScore.default(null),
  // Whether the stage is one that the inputs allow is the rule of the service.
  currentProcess: z
    .enum(OUTPUT_STAGES, encodeMessage(INPUT.oneOf({ field: 'currentProcess', choices: OUTPUT_STAGES })))
    .nullish()
    .transform((stage) => stage ?? undefined),
});

function list<Part extends z.ZodType>(field: InputField, part: Part, most: number) {
  const few = encodeMessage(INPUT.tooFew({ field, least: 1 }));
  return z
    .array(part, few)
    .min(1, few)
    .max(most, encodeMessage(INPUT.tooMany({ field, most })));
}

/** Indexes of texts that stand earlier in the list already. */
function repeatedAt(texts: readonly string[]): number[] {
  const seen = new Set<string>();
  return texts.flatMap((text, at) => (seen.size === seen.add(text).size ? [at] : []));
}

/**
 * A transformation as the API takes it; an unknown field is an error. Weights in kg, moisture in %, temperature in °C,
 * quality in 0-100 points. Lots come out as UUID in small letters or as lot id in capitals, the time as a date, absent
 * parts as undefined. A lot that is named by its UUID and by its lot id is found twice by the service alone, as is a
 * difference between inputs, outputs and loss.
 * @param now the server's clock, read at each parse
 */
export function transformationInput(now: () => Date) {
  const at = z.iso
    .datetime({ offset: true, error: encodeMessage(INPUT.notATime({ field: 'at' })) })
    .transform((iso) => new Date(iso))
    .refine(
      (time) => time.getTime() <= now().getTime() + CLOCK_AHEAD_MS,
      encodeMessage(INPUT.inFuture({ field: 'at' })),
    );
  return z
    .strictObject({
      step: z.enum(TRANSFORMATION_STEPS, encodeMessage(INPUT.oneOf({ field: 'step', choices: TRANSFORMATION_STEPS }))),
      inputs: list('inputs', inputPart, TRANSFORMATION_LIMITS.inputs),
      outputs: list('outputs', outputPart, TRANSFORMATION_LIMITS.outputs),
      loss: loss.nullish().transform((given) => given ?? { weight: 0, reason: undefined, note: undefined }),
      at: at.nullish().transform((time) => time ?? undefined),
      place: optionalText('place', LOT_LIMITS.textLength, lineText),
      operatorName,
      notes,
      explanation: optionalText('explanation', LOT_LIMITS.textLength),
    })
    .superRefine(({ inputs, outputs }, context) => {
      const listedTwice = (value: string, path: (string | number)[]) =>
        context.addIssue({ code: 'custom', path, message: encodeMessage(INPUT.listedTwice({ value })) });
      const lots = inputs.map(({ lot }) => lot);
      const made = outputs.map((output) => output.lotId);
      for (const place of repeatedAt(lots)) listedTwice(lots[place] ?? '', ['inputs', place, 'lot']);
      for (const place of repeatedAt(made)) listedTwice(made[place] ?? '', ['outputs', place, 'lotId']);
    });
}
export type TransformationValues = z.output<ReturnType<typeof transformationInput>>;

/**
 * A weighing as the API takes it; an unknown field is an error. The weight is the lot's new one, kg; whether less of it
 * needs a reason is known only beside the stored weight (`weighingLossFault`).
 */
export const weighingInput = z
  .strictObject({
    weight,
    moistureContent: moistureContent.nullish().transform((percent) => percent ?? undefined),
    lossReason,
    lossNote,
    operatorName,
    location: optionalText('location', LOT_LIMITS.textLength, lineText),
    notes,
    version: z.int(LOT_MESSAGES.versionWhole).min(1, LOT_MESSAGES.versionLow).optional(),
  })
  .superRefine((given, context) => {
    const fault = weighingLossFault(given, 0);
    if (fault !== null)
      context.addIssue({ code: 'custom', path: [fault.field], message: encodeMessage(fault.message) });
  });
export type WeighingValues = z.output<typeof weighingInput>;

/**
 * What a weighing lacks to explain its loss: a reason, and a text where the reason is 'other'.
 * @param lossGrams stored weight less the new one; 0 or less is no loss
 */
export function weighingLossFault(
  given: { lossReason?: string | undefined; lossNote?: string | undefined },
  lossGrams: number,
) {
  const fault = lossFault({ reason: given.lossReason, note: given.lossNote }, lossGrams > 0);
  if (fault === null) return null;
  return fault === 'reason'
    ? { field: 'lossReason', message: MASS.lossReasonRequired({}) }
    : { field: 'lossNote', message: MASS.lossNoteRequired({}) };
}
