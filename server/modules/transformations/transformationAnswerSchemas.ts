import { z } from 'zod';
import { DEFORESTATION_STATUSES } from '../../domain/forest/deforestation.ts';
import { LOT_KINDS } from '../../domain/lot/lotKind.ts';
import { STAGES } from '../../domain/lot/stages.ts';
import { LOSS_REASONS, TRANSFORMATION_STEPS } from '../../domain/mass/massBalance.ts';
import { transformationInput, weighingInput } from '../../domain/mass/transformationInput.ts';
import { count, instant, messageSchema, messageSchemas, paginationSchema } from '../../platform/rest/answerSchemas.ts';
import type { TransformationImportAnswer } from './transfer/transformationImport.ts';
import type {
  LotDescendantView,
  LotOriginView,
  LotUseView,
  TransformationPart,
  TransformationView,
} from './transformationView.ts';

const kg = z.number().min(0).describe('kg');
const share = z.number().min(0).max(1.000001).describe('0-1');
const erasable = z.string().nullable().describe('Null without one, and once erased');

export const transformationBody = transformationInput(() => new Date('9999-12-31T00:00:00Z')).meta({
  id: 'NewTransformation',
  examples: [
    {
      step: 'fermentation',
      inputs: [
        { lot: 'LOT701', weight: 60 },
        { lot: 'LOT702', weight: 40 },
      ],
      outputs: [{ lotId: 'LOT801', weight: 85, moistureContent: 52 }],
      loss: { weight: 15, reason: 'fermentation' },
    },
  ],
});
export const weighingBody = weighingInput.meta({
  id: 'Weighing',
  examples: [{ weight: 40.5, moistureContent: 7.2, lossReason: 'drying' }],
});

const part = z.strictObject({
  id: z.uuid(),
  lotId: z.string(),
  kind: z.enum(LOT_KINDS),
  farmId: z.string().nullable().describe('Null of a derived lot, and once erased'),
  farmerName: z.string().nullable().describe('Null of a derived lot, and once erased'),
  currentProcess: z.enum(STAGES).describe('The present one'),
  weight: kg,
}) satisfies z.ZodType<TransformationPart>;

const transformation = z
  .strictObject({
    id: z.uuid(),
    step: z.enum(TRANSFORMATION_STEPS),
    at: instant.describe('When it was done'),
    recordedAt: instant,
    recordedBy: erasable,
    inputCount: count,
    outputCount: count,
    inputWeight: kg,
    outputWeight: kg,
    loss: z.strictObject({ weight: kg, reason: z.enum(LOSS_REASONS).nullable(), note: erasable }),
    yieldPercent: z.number().describe('Outputs as a share of the inputs, %'),
    expectedYield: z
      .strictObject({ least: z.number(), most: z.number() })
      .nullable()
      .describe('What was expected of a yield outside of it, %'),
    flagged: z.boolean().describe('It has warnings'),
    warnings: messageSchemas.describe('A yield outside of what is expected, and plots that bore too much'),
    place: erasable,
    operatorName: erasable,
    notes: erasable,
    explanation: erasable,
  })
  .meta({ id: 'Transformation' }) satisfies z.ZodType<TransformationView>;

export const transformationAnswer = z.strictObject({
  transformation,
  inputs: z.array(part).describe('Lots that went in, the most first'),
  outputs: z.array(part).describe('Lots that came out, the most first'),
});
export const transformationsAnswer = z.strictObject({
  transformations: z.array(transformation).describe('Newest first'),
  pagination: paginationSchema,
});

export const transformationImportAnswer = z.strictObject({
  created: count.describe('Transformations that were recorded: all of them, or 0'),
  total: count,
  invalid: count.describe('Transformations with errors'),
  transformations: z
    .array(
      z.strictObject({
        transformation: z.string().describe('As the file calls it'),
        errors: z.array(
          z.strictObject({
            row: z.int().min(1).nullable().describe('Line of the file; null: the transformation as a whole'),
            field: z.string(),
            message: z.string(),
            said: messageSchema,
          }),
        ),
      }),
    )
    .describe('Those with errors first'),
}) satisfies z.ZodType<TransformationImportAnswer>;

const origin = z.strictObject({
  id: z.uuid(),
  lotId: z.string(),
  farmId: z.string().nullable().describe('Null once erased'),
  farmerName: z.string().nullable().describe('Null once erased'),
  cacaoVariety: z.string(),
  harvestDate: z.iso.date(),
  deforestationStatus: z.enum(DEFORESTATION_STATUSES),
  isAnonymized: z.boolean(),
  depth: z.int().min(1).describe('Fewest transformations between'),
  weight: kg.describe('kg of the derived lot that come from it'),
  share,
}) satisfies z.ZodType<LotOriginView>;
export const originsAnswer = z.strictObject({
  origins: z.array(origin).describe('Largest shares first; none of an origin lot'),
  varieties: z.array(z.strictObject({ variety: z.string(), share })).describe('Of the whole lot'),
  pagination: paginationSchema,
});

const descendant = z.strictObject({
  id: z.uuid(),
  lotId: z.string(),
  currentProcess: z.enum(STAGES),
  deforestationStatus: z.enum(DEFORESTATION_STATUSES),
  lotWeight: kg,
  available: kg.describe('kg that are left of it'),
  depth: z.int().min(1).describe('Fewest transformations between'),
  weight: kg.describe('kg of it that come from the other lot'),
  share,
}) satisfies z.ZodType<LotDescendantView>;
export const descendantsAnswer = z.strictObject({
  descendants: z.array(descendant).describe('Nearest first'),
  pagination: paginationSchema,
});

const use = z.strictObject({
  transformationId: z.uuid().nullable().describe('Null for farmers, who see that their beans went on'),
  step: z.enum(TRANSFORMATION_STEPS).nullable().describe('Null for farmers'),
  at: instant,
  weight: kg,
  lots: z
    .array(z.strictObject({ lotId: z.string(), url: z.string().describe('Its public page') }))
    .describe('The lots that were made'),
}) satisfies z.ZodType<LotUseView>;
export const usesAnswer = z.strictObject({
  uses: z.array(use).describe('Newest first'),
  pagination: paginationSchema,
});
