import { z } from 'zod';
import { DEFORESTATION_STATUSES } from '../domain/deforestation.ts';
import { lotSchema } from '../lots/lotAnswerSchemas.ts';
import { count, instant, saidSchemas } from '../rest/answerSchemas.ts';
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
