import { z } from 'zod';
import { lotReference } from '../mass/transformationInput.ts';
import { CALL } from '../messages/callMessages.ts';
import { encodeMessage } from '../messages/encodeMessage.ts';
import { INPUT } from '../messages/inputMessages.ts';
import { confirmRisks, lineText, LOT_LIMITS, LOT_MESSAGES, optionalText, processFields } from './lotInput.ts';
import { STAGES } from './stages.ts';

/** Lots whose stage one call changes, at most. */
export const ADVANCED_AT_ONCE = 500;

const fewLots = encodeMessage(INPUT.tooFew({ field: 'lots', least: 1 }));

/**
 * A stage change of many lots with one text. Without `toStage` each moves to its next stage. `dryRun`: what would become of
 * each, and nothing is written; it needs no text.
 */
export const advanceLotsInput = z
  .strictObject({
    lotIds: z
      .array(lotReference, fewLots)
      .min(1, fewLots)
      .max(ADVANCED_AT_ONCE, encodeMessage(INPUT.tooMany({ field: 'lots', most: ADVANCED_AT_ONCE })))
      .transform((ids) => [...new Set(ids)]),
    toStage: z
      .enum(STAGES, LOT_MESSAGES.stage)
      .nullish()
      .transform((stage) => stage ?? undefined),
    processDetails: optionalText('processDetails', LOT_LIMITS.textLength),
    location: processFields.location,
    operatorName: optionalText('operatorName', LOT_LIMITS.nameLength, lineText),
    confirmRisks: confirmRisks.pick({ reason: true }).nullish(),
    dryRun: z
      .boolean(encodeMessage(CALL.flag({ field: 'dryRun' })))
      .nullish()
      .transform((flag) => flag ?? false),
  })
  .refine(({ processDetails, dryRun }) => dryRun || processDetails !== undefined, {
    error: encodeMessage(INPUT.required({ field: 'processDetails' })),
    path: ['processDetails'],
  });
export type AdvanceLotsValues = z.output<typeof advanceLotsInput>;
