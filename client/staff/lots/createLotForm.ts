import { z } from 'zod';
import { LIMITS, LOT_MESSAGES, lotFields, optionalFigures, staffLotId } from '../../../server/domain/lotInput.ts';
import { FIGURE_FIELDS, type FigureField } from '../../../server/domain/lotTable.ts';
import { typedFigure, typedFigureOrNull } from '../../design/form/numberText.ts';

const TENTH = 1e-9;
/** The form's 0-10 in steps of 0.1; the API's unit is 0-100 (decisions, 'Quality score'). */
export const formQuality = z
  .number({ error: LOT_MESSAGES.formQuality })
  .min(LIMITS.formQuality.min, LOT_MESSAGES.formQuality)
  .max(LIMITS.formQuality.max, LOT_MESSAGES.formQuality)
  .refine((score) => Math.abs(score * 10 - Math.round(score * 10)) < TENTH, LOT_MESSAGES.formQuality)
  .transform((score) => Math.round(score * 10))
  .nullable();

/**
 * From what the create-lot wizard holds to what is sent: figures as they were typed, and the rules of the domain.
 * @param today the local calendar day, YYYY-MM-DD
 */
export function createLotForm(today: string) {
  const fields = lotFields(today);
  return z
    .object({
      lotId: staffLotId,
      farmId: fields.farmId,
      farmerName: fields.farmerName,
      cacaoVariety: z.string().pipe(fields.cacaoVariety),
      harvestDate: fields.harvestDate,
      latitude: typedFigure(fields.latitude),
      longitude: typedFigure(fields.longitude),
      weight: typedFigure(fields.weight),
      moistureContent: typedFigure(fields.moistureContent),
      temperature: typedFigure(fields.temperature),
      ...optionalFigures((field) => typedFigureOrNull(fields[field])),
      qualityScore: typedFigureOrNull(formQuality),
      certifications: fields.certifications,
      isAnonymized: fields.isAnonymized,
      consent: z.boolean().refine((given) => given, LOT_MESSAGES.consent),
    })
    .transform(({ consent: _consent, ...input }) => input);
}
export type CreateLotForm = z.input<ReturnType<typeof createLotForm>>;

/** The fields of each step (staff specification, section 5). */
export const CREATE_FIELDS = [
  ['lotId', 'farmId', 'farmerName', 'cacaoVariety', 'harvestDate'],
  ['latitude', 'longitude'],
  [...FIGURE_FIELDS.filter((field) => field !== 'latitude' && field !== 'longitude'), 'certifications'],
  ['isAnonymized', 'consent'],
] as const satisfies readonly (readonly (keyof CreateLotForm)[])[];

const NO_FIGURES = Object.fromEntries(FIGURE_FIELDS.map((field) => [field, ''] as const)) as Record<
  FigureField,
  string
>;

/**
 * The wizard as it opens: variety Trinitario, harvest today, farm and farmer of a farmer; others start with both empty (decisions,
 * 'Prefilled farm and farmer').
 * @param today the local calendar day, YYYY-MM-DD
 */
export function newLotForm(
  user: { role: string; farmId: string; name: string },
  lotId: string,
  today: string,
): CreateLotForm {
  const isFarmer = user.role === 'farmer';
  return {
    lotId,
    farmId: isFarmer ? user.farmId : '',
    farmerName: isFarmer ? user.name : '',
    cacaoVariety: 'Trinitario',
    harvestDate: today,
    ...NO_FIGURES,
    certifications: [],
    isAnonymized: false,
    consent: false,
  };
}
