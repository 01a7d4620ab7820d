import { z } from 'zod';
import { MENDS } from '../../domain/consignment/closing.ts';
import { INCOTERMS } from '../../domain/consignment/consignmentInput.ts';
import { CONSIGNMENT_STATES } from '../../domain/consignment/states.ts';
import { DEFORESTATION_STATUSES } from '../../domain/forest/deforestation.ts';
import { STAGES } from '../../domain/lot/stages.ts';
import { count, instant, messageSchema, paginationSchema } from '../../platform/rest/answerSchemas.ts';
import { shippingWarningsSchema } from '../lots/lotAnswerSchemas.ts';
import { closingType } from './consignmentResolver.ts';
import type { ClosingView } from './closingCheck.ts';
import type { ConsignmentLotView } from './consignmentReader.ts';
import type { ConsignmentView } from './consignmentView.ts';

const day = z.iso.date().nullable();
const kilograms = z.number().min(0).describe('kg');
const recordState = z.enum(['pending', 'recorded', 'failed']);

const consignmentSchema = z
  .strictObject({
    id: z.uuid(),
    number: z.string(),
    state: z.enum(CONSIGNMENT_STATES),
    buyerId: z.uuid(),
    buyerName: z.string().nullable().describe('Null once erased'),
    weight: kilograms,
    lotCount: count,
    netWeight: kilograms.nullable().describe('kg, as weighed before shipping; null: not yet'),
    bags: count.nullable(),
    containers: z.array(z.strictObject({ number: z.string(), seals: z.array(z.string()) })),
    billOfLading: z.string().nullable(),
    incoterm: z.enum(INCOTERMS).nullable(),
    loadingDate: day,
    departureDate: day,
    arrivalDate: day,
    countryOfEntry: z.string().nullable(),
    warnings: z.array(messageSchema),
    closedAt: instant.nullable(),
    shippedAt: instant.nullable(),
    deliveredAt: instant.nullable(),
    ledgerStatus: recordState,
    blockchainHash: z
      .strictObject({ transactionId: z.string(), signature: z.string(), status: recordState })
      .nullable()
      .describe('Null until its opening is recorded'),
    createdAt: instant,
    updatedAt: instant,
    version: z.int().min(1),
  })
  .meta({ id: 'Consignment' });

const closingSchema = z
  .strictObject({
    ready: z.boolean(),
    reason: messageSchema.nullable(),
    blockedLots: count.describe('Lots that are kept out'),
    blockers: z
      .array(
        z.strictObject({
          id: z.uuid().describe('The lot in the consignment'),
          lotId: z.string(),
          reason: messageSchema,
          mend: z.strictObject({ kind: z.enum(MENDS), link: z.string().describe('Page of the staff area') }),
          origins: z.array(z.string()).describe('Origin lots that are the cause, at most ten'),
        }),
      )
      .describe('At most 200'),
  })
  .meta({ id: 'ConsignmentClosing' });

const lotSchema = z
  .strictObject({
    id: z.uuid(),
    lotId: z.string(),
    weight: kilograms.describe('kg in this consignment'),
    available: kilograms.describe('kg of the lot that nothing has used'),
    lotWeight: kilograms,
    variety: z.string(),
    currentProcess: z.enum(STAGES),
    deforestationStatus: z.enum(DEFORESTATION_STATUSES),
    satelliteTimestamp: instant.nullable(),
  })
  .meta({ id: 'ConsignmentLot' });

/** What the REST calls of consignments answer. */
export const consignmentAnswer = z.strictObject({ consignment: consignmentSchema });
export const shippedConsignmentAnswer = consignmentAnswer.extend({
  warnings: shippingWarningsSchema.describe('What speaks against lots that left with it, worst first'),
});
export const consignmentsAnswer = z.strictObject({
  consignments: z.array(consignmentSchema),
  pagination: paginationSchema,
});
export const consignmentLotsAnswer = z.strictObject({ lots: z.array(lotSchema), pagination: paginationSchema });
export const closingAnswer = z.strictObject({ closing: closingSchema });

/** A consignment with its instants as texts. */
export function consignmentData(view: ConsignmentView): object {
  return {
    ...view,
    warnings: [...view.warnings],
    closedAt: view.closedAt?.toISOString() ?? null,
    shippedAt: view.shippedAt?.toISOString() ?? null,
    deliveredAt: view.deliveredAt?.toISOString() ?? null,
    createdAt: view.createdAt.toISOString(),
    updatedAt: view.updatedAt.toISOString(),
  };
}

/** The same of a lot in it. */
export function consignmentLotData(lot: ConsignmentLotView): object {
  return { ...lot, satelliteTimestamp: lot.satelliteTimestamp?.toISOString() ?? null };
}

/** The same of what keeps it open. */
export function closingData(closing: ClosingView): object {
  return closingType(closing);
}
