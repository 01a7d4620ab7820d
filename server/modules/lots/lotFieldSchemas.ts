import { z } from 'zod';
import { DEFORESTATION_STATUSES } from '../../domain/forest/deforestation.ts';
import { factsOf, LOT_FIELD_NAMES, type FieldForm, type LotField, type LotValues } from '../../domain/lot/lotTable.ts';
import { STAGES } from '../../domain/lot/stages.ts';
import { instant } from '../../platform/rest/answerSchemas.ts';

const FORMS: Record<Exclude<FieldForm, 'figure'>, z.ZodType> = {
  text: z.string(),
  variety: z.string(),
  day: z.iso.date(),
  texts: z.array(z.string()),
  flag: z.boolean(),
  stage: z.enum(STAGES),
  status: z.enum(DEFORESTATION_STATUSES),
  moment: instant,
};

/** How answers of the REST interface describe the fields of a lot. */
export const lotFieldSchemas = Object.fromEntries(
  LOT_FIELD_NAMES.map((field) => [field, schemaOf(field)] as const),
) as LotFieldSchemas;

type LotFieldSchemas = { [Field in LotField]: z.ZodType<LotValues[Field]> };

function schemaOf(field: LotField): z.ZodType {
  const { form, figure, nullable } = factsOf(field);
  const value = form === 'figure' ? figureSchema(figure?.bounds ?? null) : FORMS[form];
  const schema = nullable ? value.nullable() : value;
  return figure === undefined ? schema : schema.describe(figure.unit);
}

function figureSchema(bounds: { min: number; max: number } | null): z.ZodType {
  return bounds === null ? z.number() : z.number().min(bounds.min).max(bounds.max);
}
