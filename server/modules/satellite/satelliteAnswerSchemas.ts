import { z } from 'zod';
import { DEFORESTATION_STATUSES } from '../../domain/forest/deforestation.ts';
import { RECHECK_CLASSES } from '../../domain/forest/recheck.ts';
import { lotSchema } from '../lots/lotAnswerSchemas.ts';
import { count, instant, paginationSchema, messageSchema, messageSchemas } from '../../platform/rest/answerSchemas.ts';
import type { LotCheckView } from './lotChecks.ts';
import type { RecheckProgressView } from './recheckProgress.ts';
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
  said: messageSchemas,
  sourceSaid: messageSchemas.describe(
    'Of a check that waits while the source is away: since when, and why; else empty',
  ),
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
  reason: messageSchema.nullable().describe('Why it could not conclude'),
  sameLand: z.boolean().nullable().describe('It read the land that the lot is from now; null once that was erased'),
}) satisfies z.ZodType<LotCheckView>;

export const checksAnswer = z.strictObject({
  checks: z.array(check).describe('Newest first'),
  differs: z.boolean().describe('The record of the lot differs from the ledger: nothing of its checks is told'),
  pagination: paginationSchema,
});
export const recheckProgressAnswer = z.strictObject({
  due: count.describe('Lots whose next check is due, those that are queued included'),
  overdue: count.describe('Of these, those that were due more than a day ago'),
  classes: z
    .array(z.strictObject({ name: z.enum(RECHECK_CLASSES), due: count }))
    .describe('By class, in the order in which they are checked'),
  lastCheckAt: instant.nullable(),
  checksLastHour: count.describe('Whoever asked for them'),
  readsPerSecond: count.describe('Places that checks by the clock read at most'),
  doneAt: instant.nullable().describe('At the pace of the last hour; null where it cannot be known'),
  source: z.strictObject({
    driver: z.string(),
    data: z.string().describe('Names and versions; when they change, every lot is checked again'),
    status: z.enum(['reachable', 'away']),
    awaySince: instant.nullable(),
    said: messageSchemas.describe('That it is away, and why; empty while it is reachable'),
  }),
}) satisfies z.ZodType<RecheckProgressView>;
