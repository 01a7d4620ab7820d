import { z } from 'zod';
import { LOT_MESSAGES, processFields } from '../../../../server/domain/lot/lotInput.ts';
import { encodeMessage } from '../../../../server/domain/messages/encodeMessage.ts';
import { mayMove, moveRefusal, type Stage } from '../../../../server/domain/lot/stages.ts';
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

/**
 * Schema that converts the form (figures as typed, local times as YYYY-MM-DDTHH:mm) to the mutation input; empty values
 * are omitted.
 * @param from the lot's current stage
 */
export function processUpdateForm(from: Stage) {
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
    })
    .refine(({ startTime, endTime }) => !startTime || !endTime || Date.parse(endTime) >= Date.parse(startTime), {
      error: LOT_MESSAGES.endBeforeStart,
      path: ['endTime'],
      // Run even if other fields are invalid, to report all errors at once.
      when: () => true,
    })
    .transform(({ moisture, temperature, notes, location, startTime, endTime, ...said }): UpdateProcessInput => ({
      ...said,
      ...(location !== undefined && { location }),
      ...((moisture !== undefined || temperature !== undefined || notes !== undefined) && {
        qualityChecks: { moisture, temperature, notes },
      }),
      ...((startTime !== undefined || endTime !== undefined) && { timestamps: { startTime, endTime } }),
    }));
}
export type ProcessUpdateForm = z.input<ReturnType<typeof processUpdateForm>>;

/** The fields of each step; the review has none (docs/spec/staff-screens.md, 'Process-update wizard'). */
export const UPDATE_FIELDS = [
  ['currentProcess'],
  ['processDetails', 'moisture', 'temperature', 'location', 'startTime', 'endTime', 'notes'],
  ['operatorName'],
  [],
] as const satisfies readonly (readonly (keyof ProcessUpdateForm)[])[];

/** Initial values of the wizard: start time now, operator the signed-in user. */
export function newProcessForm(stage: Stage | '', operatorName: string, now: Date): ProcessUpdateForm {
  return {
    currentProcess: stage,
    processDetails: '',
    moisture: '',
    temperature: '',
    location: '',
    notes: '',
    startTime: localMinute(now),
    endTime: '',
    operatorName,
  };
}
