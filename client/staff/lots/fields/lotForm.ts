import { z } from 'zod';
import {
  blankOrText,
  LOT_LIMITS,
  LOT_MESSAGES,
  lotFields,
  optionalFigures,
  textRules,
} from '../../../../server/domain/lot/lotInput.ts';
import { FIGURE_FIELDS, LOT_TEXTS, type FigureField, type LotText } from '../../../../server/domain/lot/lotTable.ts';
import { typedFigure, typedFigureOrNull } from '../../../design/form/numberText.ts';
import type { FormFields } from '../../../design/form/useForm.ts';

/* Common parts of the create and edit forms: figures are stored as typed, quality as 0-10. */

export type LotFormValues = Record<'farmId' | LotText | 'cacaoVariety' | 'harvestDate' | FigureField, string> & {
  certifications: readonly string[];
  isAnonymized: boolean;
};
/** Fields for these inputs, from `partOf` a form. */
export type LotFormFields = FormFields<LotFormValues, unknown>;

/** The measured figures; the place is entered beside its map. */
export const MEASURED_FIELDS = FIGURE_FIELDS.filter((field) => field !== 'latitude' && field !== 'longitude');

/** A text for each figure. */
export function figureTexts(textOf: (field: FigureField) => string): Record<FigureField, string> {
  return Object.fromEntries(FIGURE_FIELDS.map((field) => [field, textOf(field)] as const)) as Record<
    FigureField,
    string
  >;
}

/** What each text of the table is typed as. */
export function typedTexts(textOf: (field: LotText) => string): Record<LotText, string> {
  return Object.fromEntries(LOT_TEXTS.map((field) => [field, textOf(field)] as const)) as Record<LotText, string>;
}

const TENTH = 1e-9;
/** The form's 0-10 in steps of 0.1; the API's unit is 0-100 (docs/spec/lots-and-stages.md, 'Quality score'). */
const formQuality = z
  .number({ error: LOT_MESSAGES.formQuality })
  .min(LOT_LIMITS.formQuality.min, LOT_MESSAGES.formQuality)
  .max(LOT_LIMITS.formQuality.max, LOT_MESSAGES.formQuality)
  .refine((score) => Math.abs(score * 10 - Math.round(score * 10)) < TENTH, LOT_MESSAGES.formQuality)
  .transform((score) => Math.round(score * 10))
  .nullable();

/**
 * The domain's rules for the values of these forms.
 * @param today the local calendar day, YYYY-MM-DD
 */
export function typedLotFields(today: string) {
  const { lotId: _lotId, plots: _plots, ...fields } = lotFields(today);
  return {
    ...fields,
    ...textRules(blankOrText),
    cacaoVariety: z.string().pipe(fields.cacaoVariety),
    latitude: typedFigure(fields.latitude),
    longitude: typedFigure(fields.longitude),
    weight: typedFigure(fields.weight),
    moistureContent: typedFigure(fields.moistureContent),
    temperature: typedFigure(fields.temperature),
    ...optionalFigures((field) => typedFigureOrNull(fields[field])),
    qualityScore: typedFigureOrNull(formQuality),
  };
}
