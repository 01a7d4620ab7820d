import { z } from 'zod';
import { TRANSFORMATION_STEPS } from '../../domain/mass/massBalance.ts';
import { calendarDay, oneOf } from '../../platform/validation/inputSchemas.ts';
import { idText } from '../../platform/validation/idText.ts';
import { parseInput } from '../../platform/validation/parseInput.ts';

/** Filters of the list of transformations. */
export const transformationFilter = z.strictObject({
  /** yields outside of what is expected, and plots that bore too much */
  flagged: z.boolean().nullish(),
  step: oneOf('step', TRANSFORMATION_STEPS).nullish(),
  /** a lot that went in or came out, by UUID or lotId */
  lotId: idText('lotId').nullish(),
  /** days on which it was done, both included */
  from: calendarDay('from').nullish(),
  to: calendarDay('to').nullish(),
});
export type TransformationFilter = z.infer<typeof transformationFilter>;

/** A filter as it came from a client. @throws Refused invalid */
export function parseTransformationFilter(given: object): TransformationFilter {
  return parseInput(transformationFilter, given);
}
