import { z } from 'zod';
import { confirmRisks, LOT_MESSAGES } from '../lot/lotInput.ts';
import { TRANSFORMATION_LIMITS } from '../mass/massBalance.ts';
import { lotReference } from '../mass/transformationInput.ts';
import { CALL } from '../messages/callMessages.ts';
import { CONSIGNMENT } from '../messages/consignmentMessages.ts';
import { encodeMessage } from '../messages/encodeMessage.ts';
import { INPUT } from '../messages/inputMessages.ts';
import { gramsFromKg } from '../text/units.ts';
import { isStorable, STORABLE_PATTERN } from '../text/validText.ts';
import { CONSIGNMENT_STATES } from './states.ts';

/** Counts of what belongs to a consignment. */
export const CONSIGNMENT_CALLS = {
  /** lots of one call */
  lots: TRANSFORMATION_LIMITS.inputs,
  /** origin lots of all lots in a consignment */
  origins: 10_000,
  /** lots that are added to and removed from one consignment in 24 hours; a call counts for at least so many */
  movedADay: 20_000,
  leastMoved: 100,
  /** links that are valid at a time */
  links: 20,
  linkDays: 366,
} as const;

const weight = z
  .number(LOT_MESSAGES.weightPositive)
  .refine((kg) => gramsFromKg(kg) > 0, LOT_MESSAGES.weightPositive)
  .max(
    TRANSFORMATION_LIMITS.derivedKg,
    encodeMessage(INPUT.tooHeavy({ field: 'weight', mostKg: TRANSFORMATION_LIMITS.derivedKg })),
  )
  .meta({ minimum: 0.0005 });

const few = encodeMessage(INPUT.tooFew({ field: 'lots', least: 1 }));
const many = encodeMessage(INPUT.tooMany({ field: 'lots', most: CONSIGNMENT_CALLS.lots }));
const version = z.int(LOT_MESSAGES.versionWhole).min(1, LOT_MESSAGES.versionLow).optional();

function eachOnce(lots: readonly string[], path: (at: number) => (string | number)[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [at, lot] of lots.entries()) {
    if (seen.size !== seen.add(lot).size) continue;
    context.addIssue({ code: 'custom', path: path(at), message: encodeMessage(INPUT.listedTwice({ value: lot })) });
  }
}

/** Lots that a consignment takes: by UUID or lot id, each once, with the kilograms that are added. */
export const addToConsignmentInput = z
  .strictObject({
    lots: z
      .array(z.strictObject({ lot: lotReference, weight: weight.describe('kg, added to what is in it already') }), few)
      .min(1, few)
      .max(CONSIGNMENT_CALLS.lots, many),
    version,
  })
  .superRefine(({ lots }, context) => {
    eachOnce(
      lots.map(({ lot }) => lot),
      (at) => ['lots', at, 'lot'],
      context,
    );
  });
export type AddedLots = z.output<typeof addToConsignmentInput>;

/** Lots that leave a consignment with all that it holds of them. */
export const removeFromConsignmentInput = z
  .strictObject({ lots: z.array(lotReference, few).min(1, few).max(CONSIGNMENT_CALLS.lots, many), version })
  .superRefine(({ lots }, context) => eachOnce(lots, (at) => ['lots', at], context));
export type RemovedLots = z.output<typeof removeFromConsignmentInput>;

/** A step of a consignment, over the version that was read. */
export const consignmentStepInput = z.strictObject({ version });
export type ConsignmentStepValues = z.output<typeof consignmentStepInput>;

/** A step by which lots may leave: the written reason counts for all of them. */
export const shippingStepInput = z.strictObject({
  version,
  confirmRisks: confirmRisks.pick({ reason: true }).nullish(),
});
export type ShippingStepValues = z.output<typeof shippingStepInput>;

/** What a list of consignments is narrowed by. */
export const consignmentFilter = {
  state: z
    .enum(CONSIGNMENT_STATES, encodeMessage(CALL.oneOf({ field: 'state', choices: CONSIGNMENT_STATES })))
    .optional(),
  buyerId: z
    .uuid(encodeMessage(INPUT.partyId({})))
    .toLowerCase()
    .describe('UUID of the buyer')
    .optional(),
  search: z
    .string(encodeMessage(CALL.text({ field: 'search' })))
    .max(100, encodeMessage(CALL.tooLong({ field: 'search', most: 100 })))
    .trim()
    .refine(isStorable, encodeMessage(CALL.notStorable({ field: 'search' })))
    .meta({ pattern: STORABLE_PATTERN, description: 'Looks in numbers, bills of lading and container numbers' })
    .optional(),
};

/** One page of a list of consignments. */
export const consignmentListing = z.object({
  ...consignmentFilter,
  page: z.int().min(1),
  limit: z.int().min(1).max(100),
});
export type ConsignmentListing = z.output<typeof consignmentListing>;

const DAY_MS = 86_400_000;

/** A link for a buyer. @param now the server's clock, read at each parse */
export function buyerLinkInput(now: () => Date) {
  return z.strictObject({
    expiresAt: z.iso
      .datetime({ offset: true, error: encodeMessage(INPUT.notATime({ field: 'expiresAt' })) })
      .transform((iso) => new Date(iso))
      .refine((at) => at > now(), encodeMessage(CONSIGNMENT.linkPast({})))
      .refine(
        (at) => at.getTime() <= now().getTime() + CONSIGNMENT_CALLS.linkDays * DAY_MS,
        encodeMessage(CONSIGNMENT.linkTooLong({ mostDays: CONSIGNMENT_CALLS.linkDays })),
      ),
  });
}
export type NewBuyerLink = z.output<ReturnType<typeof buyerLinkInput>>;
