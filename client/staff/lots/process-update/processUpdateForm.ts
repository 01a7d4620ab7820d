import { z } from 'zod';
import { confirmRisks, LOT_MESSAGES, processFields } from '../../../../server/domain/lot/lotInput.ts';
import { LOSS_REASONS } from '../../../../server/domain/mass/massBalance.ts';
import { weighingInput, weighingLossFault } from '../../../../server/domain/mass/transformationInput.ts';
import { encodeMessage } from '../../../../server/domain/messages/encodeMessage.ts';
import { SHIPPING } from '../../../../server/domain/messages/shippingMessages.ts';
import { mayMove, moveRefusal, type Stage } from '../../../../server/domain/lot/stages.ts';
import { gramsFromKg } from '../../../../server/domain/text/units.ts';
import { typedFigure } from '../../../design/form/numberText.ts';
import type { UpdateProcessInput } from '../../../graphql/generated.ts';
import { localMinute } from '../list/lotFacts.ts';

const localTime = (message: string) =>
  z
    .string()
    .refine((text) => text === '' || !Number.isNaN(Date.parse(text)), message)
    .transform((text) => (text === '' ? undefined : new Date(text).toISOString()));

function refusal(from: Stage, to: unknown): string {
  const stage = processFields.currentProcess.safeParse(to);
  const refused = stage.success ? moveRefusal(from, stage.data) : null;
  return refused === null ? LOT_MESSAGES.stage : encodeMessage(refused);
}

/** What speaks against shipping the lot, as far as the form needs it. */
export interface FormStop {
  isCondemned: boolean;
  /** null: no second person has confirmed */
  confirmationId: string | null;
}

/**
 * Schema that converts the form (figures as typed, local times as YYYY-MM-DDTHH:mm) to the mutation input; empty values
 * are omitted.
 * @param from the lot's current stage
 * @param weightBefore the lot's current weight, kg: less of it needs a reason
 * @param stop what speaks against shipping the lot: it needs a reason, and a second person where it is condemned
 */
export function processUpdateForm(from: Stage, weightBefore: number, stop: FormStop | null = null) {
  return z
    .object({
      currentProcess: z
        .string()
        .transform((stage) => (stage === '' ? undefined : stage))
        .pipe(processFields.currentProcess)
        .refine((to) => mayMove(from, to), { error: ({ input }) => refusal(from, input) }),
      processDetails: processFields.processDetails,
      moisture: typedFigure(processFields.moisture.optional()),
      temperature: typedFigure(processFields.temperature.optional()),
      weight: typedFigure(weighingInput.shape.weight.optional()),
      lossReason: z.string().transform((reason) => LOSS_REASONS.find((one) => one === reason)),
      lossNote: z
        .string()
        .transform((text): unknown => text)
        .pipe(weighingInput.shape.lossNote),
      location: z
        .string()
        .transform((text): unknown => text)
        .pipe(processFields.location),
      notes: z
        .string()
        .transform((text): unknown => text)
        .pipe(processFields.notes),
      startTime: localTime(LOT_MESSAGES.startTime),
      endTime: localTime(LOT_MESSAGES.endTime),
      operatorName: processFields.operatorName,
      reason: stop === null ? z.string() : confirmRisks.shape.reason,
    })
    .refine(({ startTime, endTime }) => !startTime || !endTime || Date.parse(endTime) >= Date.parse(startTime), {
      error: LOT_MESSAGES.endBeforeStart,
      path: ['endTime'],
      // Run even if other fields are invalid, to report all errors at once.
      when: () => true,
    })
    .superRefine((_given, context) => {
      if (!stop?.isCondemned || stop.confirmationId !== null) return;
      context.addIssue({ code: 'custom', path: ['reason'], message: encodeMessage(SHIPPING.notConfirmed({})) });
    })
    .superRefine((given, context) => {
      const { weight, lossReason, lossNote } = given;
      if (weight === undefined) return;
      const fault = weighingLossFault({ lossReason, lossNote }, gramsFromKg(weightBefore) - gramsFromKg(weight));
      if (fault === null) return;
      context.addIssue({ code: 'custom', path: [fault.field], message: encodeMessage(fault.message) });
    })
    .transform(
      ({
        moisture,
        temperature,
        weight,
        lossReason,
        lossNote,
        notes,
        location,
        startTime,
        endTime,
        reason,
        ...said
      }): UpdateProcessInput => ({
        ...said,
        ...(stop !== null && { confirmRisks: { reason, confirmationId: stop.confirmationId } }),
        ...(location !== undefined && { location }),
        ...((moisture !== undefined || temperature !== undefined || weight !== undefined || notes !== undefined) && {
          qualityChecks: { moisture, temperature, weight, notes },
        }),
        ...(weight !== undefined && lossReason !== undefined && { loss: { reason: lossReason, note: lossNote } }),
        ...((startTime !== undefined || endTime !== undefined) && { timestamps: { startTime, endTime } }),
      }),
    );
}
export type ProcessUpdateForm = z.input<ReturnType<typeof processUpdateForm>>;

/** The fields of each step; the review has none (docs/spec/staff-screens.md, 'Process-update wizard'). */
export const UPDATE_FIELDS = [
  ['currentProcess'],
  [
    'processDetails',
    'moisture',
    'temperature',
    'weight',
    'lossReason',
    'lossNote',
    'location',
    'startTime',
    'endTime',
    'notes',
  ],
  ['operatorName'],
  ['reason'],
] as const satisfies readonly (readonly (keyof ProcessUpdateForm)[])[];

/** Initial values of the wizard: start time now, operator the signed-in user. */
export function newProcessForm(stage: Stage | '', operatorName: string, now: Date): ProcessUpdateForm {
  return {
    currentProcess: stage,
    processDetails: '',
    moisture: '',
    temperature: '',
    weight: '',
    lossReason: '',
    lossNote: '',
    location: '',
    notes: '',
    startTime: localMinute(now),
    endTime: '',
    operatorName,
    reason: '',
  };
}
