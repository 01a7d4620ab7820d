import { z } from 'zod';
import { DEFORESTATION_STATUSES } from '../domain/deforestation.ts';
import { lotSchema } from '../lots/lotAnswerSchemas.ts';
import { count, instant, paginationSchema, saidSchema, saidSchemas } from '../rest/answerSchemas.ts';
import type { LotCheckView } from './lotChecks.ts';
import type { SatelliteDataView } from './satelliteService.ts';

const satelliteData = z.strictObject({
  status: z.enum(DEFORESTATION_STATUSES),
  driver: z.string(),
  dataset: z.string().nullable(),
  datasetVersion: z.string().nullable(),
  checkedAt: instant.nullable(),
  window: z.array(z.number()).nullable().describe('Degrees: west, south, east, north'),
  pixels: count.nullable(),
  lossPixelsAfterCutoff: count.nullable(),
  lossYears: z.array(z.int()).nullable(),
  treeCover2000: count.nullable().describe('Mean canopy cover, whole percent'),
  confidence: z.enum(['high', 'medium', 'low']).nullable(),
  evidenceHash: z.string().nullable().describe('SHA-256, hex'),
  message: z.string().nullable(),
  said: saidSchemas,
}) satisfies z.ZodType<SatelliteDataView>;

export const satelliteAnswer = z.strictObject({ lot: lotSchema, satelliteData });

const check = z.strictObject({
  id: z.uuid(),
  checkedAt: instant,
  conclusion: z.enum(['clear', 'loss', 'inconclusive']),
  driver: z.string(),
  sample: z.boolean().describe('The data is made up for demonstration'),
  dataset: z.string().nullable(),
  datasetVersion: z.string().nullable(),
  pixels: count.describe('Pixels that were read'),
  lossPixelsAfterCutoff: count,
  lossYears: z.array(z.int()),
  reason: saidSchema.nullable().describe('Why it could not conclude'),
  sameLand: z.boolean().nullable().describe('It read the land that the lot is from now; null once that was erased'),
}) satisfies z.ZodType<LotCheckView>;

export const checksAnswer = z.strictObject({
  checks: z.array(check).describe('Newest first'),
  differs: z.boolean().describe('The record of the lot differs from the ledger: nothing of its checks is told'),
  pagination: paginationSchema,
});
