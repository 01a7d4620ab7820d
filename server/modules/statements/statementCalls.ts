import { z } from 'zod';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';
import { INPUT } from '../../domain/messages/inputMessages.ts';

const version = z
  .int(encodeMessage(INPUT.notWhole({ field: 'version' })))
  .min(1, encodeMessage(INPUT.tooLow({ field: 'version', least: 1 })))
  .describe('The version that was read; another one now is 409')
  .optional();

/** A step of a statement, over the version that was read. */
export const statementStepInput = z.strictObject({ version });

/** A withdrawal: when the importer withdrew it, where a person records that. */
export const withdrawStatementInput = z.strictObject({
  withdrawnAt: z.iso
    .datetime({ offset: true, error: encodeMessage(INPUT.notATime({ field: 'withdrawnAt' })) })
    .transform((text) => new Date(text))
    .describe('Of a statement that was handed over; now unless given')
    .optional(),
  version,
});
export type WithdrawnStatement = z.output<typeof withdrawStatementInput>;

/** Whether the numbers are on the public pages of its lots. */
export const publishNumbersInput = z.strictObject({
  numbersPublic: z.boolean(encodeMessage(INPUT.notAFlag({ field: 'numbersPublic' }))),
  version,
});

const year = encodeMessage(INPUT.notWhole({ field: 'year' }));
const days = encodeMessage(INPUT.notWhole({ field: 'days' }));

/** A calendar year, UTC. */
export const summaryYear = z.strictObject({ year: z.int(year).min(2020, year).max(2100, year) });

/** Within how many days the duty to keep a statement ends. */
export const retainedWithin = z.strictObject({ days: z.int(days).min(0, days).max(2_000, days) });
