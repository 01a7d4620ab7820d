import { z } from 'zod';
import type { Certification } from '../../../server/domain/cacao.ts';
import {
  type CreateLotValues,
  firstMessages,
  LIMITS,
  LOT_MESSAGES,
  lotFields,
  optionalFigures,
  staffLotId,
} from '../../../server/domain/lotInput.ts';
import { FIGURE_FIELDS, type FigureField } from '../../../server/domain/lotTable.ts';
import { numberFromText } from './numberText.ts';

/** What the create-lot wizard holds: figures as they were typed; the quality score in 0-10, in steps of 0.1. */
export interface CreateLotForm extends Record<FigureField, string> {
  lotId: string;
  farmId: string;
  farmerName: string;
  cacaoVariety: string;
  harvestDate: string;
  certifications: Certification[];
  isAnonymized: boolean;
  consent: boolean;
}
export type CreateLotField = keyof CreateLotForm;

export const CREATE_STEPS = ['Basic Info', 'Location', 'Quality', 'Review'] as const;
export type StepNumber = 1 | 2 | 3 | 4;

const NO_FIGURES = Object.fromEntries(FIGURE_FIELDS.map((field) => [field, ''] as const)) as Record<
  FigureField,
  string
>;

/** Messages by field, in the order of the fields on the screen. */
export type FormErrors = Partial<Record<string, string>>;

/**
 * The wizard as it opens: variety Trinitario, harvest today, farm and farmer of the signed-in person.
 * @param today the local calendar day, YYYY-MM-DD
 */
export function newLotForm(user: { farmId: string; name: string }, lotId: string, today: string): CreateLotForm {
  return {
    lotId,
    farmId: user.farmId,
    farmerName: user.name,
    cacaoVariety: 'Trinitario',
    harvestDate: today,
    ...NO_FIGURES,
    certifications: [],
    isAnonymized: false,
    consent: false,
  };
}

const TENTH = 1e-9;
const formQuality = z.preprocess(
  (text) => numberFromText(text) ?? null,
  z
    .number({ error: LOT_MESSAGES.formQuality })
    .min(LIMITS.formQuality.min, LOT_MESSAGES.formQuality)
    .max(LIMITS.formQuality.max, LOT_MESSAGES.formQuality)
    .refine((score) => Math.abs(score * 10 - Math.round(score * 10)) < TENTH, LOT_MESSAGES.formQuality)
    // The API's unit is 0-100 (decisions, 'Quality score').
    .transform((score) => Math.round(score * 10))
    .nullable(),
);

function stepSchemas(today: string) {
  const fields = lotFields(today);
  const figure = <T extends z.ZodType>(field: T) => z.preprocess(numberFromText, field);
  return {
    1: z.object({
      lotId: staffLotId,
      farmId: fields.farmId,
      farmerName: fields.farmerName,
      cacaoVariety: fields.cacaoVariety,
      harvestDate: fields.harvestDate,
    }),
    2: z.object({ latitude: figure(fields.latitude), longitude: figure(fields.longitude) }),
    3: z.object({
      weight: figure(fields.weight),
      moistureContent: figure(fields.moistureContent),
      temperature: figure(fields.temperature),
      certifications: fields.certifications,
      ...optionalFigures((field) => z.preprocess((text) => numberFromText(text) ?? null, fields[field])),
      qualityScore: formQuality,
    }),
    4: z.object({ isAnonymized: fields.isAnonymized, consent: z.literal(true, { error: LOT_MESSAGES.consent }) }),
  };
}

/** The messages of one step; empty when it validates. */
export function stepErrors(step: StepNumber, form: CreateLotForm, today: string): FormErrors {
  const result = stepSchemas(today)[step].safeParse(form);
  return result.success ? {} : firstMessages(result.error);
}

/** The wizard's outcome: the API's input, or the first step that does not validate with its messages. */
export type Submission = { input: CreateLotValues } | { step: StepNumber; errors: FormErrors };

/** Validates steps 1-3, then the consent; quality goes out as 0-100. */
export function submission(form: CreateLotForm, today: string): Submission {
  for (const step of [1, 2, 3, 4] as const) {
    const errors = stepErrors(step, form, today);
    if (Object.keys(errors).length > 0) return { step, errors };
  }
  const schemas = stepSchemas(today);
  const { consent: _consent, ...publicity } = schemas[4].parse(form);
  return {
    input: { ...schemas[1].parse(form), ...schemas[2].parse(form), ...schemas[3].parse(form), ...publicity },
  };
}
