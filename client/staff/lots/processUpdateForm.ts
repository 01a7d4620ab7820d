import { z } from 'zod';
import { firstMessages, LOT_MESSAGES, processFields } from '../../../server/domain/lotInput.ts';
import { mayMove, moveRefusal, type Stage } from '../../../server/domain/stages.ts';
import type { UpdateProcessInput } from '../../graphql/generated.ts';
import type { FormErrors, StepNumber } from './createLotForm.ts';
import { localMinute } from './lotFacts.ts';
import { numberFromText } from './numberText.ts';

/** What the process-update wizard holds: figures and times as the inputs give them. */
export interface ProcessUpdateForm {
  currentProcess: Stage | '';
  processDetails: string;
  moisture: string;
  temperature: string;
  location: string;
  /** YYYY-MM-DDTHH:mm in local time, or empty */
  startTime: string;
  endTime: string;
  operatorName: string;
}
export type ProcessUpdateField = keyof ProcessUpdateForm;

export const UPDATE_STEPS = ['Select Step', 'Details', 'Operator', 'Review'] as const;

/** The wizard as it opens: start time now, the operator is the signed-in person. */
export function newProcessForm(stage: Stage | '', operatorName: string, now: Date): ProcessUpdateForm {
  return {
    currentProcess: stage,
    processDetails: '',
    moisture: '',
    temperature: '',
    location: '',
    startTime: localMinute(now),
    endTime: '',
    operatorName,
  };
}

const localTime = (message: string) =>
  z
    .string()
    .refine((text) => text === '' || !Number.isNaN(Date.parse(text)), message)
    .transform((text) => (text === '' ? undefined : new Date(text).toISOString()));

const reading = <T extends z.ZodType>(field: T) => z.preprocess(numberFromText, field.optional());

function stepSchemas(from: Stage) {
  return {
    1: z.object({
      currentProcess: z
        .string()
        .transform((stage) => (stage === '' ? undefined : stage))
        .pipe(processFields.currentProcess)
        .refine((to) => mayMove(from, to), { error: ({ input }) => refusal(from, input) }),
    }),
    2: z
      .object({
        processDetails: processFields.processDetails,
        moisture: reading(processFields.moisture),
        temperature: reading(processFields.temperature),
        location: processFields.location,
        startTime: localTime(LOT_MESSAGES.startTime),
        endTime: localTime(LOT_MESSAGES.endTime),
      })
      .refine(({ startTime, endTime }) => !startTime || !endTime || Date.parse(endTime) >= Date.parse(startTime), {
        error: LOT_MESSAGES.endBeforeStart,
        path: ['endTime'],
        // Said together with the other fields' messages, not after they are mended.
        when: () => true,
      }),
    3: z.object({ operatorName: processFields.operatorName }),
  };
}

function refusal(from: Stage, to: unknown): string {
  const stage = processFields.currentProcess.safeParse(to);
  return (stage.success && moveRefusal(from, stage.data)?.text) || LOT_MESSAGES.stage;
}

/** The messages of one step; step 4 has no gate (staff specification, section 5). */
export function processStepErrors(step: StepNumber, form: ProcessUpdateForm, from: Stage): FormErrors {
  if (step === 4) return {};
  const result = stepSchemas(from)[step].safeParse(form);
  return result.success ? {} : firstMessages(result.error);
}

/** The API's input, or the first step that does not validate with its messages. */
export function processSubmission(
  form: ProcessUpdateForm,
  from: Stage,
): { input: UpdateProcessInput } | { step: StepNumber; errors: FormErrors } {
  for (const step of [1, 2, 3] as const) {
    const errors = processStepErrors(step, form, from);
    if (Object.keys(errors).length > 0) return { step, errors };
  }
  const schemas = stepSchemas(from);
  const { currentProcess } = schemas[1].parse(form);
  const { processDetails, moisture, temperature, location, startTime, endTime } = schemas[2].parse(form);
  const { operatorName } = schemas[3].parse(form);
  return {
    input: {
      currentProcess,
      processDetails,
      operatorName,
      ...(location !== undefined && { location }),
      ...((moisture !== undefined || temperature !== undefined) && { qualityChecks: { moisture, temperature } }),
      ...((startTime !== undefined || endTime !== undefined) && { timestamps: { startTime, endTime } }),
    },
  };
}
