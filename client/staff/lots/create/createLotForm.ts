import { z } from 'zod';
import { lotFields, LOT_MESSAGES, staffLotId } from '../../../../server/domain/lot/lotInput.ts';
import { LOT_TEXTS } from '../../../../server/domain/lot/lotTable.ts';
import { figureTexts, MEASURED_FIELDS, typedLotFields, typedTexts } from '../fields/lotForm.ts';

/**
 * Schema that converts the create-lot form to the mutation input: parses figures and applies the domain's rules.
 * @param today the local calendar day, YYYY-MM-DD
 * @param numbersOwn whether the cooperative has its own form of lot ids
 */
export function createLotForm(today: string, numbersOwn = false) {
  return z
    .object({
      lotId: numbersOwn ? lotFields(today).lotId : staffLotId,
      ...typedLotFields(today),
      // Names of the farm's plots; they replace the place.
      plots: z.array(z.string()),
      consent: z.boolean().refine((given) => given, LOT_MESSAGES.consent),
    })
    .transform(({ consent: _consent, plots, latitude, longitude, ...input }) =>
      plots.length > 0 ? { ...input, plots } : { ...input, latitude, longitude },
    );
}
export type CreateLotForm = z.input<ReturnType<typeof createLotForm>>;

/** The fields of each step (docs/spec/staff-screens.md, 'Create-lot wizard'). */
export const CREATE_FIELDS = [
  ['lotId', 'farmId', ...LOT_TEXTS, 'cacaoVariety', 'harvestDate'],
  ['plots', 'latitude', 'longitude'],
  [...MEASURED_FIELDS, 'certifications'],
  ['isAnonymized', 'consent'],
] as const satisfies readonly (readonly (keyof CreateLotForm)[])[];

/**
 * Initial values of the wizard: Trinitario, harvested today, and a farmer's own farm and name; others start with both
 * empty (docs/spec/staff-screens.md, 'Create-lot wizard').
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
    ...typedTexts(() => ''),
    farmerName: isFarmer ? user.name : '',
    cacaoVariety: 'Trinitario',
    harvestDate: today,
    ...figureTexts(() => ''),
    certifications: [],
    plots: [],
    isAnonymized: false,
    consent: false,
  };
}
