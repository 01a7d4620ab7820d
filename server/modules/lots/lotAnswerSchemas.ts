import { z } from 'zod';
import { LOT_ACTIONS } from '../../domain/ledger/content.ts';
import { LOT_RIGHTS } from '../../domain/access/permissions.ts';
import { createLotInput, processUpdateInput, stageReversalInput, updateLotPatch } from '../../domain/lot/lotInput.ts';
import { SHIPPING_WARNINGS } from '../../domain/lot/shippingGuard.ts';
import { LOT_KINDS } from '../../domain/lot/lotKind.ts';
import { DELIVERY_GRADES } from '../../domain/lot/deliveryInput.ts';
import { STAGES } from '../../domain/lot/stages.ts';
import { count, instant, paginationSchema, percent, messageSchemas } from '../../platform/rest/answerSchemas.ts';
import { lotFieldSchemas } from './lotFieldSchemas.ts';
import { HISTORY_STATES, type HistoryView } from './lotHistory.ts';
import type { ReceivedDelivery } from './deliveries.ts';
import type { LotStatsView } from './lotReader.ts';
import type { LotForCaller } from './lotForCaller.ts';

/** The last possible day: the rule for days depends on the time of a call. */
const ANY_DAY = '9999-12-31';
const lotExample = {
  lotId: 'LOT30551',
  farmId: 'FARM001',
  farmerName: 'Maria Kaupa',
  cacaoVariety: 'Trinitario',
  harvestDate: '2026-03-01',
  latitude: -5.258413,
  longitude: 145.743927,
  weight: 50,
  moistureContent: 7,
  temperature: 25,
  certifications: ['Organic'],
  qualityScore: 82.5,
};

/** The bodies of lot calls in full. The harvest day must not be in the future, which no schema can say. */
export const newLotBody = createLotInput(ANY_DAY).meta({ id: 'NewLot', examples: [lotExample] });
export const lotPatchBody = updateLotPatch(ANY_DAY).meta({ id: 'LotPatch', examples: [{ weight: 49.5, version: 1 }] });
export const stageChangeBody = processUpdateInput.meta({
  id: 'StageChange',
  examples: [{ currentProcess: 'fermented', processDetails: 'Six days in wooden boxes' }],
});

export const stageReversalBody = stageReversalInput.meta({
  id: 'StageReversal',
  examples: [{ reason: 'The wrong lot was scanned' }],
});

export const blockchainHashSchema = z
  .strictObject({
    transactionId: z.string(),
    signature: z.string(),
    status: z.enum(['pending', 'recorded', 'failed']).describe('pending: a later event waits'),
  })
  .nullable()
  .describe('Of the newest recorded event; null until the creation is recorded');

const deliverySchema = z
  .strictObject({
    bags: z.int().min(1),
    grossKg: z.number(),
    tareKg: z.number(),
    netKg: z.number().describe('Gross less tare: the weight of the lot at its registration'),
    grade: z.enum(DELIVERY_GRADES).nullable().describe('Null: not graded at the scale'),
    receivedAt: instant,
    receivedBy: z.string().nullable().describe('Name of the account; null for a partner key, and once erased'),
  })
  .nullable()
  .describe(
    'What the scale showed; null for a lot that was not received at a scale',
  ) satisfies z.ZodType<ReceivedDelivery | null>;

export const lotSchema = z
  .strictObject({
    id: z.uuid(),
    kind: z.enum(LOT_KINDS).describe('Registered at a farm, or made of other lots'),
    used: z.number().min(0).describe('kg in transformations and consignments'),
    available: z.number().min(0).describe('kg that are left'),
    ...lotFieldSchemas,
    satelliteTimestamp: lotFieldSchemas.satelliteTimestamp.describe('Last conclusive check'),
    satelliteOutdated: z.boolean(),
    satelliteMessage: z.string().nullable(),
    satelliteSaid: messageSchemas,
    blockchainHash: blockchainHashSchema,
    createdAt: instant,
    updatedAt: instant,
    timestamp: instant,
    version: z.int().min(1).describe("Counts what people change, not the ledger's or the satellite's answers"),
    delivery: deliverySchema,
    mayDo: z.array(z.enum(LOT_RIGHTS)).describe('What whoever asks may do to it'),
  })
  .meta({ id: 'Lot' }) satisfies z.ZodType<LotForCaller>;

export const shippingWarningsSchema = z
  .array(z.enum(SHIPPING_WARNINGS))
  .readonly()
  .describe('What speaks against shipping the lot, worst first; empty before it is shipped, and for a compliant lot');

export const lotAnswer = z.strictObject({ lot: lotSchema });
export const lotPageAnswer = z.strictObject({ lots: z.array(lotSchema), pagination: paginationSchema });
export const nextIdAnswer = z.strictObject({ lotId: z.string() });
export const deletedAnswer = z.strictObject({ deleted: z.literal(true), lotId: z.string() });
export const stageAnswer = z.strictObject({
  lot: lotSchema,
  transactionId: z.string().nullable().describe('Null until recorded'),
  warnings: shippingWarningsSchema,
});
export const qrCodeAnswer = z.strictObject({ qrCode: z.string().describe('A PNG data address'), url: z.string() });

export const statsAnswer = z.strictObject({
  totalLots: count,
  originLots: count.describe('Of these, lots that were registered at a farm'),
  compliantLots: count.describe('Origin lots'),
  complianceRate: percent.nullable().describe('%, of origin lots, one decimal; null without them'),
  averageQuality: percent.nullable().describe('Of origin lots, one decimal; null when none is graded'),
  totalWeight: z.number().min(0).describe('kg that origin lots weigh'),
  stockKg: z
    .number()
    .min(0)
    .nullable()
    .describe('kg that are available, of origin and derived lots that are not shipped; null without lots'),
  recordedLots: count,
  pendingLots: count,
}) satisfies z.ZodType<LotStatsView>;

const historyEntry = z.strictObject({
  at: instant,
  action: z.enum(LOT_ACTIONS),
  actor: z.string().nullable().describe('Null for the system, and once the name was erased'),
  stage: z.enum(STAGES).nullable(),
  warnings: shippingWarningsSchema,
  changes: z
    .array(z.strictObject({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() }))
    .describe('The fields that it set, or erased: those name no values'),
  transactionId: z.string().nullable(),
  state: z
    .enum(HISTORY_STATES)
    .describe('Whether the ledger holds it as the database has it; unchecked while the ledger cannot be reached'),
}) satisfies z.ZodType<HistoryView>;
export const historyAnswer = z.strictObject({ history: z.array(historyEntry).describe('Newest first') });
