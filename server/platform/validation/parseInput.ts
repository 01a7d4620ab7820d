import type { z } from 'zod';
import { fieldMessages, MESSAGE_LIMITS } from '../../domain/messages/fieldMessages.ts';
import { CALL } from '../../domain/messages/callMessages.ts';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';
import type { Message } from '../../domain/messages/message.ts';
import { truncate } from '../../domain/text/truncate.ts';
import { invalid } from '../errors/refusal.ts';

/** Input in the form of a schema. @throws Refused 'invalid', with a message for each field that cannot be taken */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value, { error: fallback });
  if (!result.success) throw invalid(...fieldMessages(result.error));
  return result.data;
}

/** What a value should be, by the type that its schema asks for. */
const FORMS: Record<string, (value: { field: string }) => Message> = {
  string: CALL.text,
  number: CALL.number,
  int: CALL.whole,
  boolean: CALL.flag,
  object: CALL.object,
  record: CALL.object,
  array: CALL.list,
};

/** The message for a schema without its own text: it names the field, and not the validation library. */
function fallback(issue: z.core.$ZodRawIssue): string {
  const field = truncate((issue.path ?? []).join('.'), MESSAGE_LIMITS.fieldLength);
  const form = issue.code === 'invalid_type' ? FORMS[issue.expected] : undefined;
  if (field === '') return encodeMessage(form === FORMS['object'] ? CALL.sendObject({}) : CALL.inputCannotBeTaken({}));
  return encodeMessage((form ?? CALL.cannotBeTaken)({ field }));
}
