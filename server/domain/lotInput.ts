import { z } from 'zod';
import { CERTIFICATIONS, VARIETIES } from './cacao.ts';
import {
  normaliseLotId,
  PUBLIC_LOT_ID,
  PUBLIC_LOT_ID_MESSAGE,
  PUBLIC_LOT_ID_PATTERN,
  STAFF_LOT_ID,
  STAFF_LOT_ID_MESSAGE,
} from './lotId.ts';
import {
  isOptionalFigure,
  LOT_FIELD_NAMES,
  LOT_FIELDS,
  type BoundedFigure,
  type FigureField,
  type OptionalFigure,
  type SettableField,
} from './lotTable.ts';
import { saidIn } from './said/carried.ts';
import { STAGES } from './stages.ts';
import { shortened } from './shortened.ts';
import { isStorable, NOT_BLANK_PATTERN, STORABLE_PATTERN } from './storable.ts';
import { gramsFromKg } from './units.ts';

/** Lengths and ranges of a lot's fields (staff specification, sections 5 and 9); the ranges of figures are in `lotTable.ts`. */
export const LIMITS = {
  nameLength: 120,
  textLength: 2000,
  farmIdLength: 40,
  certifications: 20,
  weightKg: 10_000,
  /** The staff form asks 0-10 in steps of 0.1 and sends ten times that (decisions, 'Quality score'). */
  formQuality: { min: 0, max: 10 },
  /** Edits of one lot in 24 hours, by all people together. Each is an event on the ledger, checked whenever the lot is. */
  editsADay: 200,
} as const;

/** What a person reads at a field, one text per rule (staff specification, section 5). */
export const LOT_MESSAGES = {
  lotIdRequired: 'Lot ID is required',
  farmIdRequired: 'Farm ID is required',
  farmIdForm: `Farm ID takes letters, digits, _ and -, at most ${LIMITS.farmIdLength} characters`,
  farmerNameRequired: 'Farmer name is required',
  harvestDateRequired: 'Harvest date is required',
  harvestDateForm: 'Harvest date must be a calendar day in the form YYYY-MM-DD',
  harvestDateFuture: 'Harvest date cannot be in the future',
  variety: `Cacao variety must be one of ${VARIETIES.join(', ')}`,
  latitudeRequired: figureRequired('latitude'),
  longitudeRequired: figureRequired('longitude'),
  weightRequired: 'Weight is required',
  weightPositive: 'Weight must be a positive number',
  weightHigh: 'Weight seems too high (max 10,000 kg)',
  certifications: `Certifications must be from ${CERTIFICATIONS.join(', ')}`,
  certificationsMany: `At most ${LIMITS.certifications} certifications can be given`,
  formQuality: 'Quality score must be between 0 and 10, in steps of 0.1',
  consent: 'You must accept the compliance terms to proceed',
  stageRequired: 'Choose the step that the lot has reached',
  stage: `Process step must be one of ${STAGES.join(', ')}`,
  detailsRequired: 'Process details are required',
  operatorRequired: 'Operator name is required',
  startTime: 'Start time must be a date and time',
  endTime: 'End time must be a date and time',
  endBeforeStart: 'End time cannot be before the start time',
} as const;

/** One field of the input that cannot be taken, and why; a nested field is named with dots. */
export interface FieldMessage {
  field: string;
  message: string;
}

/** How much is said of wrong input: names of fields, and with them messages, may be the sender's own, of any length and number. */
export const MESSAGE_LIMITS = { messages: 50, fieldLength: 100, messageLength: 500 } as const;

/**
 * The messages of a failed parse, in the order of the fields; an unknown field is named as itself. Of more than 50 the rest
 * is counted in a last one, of no field; long names and messages are cut.
 * @returns at least one entry; several may name one field
 */
export function fieldMessages(error: z.ZodError): FieldMessage[] {
  const messages: FieldMessage[] = [];
  let all = 0;
  for (const issue of error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [null];
    all += keys.length;
    for (const key of keys.slice(0, MESSAGE_LIMITS.messages - messages.length)) {
      const field = shortened([...issue.path, ...(key === null ? [] : [key])].join('.'), MESSAGE_LIMITS.fieldLength);
      const message =
        key === null
          ? (saidIn(issue.message)?.text ?? issue.message)
          : `${shortened(key, MESSAGE_LIMITS.fieldLength)} cannot be set here`;
      messages.push({ field, message: shortened(message, MESSAGE_LIMITS.messageLength) });
    }
  }
  const more = all - messages.length;
  return more === 0 ? messages : [...messages, { field: '', message: `and ${more.toLocaleString('en-US')} more` }];
}

/** The first message of each field: what a form shows. */
export function firstMessages(error: z.ZodError): Record<string, string> {
  const first: Record<string, string> = {};
  for (const { field, message } of fieldMessages(error)) first[field] ??= message;
  return first;
}

/**
 * The calendar day where the day is furthest on (UTC+14), YYYY-MM-DD. A server that does not know the farm's time zone
 * passes it as `today`: a harvest of this morning in Papua New Guinea is not refused because it is still yesterday in UTC.
 */
export function latestCalendarDay(now: Date): string {
  return new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10);
}

// A missing value and a wrong one are told apart, so that a form never says 'between' of an empty box.
const missing = (required: string, wrong: string) => (issue: { input?: unknown }) =>
  issue.input === undefined || issue.input === null ? required : wrong;

function text(label: string, length: number, required: string) {
  return z
    .string({ error: missing(required, `${label} must be text`) })
    .trim()
    .normalize('NFC')
    .min(1, required)
    .max(length, `${label} can be at most ${length.toLocaleString('en-US')} characters`)
    .refine(isStorable, `${label} holds characters that cannot be stored`)
    .meta({ pattern: NOT_BLANK_PATTERN });
}

/** Optional text: absent, null and blank are all 'not given'. */
function optionalText(label: string, length: number) {
  return z.preprocess(
    (value) => (value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value),
    text(label, length, `${label} is required`).meta({ minLength: 0, pattern: STORABLE_PATTERN }).optional(),
  );
}

function figureRequired(field: FigureField): string {
  return `${LOT_FIELDS[field].figure.label} is required`;
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

function outOfBounds(field: BoundedFigure): string {
  const { label, bounds } = LOT_FIELDS[field].figure;
  return `${label} must be ${bounds.words}`;
}

const neededFigure = (field: BoundedFigure) => figure(field, figureRequired(field));

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
      .string({ error: missing(LOT_MESSAGES.lotIdRequired, PUBLIC_LOT_ID_MESSAGE) })
      .transform(normaliseLotId)
      .pipe(z.string().min(1, LOT_MESSAGES.lotIdRequired).regex(PUBLIC_LOT_ID, PUBLIC_LOT_ID_MESSAGE))
      // What JSON Schema cannot read out of the steps above.
      .meta({ pattern: PUBLIC_LOT_ID_PATTERN }),
    farmId: z
      .string({ error: missing(LOT_MESSAGES.farmIdRequired, LOT_MESSAGES.farmIdForm) })
      .trim()
      .toUpperCase()
      .min(1, LOT_MESSAGES.farmIdRequired)
      .regex(/^[A-Z0-9_-]{1,40}$/, LOT_MESSAGES.farmIdForm),
    farmerName: text('Farmer name', LIMITS.nameLength, LOT_MESSAGES.farmerNameRequired),
    cacaoVariety: z.enum(VARIETIES, { error: LOT_MESSAGES.variety }),
    harvestDate: z
      .string({ error: missing(LOT_MESSAGES.harvestDateRequired, LOT_MESSAGES.harvestDateForm) })
      .trim()
      .min(1, LOT_MESSAGES.harvestDateRequired)
      .pipe(z.iso.date(LOT_MESSAGES.harvestDateForm))
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
      .max(LIMITS.weightKg, LOT_MESSAGES.weightHigh)
      .meta({ minimum: 0.0005 }),
    moistureContent: neededFigure('moistureContent'),
    temperature: neededFigure('temperature'),
    certifications: z
      .array(z.enum(CERTIFICATIONS, { error: LOT_MESSAGES.certifications }), { error: LOT_MESSAGES.certifications })
      .max(LIMITS.certifications, LOT_MESSAGES.certificationsMany)
      .transform((names) => [...new Set(names)]),
    isAnonymized: z.boolean({ error: 'isAnonymized must be true or false' }),
    ...optionalFigures((field) => figure(field).nullable()),
  } satisfies Record<SettableField, z.ZodType>;
}

/** The staff form's stricter lot id (decisions, 'Lot id'). */
export const staffLotId = z
  .string({ error: LOT_MESSAGES.lotIdRequired })
  .transform(normaliseLotId)
  .pipe(z.string().min(1, LOT_MESSAGES.lotIdRequired).regex(STAFF_LOT_ID, STAFF_LOT_ID_MESSAGE));

/**
 * A new lot as the API takes it; an unknown field is an error. Weights in kg, moisture in %, temperature in °C, places in
 * degrees, quality in 0-100 points. Ids come out in upper case, texts trimmed.
 * @param today see `lotFields`
 */
export function createLotInput(today: string) {
  const fields = lotFields(today);
  return z.strictObject({
    ...fields,
    certifications: fields.certifications.default([]),
    isAnonymized: fields.isAnonymized.default(false),
    ...optionalFigures((field) => fields[field].default(null)),
  });
}
export type CreateLotValues = z.output<ReturnType<typeof createLotInput>>;

/**
 * A change to a lot: any of its fields but the lot id, and the version that was read; an unknown field is an error.
 * A null quality score takes the grade away.
 * @param today see `lotFields`
 */
export function updateLotPatch(today: string) {
  const { lotId: _lotId, ...fields } = lotFields(today);
  return z
    .strictObject({
      ...fields,
      version: z.int({ error: 'version must be a whole number' }).min(1, 'version must be 1 or more'),
    })
    .partial();
}
export type LotPatchValues = z.output<ReturnType<typeof updateLotPatch>>;

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
  processDetails: text('Process details', LIMITS.textLength, LOT_MESSAGES.detailsRequired),
  operatorName: text('Operator name', LIMITS.nameLength, LOT_MESSAGES.operatorRequired),
  location: optionalText('Location', LIMITS.textLength),
  notes: optionalText('Notes', LIMITS.textLength),
  moisture: figure('moistureContent'),
  temperature: figure('temperature'),
};

/**
 * A stage change as the API takes it: `{ currentProcess, processDetails }` alone is enough (decisions, 'Process update').
 * Whether the lot may move to that stage is the rule of `stages.ts`. Times come out as dates; absent parts as undefined.
 */
export const processUpdateInput = z.strictObject({
  currentProcess: processFields.currentProcess,
  processDetails: processFields.processDetails,
  location: processFields.location,
  operatorName: optionalText('Operator name', LIMITS.nameLength),
  qualityChecks: z
    .strictObject({
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
});
