import { z } from 'zod';
import { lotFields, optionalFigures } from '../../../../server/domain/lot/lotInput.ts';
import { FIGURE_FIELDS, LOT_TEXTS, type LotText } from '../../../../server/domain/lot/lotTable.ts';
import type { EditedLotFragment } from '../../../graphql/generated.ts';
import { figureTexts, type LotFormValues, typedLotFields, typedTexts } from '../fields/lotForm.ts';

/** The editable fields, in the order of the dialog. */
export const EDIT_FIELDS = [
  'farmId',
  ...LOT_TEXTS,
  'cacaoVariety',
  'harvestDate',
  ...FIGURE_FIELDS,
  'plots',
  'certifications',
  'isAnonymized',
] as const satisfies readonly (keyof EditedLotFragment & keyof EditLotForm)[];
export type EditField = (typeof EDIT_FIELDS)[number];

const figureText = (figure: number | null): string => (figure === null ? '' : String(figure));

/** A lot in form representation; quality as 0-10. */
export function editedValues(lot: EditedLotFragment): EditLotForm {
  return {
    farmId: lot.farmId ?? '',
    ...typedTexts((field) => lot[field] ?? ''),
    cacaoVariety: lot.cacaoVariety,
    harvestDate: lot.harvestDate,
    ...figureTexts((field) => figureText(lot[field])),
    qualityScore: figureText(lot.qualityScore === null ? null : Math.round(lot.qualityScore * 10) / 100),
    plots: [...(lot.plots ?? [])],
    certifications: [...lot.certifications],
    isAnonymized: lot.isAnonymized,
  };
}
/** @property plots references of the lot's stored outlines, and UUIDs of current plots */
export type EditLotForm = LotFormValues & { plots: readonly string[] };

/** The fields that differ between two states of the dialog. */
export function differingFields(one: EditLotForm, other: EditLotForm): EditField[] {
  return EDIT_FIELDS.filter((field) => !isSame(one[field], other[field]));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Schema that converts the form to the mutation input: only changed fields, each validated by the domain's rule.
 * Unchanged values are not validated: they may predate a rule, or be erased.
 * @param opened initial values of the dialog
 * @param today the local calendar day, YYYY-MM-DD
 */
export function editLotForm(opened: EditLotForm, today: string) {
  const fields = typedLotFields(today);
  const plotsOfLot = lotFields(today).plots.unwrap();
  return (
    z
      .object({
        farmId: ifChanged(opened.farmId, fields.farmId),
        ...changedTexts(opened, fields),
        cacaoVariety: ifChanged(opened.cacaoVariety, fields.cacaoVariety),
        harvestDate: ifChanged(opened.harvestDate, fields.harvestDate),
        latitude: ifChanged(opened.latitude, fields.latitude),
        longitude: ifChanged(opened.longitude, fields.longitude),
        weight: ifChanged(opened.weight, fields.weight),
        moistureContent: ifChanged(opened.moistureContent, fields.moistureContent),
        temperature: ifChanged(opened.temperature, fields.temperature),
        ...optionalFigures((field) => ifChanged(opened[field], fields[field])),
        plots: ifChanged(opened.plots, plotsOfLot),
        certifications: ifChanged(opened.certifications, fields.certifications),
        isAnonymized: ifChanged(opened.isAnonymized, fields.isAnonymized),
      })
      // The plots define the place of the lot, so send no coordinates beside them.
      .transform(({ latitude, longitude, ...patch }) =>
        (patch.plots ?? opened.plots).length > 0 ? patch : { ...patch, latitude, longitude },
      )
  );
}

/** The rules of the texts of the table, each as `ifChanged`. */
function changedTexts(opened: EditLotForm, fields: ReturnType<typeof typedLotFields>) {
  const rules = LOT_TEXTS.map((field) => [field, ifChanged(opened[field], fields[field])] as const);
  type Rules = { [Field in LotText]: ReturnType<typeof ifChanged<string, z.output<(typeof fields)[Field]>>> };
  // The type says of the same table what the loop does.
  return Object.fromEntries(rules) as Rules;
}

function ifChanged<Given, Output>(opened: Given, rule: z.ZodType<Output, Given>) {
  return z.custom<Given>().transform((value, context): Output | undefined => {
    if (isSame(value, opened)) return undefined;
    const judged = rule.safeParse(value);
    if (judged.success) return judged.data;
    for (const { message } of judged.error.issues) context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}
