import { z } from 'zod';
import { CERTIFICATIONS, VARIETIES } from './cacao.ts';
import { deliveryInput, netWeightFault } from './deliveryInput.ts';
import { hidesCharacters } from '../text/hiddenCharacters.ts';
import { normaliseLotId, PUBLIC_LOT_ID, PUBLIC_LOT_ID_PATTERN, STAFF_LOT_ID } from './lotId.ts';
import {
  factsOf,
  isOptionalFigure,
  LOT_FIELD_NAMES,
  LOT_FIELDS,
  LOT_TEXTS,
  textFacts,
  type BoundedFigure,
  type LotText,
  type OptionalFigure,
  type OptionalText,
  type SettableField,
} from './lotTable.ts';
import { encodeMessage } from '../messages/encodeMessage.ts';
import { INPUT, type InputField } from '../messages/inputMessages.ts';
import { SHIPPING } from '../messages/shippingMessages.ts';
import { SHIPPING_STAGES } from './shippingGuard.ts';
import { STAGES } from './stages.ts';
import { LOSS_REASONS, TRANSFORMATION_LIMITS } from '../mass/massBalance.ts';
import { isStorable, NOT_BLANK_PATTERN, STORABLE_PATTERN } from '../text/validText.ts';
import { gramsFromKg } from '../text/units.ts';

/**
 * Lengths and ranges of a lot's fields (docs/spec/lots-and-stages.md, 'Fields'); the ranges of figures are in
 * `lotTable.ts`.
 */
export const LOT_LIMITS = {
  nameLength: textFacts('farmerName').most,
  textLength: 2000,
  farmIdLength: 40,
  certifications: 20,
  weightKg: 10_000,
  /**
   * The staff form asks 0-10 in steps of 0.1 and sends ten times that (docs/spec/lots-and-stages.md, 'Quality score').
   */
  formQuality: { min: 0, max: 10 },
  /** Edits of one lot in 24 hours, by all people together. Each is an event on the ledger, checked whenever the lot is. */
  editsADay: 200,
  /** How often one lot is taken out of consignments in 24 hours; the grams could go round without end. */
  returnsADay: 50,
} as const;

const quality = { ...LOT_LIMITS.formQuality, step: 0.1 };

/** Plots that one lot may be from. */
export const PLOTS_OF_LOT = 20;

/**
 * What a person reads at a field, one message per rule (docs/spec/error-messages.md, 'Lot form'); each carries its
 * code.
 */
export const LOT_MESSAGES = {
  lotIdRequired: encodeMessage(INPUT.required({ field: 'lotId' })),
  lotIdForm: encodeMessage(INPUT.publicLotIdForm({})),
  staffLotIdForm: encodeMessage(INPUT.lotIdForm({})),
  farmIdRequired: encodeMessage(INPUT.required({ field: 'farmId' })),
  farmIdForm: encodeMessage(INPUT.farmIdForm({ most: LOT_LIMITS.farmIdLength })),
  harvestDateRequired: encodeMessage(INPUT.required({ field: 'harvestDate' })),
  harvestDateForm: encodeMessage(INPUT.notADay({ field: 'harvestDate' })),
  harvestDateFuture: encodeMessage(INPUT.inFuture({ field: 'harvestDate' })),
  variety: encodeMessage(INPUT.oneOf({ field: 'cacaoVariety', choices: VARIETIES })),
  weightRequired: encodeMessage(INPUT.required({ field: 'weight' })),
  weightPositive: encodeMessage(INPUT.notPositive({ field: 'weight' })),
  weightHigh: encodeMessage(INPUT.tooHeavy({ field: 'weight', mostKg: LOT_LIMITS.weightKg })),
  certifications: encodeMessage(INPUT.certifications({ choices: CERTIFICATIONS })),
  plots: encodeMessage(INPUT.plots({ most: PLOTS_OF_LOT })),
  certificationsMany: encodeMessage(INPUT.manyCertifications({ most: LOT_LIMITS.certifications })),
  anonymizedFlag: encodeMessage(INPUT.notAFlag({ field: 'isAnonymized' })),
  versionWhole: encodeMessage(INPUT.notWhole({ field: 'version' })),
  versionLow: encodeMessage(INPUT.tooLow({ field: 'version', least: 1 })),
  formQuality: encodeMessage(INPUT.formQuality(quality)),
  consent: encodeMessage(INPUT.consent({})),
  stageRequired: encodeMessage(INPUT.stageRequired({})),
  stage: encodeMessage(INPUT.oneOf({ field: 'currentProcess', choices: STAGES })),
  startTime: encodeMessage(INPUT.notATime({ field: 'startTime' })),
  endTime: encodeMessage(INPUT.notATime({ field: 'endTime' })),
  endBeforeStart: encodeMessage(INPUT.endBeforeStart({})),
} as const;

/**
 * The calendar day at UTC+14, the earliest time zone, YYYY-MM-DD. A server that does not know the farm's time zone
 * passes it as `today`: a harvest of this morning in Papua New Guinea is not rejected because it is still yesterday in
 * UTC.
 */
export function latestCalendarDay(now: Date): string {
  return new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10);
}

// Missing and wrong values have different messages, so that a form never says 'between' about an empty field.
const missing = (required: string, wrong: string) => (issue: { input?: unknown }) =>
  issue.input === undefined || issue.input === null ? required : wrong;

function text(field: InputField, length: number) {
  const required = encodeMessage(INPUT.required({ field }));
  return z
    .string({ error: missing(required, encodeMessage(INPUT.notText({ field }))) })
    .trim()
    .normalize('NFC')
    .min(1, required)
    .max(length, encodeMessage(INPUT.tooLong({ field, most: length })))
    .refine(isStorable, encodeMessage(INPUT.notStorable({ field })))
    .meta({ pattern: NOT_BLANK_PATTERN });
}

/** A text of one line without invisible characters: two that look the same are the same. */
export function lineText(field: InputField, length: number) {
  return text(field, length).refine(
    (value) => !hidesCharacters(value),
    encodeMessage(INPUT.hiddenCharacters({ field })),
  );
}

/** Optional text: absent, null and blank are all 'not given'. */
export function optionalText(field: InputField, length: number, rule = text) {
  return z.preprocess(
    (value) => (value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value),
    rule(field, length).meta({ minLength: 0, pattern: STORABLE_PATTERN }).optional(),
  );
}

function outOfBounds(field: BoundedFigure): string {
  const { min, max, measure } = LOT_FIELDS[field].figure.bounds;
  return encodeMessage(INPUT.outOfBounds({ field, min, max, measure }));
}

/** A figure within the bounds that the table has for it. @param required what is said where there is none */
function figure(field: BoundedFigure, required = outOfBounds(field)) {
  const { min, max } = LOT_FIELDS[field].figure.bounds;
  const wrong = outOfBounds(field);
  return z
    .number({ error: missing(required, wrong) })
    .min(min, wrong)
    .max(max, wrong);
}

const neededFigure = (field: BoundedFigure) => figure(field, encodeMessage(INPUT.required({ field })));

const neededText = (field: LotText) => {
  const { most, lines } = textFacts(field);
  return lines === 'one' ? lineText(field, most) : text(field, most);
};

/** A text of the table that may be left out, as it is typed: a blank one is none. */
export function blankOrText(field: LotText) {
  const { most, lines } = textFacts(field);
  return z
    .string({ error: encodeMessage(INPUT.notText({ field })) })
    .trim()
    .normalize('NFC')
    .max(most, encodeMessage(INPUT.tooLong({ field, most })))
    .refine(isStorable, encodeMessage(INPUT.notStorable({ field })))
    .refine((value) => lines === 'many' || !hidesCharacters(value), encodeMessage(INPUT.hiddenCharacters({ field })))
    .meta({ pattern: STORABLE_PATTERN })
    .transform((value) => (value === '' ? null : value));
}

const textOrNull = (field: LotText) => blankOrText(field).nullable();

type TextRules<Optional> = {
  [Field in LotText]: Field extends OptionalText ? Optional : ReturnType<typeof neededText>;
};

/** A rule for each text of the table. @param optional for those that may be left out */
export function textRules<Optional extends z.ZodType>(optional: (field: LotText) => Optional): TextRules<Optional> {
  const rules = LOT_TEXTS.map(
    (field) => [field, factsOf(field).optional ? optional(field) : neededText(field)] as const,
  );
  // The type says of the same table what the loop does.
  return Object.fromEntries(rules) as TextRules<Optional>;
}

/** A rule for each of the figures that may be left out. */
export function optionalFigures<Rule extends z.ZodType>(
  rule: (field: OptionalFigure) => Rule,
): Record<OptionalFigure, Rule> {
  const rules = LOT_FIELD_NAMES.filter(isOptionalFigure).map((field) => [field, rule(field)] as const);
  return Object.fromEntries(rules) as Record<OptionalFigure, Rule>;
}

/**
 * Every field of a lot with its rule, for schemas and for the steps of a form.
 * @param today the last calendar day that a harvest may have, YYYY-MM-DD: a form passes the local day, a server
 *   `latestCalendarDay(now)`
 */
export function lotFields(today: string) {
  return {
    lotId: z
      .string({ error: missing(LOT_MESSAGES.lotIdRequired, LOT_MESSAGES.lotIdForm) })
      .transform(normaliseLotId)
      .pipe(z.string().min(1, LOT_MESSAGES.lotIdRequired).regex(PUBLIC_LOT_ID, LOT_MESSAGES.lotIdForm))
      // What JSON Schema cannot read out of the steps above.
      .meta({ pattern: PUBLIC_LOT_ID_PATTERN }),
    farmId: z
      .string({ error: missing(LOT_MESSAGES.farmIdRequired, LOT_MESSAGES.farmIdForm) })
      .trim()
      .toUpperCase()
      .min(1, LOT_MESSAGES.farmIdRequired)
      .regex(/^[A-Z0-9_-]{1,40}$/, LOT_MESSAGES.farmIdForm),
    ...textRules(textOrNull),
    cacaoVariety: z.enum(VARIETIES, { error: LOT_MESSAGES.variety }),
    harvestDate: z
      .string({ error: missing(LOT_MESSAGES.harvestDateRequired, LOT_MESSAGES.harvestDateForm) })
      .trim()
      .min(1, LOT_MESSAGES.harvestDateRequired)
      .pipe(z.iso.date({ error: LOT_MESSAGES.harvestDateForm, abort: true }))
      // PostgreSQL has no year 0.
      .refine((day) => !day.startsWith('0000'), LOT_MESSAGES.harvestDateForm)
      // ISO days compare as text.
      .refine((day) => day <= today, LOT_MESSAGES.harvestDateFuture)
      .meta({ format: 'date' }),
    latitude: neededFigure('latitude'),
    longitude: neededFigure('longitude'),
    weight: z
      .number({ error: missing(LOT_MESSAGES.weightRequired, LOT_MESSAGES.weightPositive) })
      // Weights are kept in whole grams: less than half a gram would be stored as nothing.
      .refine((kg) => gramsFromKg(kg) > 0, LOT_MESSAGES.weightPositive)
      .max(LOT_LIMITS.weightKg, LOT_MESSAGES.weightHigh)
      .meta({ minimum: 0.0005 }),
    moistureContent: neededFigure('moistureContent'),
    temperature: neededFigure('temperature'),
    certifications: z
      .array(z.enum(CERTIFICATIONS, { error: LOT_MESSAGES.certifications }), { error: LOT_MESSAGES.certifications })
      .max(LOT_LIMITS.certifications, LOT_MESSAGES.certificationsMany)
      .transform((names) => [...new Set(names)]),
    // As `choosePlots` answers them.
    plots: z
      .array(
        z
          .string(LOT_MESSAGES.plots)
          .min(1, LOT_MESSAGES.plots)
          .max(150, LOT_MESSAGES.plots)
          .refine(isStorable, LOT_MESSAGES.plots)
          .meta({ pattern: NOT_BLANK_PATTERN }),
        LOT_MESSAGES.plots,
      )
      .max(PLOTS_OF_LOT, LOT_MESSAGES.plots)
      .nullable(),
    isAnonymized: z.boolean({ error: LOT_MESSAGES.anonymizedFlag }),
    ...optionalFigures((field) => figure(field).nullable()),
  } satisfies Record<SettableField, z.ZodType>;
}

/** A schema that is created again when the day changes: creating it takes many times as long as parsing a lot. */
function onceADay<Schema>(make: (today: string) => Schema): (today: string) => Schema {
  let known: { today: string; schema: Schema } | null = null;
  return (today) => {
    if (known?.today !== today) known = { today, schema: make(today) };
    return known.schema;
  };
}

/** The staff form's stricter lot id (docs/spec/lots-and-stages.md, 'Lot id'). */
export const staffLotId = z
  .string({ error: LOT_MESSAGES.lotIdRequired })
  .transform(normaliseLotId)
  .pipe(z.string().min(1, LOT_MESSAGES.lotIdRequired).regex(STAFF_LOT_ID, LOT_MESSAGES.staffLotIdForm));

/**
 * A new lot as the API takes it; an unknown field is an error. Weights in kg, moisture in %, temperature in °C, places in
 * degrees, quality in 0-100 points. Ids come out in upper case, texts trimmed. With a delivery the weight must be its
 * net weight.
 * @param today see `lotFields`
 */
export const createLotInput = onceADay((today) => {
  const fields = lotFields(today);
  return z
    .strictObject({
      ...fields,
      ...textRules((field) => textOrNull(field).default(null)),
      certifications: fields.certifications.default([]),
      plots: fields.plots.default(null).transform((plots) => (plots?.length === 0 ? null : plots)),
      isAnonymized: fields.isAnonymized.default(false),
      ...optionalFigures((field) => fields[field].default(null)),
      delivery: deliveryInput.nullish(),
    })
    .superRefine(({ weight, delivery }, { addIssue }) => {
      if (delivery === null || delivery === undefined) return;
      const fault = netWeightFault(weight, delivery);
      if (fault !== null) addIssue({ code: 'custom', path: ['weight'], message: encodeMessage(fault) });
    });
});
export type CreateLotValues = z.output<ReturnType<typeof createLotInput>>;

/**
 * A change to a lot: any of its fields but the lot id, and the version that was read; an unknown field is an error.
 * A null quality score takes the grade away.
 * @param today see `lotFields`
 */
export const updateLotPatch = onceADay((today) => {
  const { lotId: _lotId, ...fields } = lotFields(today);
  return z
    .strictObject({
      ...fields,
      version: z.int({ error: LOT_MESSAGES.versionWhole }).min(1, LOT_MESSAGES.versionLow),
    })
    .partial();
});
export type LotPatchValues = z.output<ReturnType<typeof updateLotPatch>>;

/** Weight of a lot at a step; derived lots are heavier than origin lots may be. */
const weighedKg = z
  .number({ error: LOT_MESSAGES.weightPositive })
  .refine((kg) => gramsFromKg(kg) > 0, LOT_MESSAGES.weightPositive)
  .max(
    TRANSFORMATION_LIMITS.derivedKg,
    encodeMessage(INPUT.tooHeavy({ field: 'weight', mostKg: TRANSFORMATION_LIMITS.derivedKg })),
  )
  .meta({ minimum: 0.0005 });

function instant(message: string) {
  return z.iso
    .datetime({ offset: true, error: message })
    .transform((iso) => new Date(iso))
    .nullish()
    .transform((at) => at ?? undefined);
}

/** Fields of a stage change, for the schema and for the steps of the process-update wizard. */
export const processFields = {
  currentProcess: z.enum(STAGES, { error: missing(LOT_MESSAGES.stageRequired, LOT_MESSAGES.stage) }),
  processDetails: text('processDetails', LOT_LIMITS.textLength),
  operatorName: lineText('operatorName', LOT_LIMITS.nameLength),
  location: optionalText('location', LOT_LIMITS.textLength, lineText),
  notes: optionalText('notes', LOT_LIMITS.textLength),
  moisture: figure('moistureContent'),
  temperature: figure('temperature'),
};

/** Why a lot is shipped although something speaks against it, and the request that a second person confirmed. */
export const confirmRisks = z.strictObject({
  reason: text('reason', LOT_LIMITS.textLength),
  confirmationId: z
    .uuid(encodeMessage(SHIPPING.notConfirmed({})))
    .nullish()
    .transform((id) => id ?? undefined),
});

/** A wrong stage that is taken back, over the version that was read. */
export const stageReversalInput = z.strictObject({
  reason: text('reason', LOT_LIMITS.textLength),
  version: z.int({ error: LOT_MESSAGES.versionWhole }).min(1, LOT_MESSAGES.versionLow).optional(),
});
export type StageReversal = z.output<typeof stageReversalInput>;

/** A request for a second person before a lot is shipped. */
export const confirmationRequest = z.strictObject({
  stage: z
    .enum(SHIPPING_STAGES, encodeMessage(INPUT.oneOf({ field: 'currentProcess', choices: SHIPPING_STAGES })))
    .default('shipped'),
  /** the reading that the stage change will state */
  moisture: processFields.moisture
    .nullish()
    .transform((percent) => percent ?? undefined)
    .describe('%, as the stage change will state it; the stored one without it'),
});
export type ConfirmationRequest = z.output<typeof confirmationRequest>;

/**
 * A stage change as the API takes it: `{ currentProcess, processDetails }` alone is enough
 * (docs/spec/lots-and-stages.md, 'Stage change'). Whether the lot may move to that stage is the rule of `stages.ts`.
 * Times come out as dates; absent parts as undefined.
 */
export const processUpdateInput = z.strictObject({
  /** why the weight is less: without it a smaller one is refused */
  loss: z
    .strictObject({
      reason: z.enum(LOSS_REASONS, encodeMessage(INPUT.oneOf({ field: 'lossReason', choices: LOSS_REASONS }))),
      note: optionalText('lossNote', LOT_LIMITS.textLength),
    })
    .nullish(),
  currentProcess: processFields.currentProcess,
  processDetails: processFields.processDetails,
  location: processFields.location,
  operatorName: optionalText('operatorName', LOT_LIMITS.nameLength, lineText),
  qualityChecks: z
    .strictObject({
      /** kg: the step's weighing, with a loss where it is less than before */
      weight: weighedKg.nullish(),
      moisture: processFields.moisture.nullish(),
      temperature: processFields.temperature.nullish(),
      notes: processFields.notes,
    })
    .nullish(),
  timestamps: z
    .strictObject({ startTime: instant(LOT_MESSAGES.startTime), endTime: instant(LOT_MESSAGES.endTime) })
    .refine(({ startTime, endTime }) => startTime === undefined || endTime === undefined || endTime >= startTime, {
      error: LOT_MESSAGES.endBeforeStart,
      path: ['endTime'],
    })
    .nullish(),
  confirmRisks: confirmRisks.nullish(),
});
export type StageChange = z.output<typeof processUpdateInput>;
