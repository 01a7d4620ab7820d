import { z } from 'zod';
import { CALL } from '../../domain/messages/callMessages.ts';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';

/**
 * One of a set, which the message names: 'a filter value out of its set is 400, naming the set' (docs/spec/rest-api.md,
 * 'Lists').
 */
export function oneOf<const Values extends readonly [string, ...string[]]>(name: string, values: Values) {
  return z.enum(values, { error: encodeMessage(CALL.oneOf({ field: name, choices: values })) });
}

/** A calendar day of a filter or a period. */
export function calendarDay(name: string) {
  const error = encodeMessage(CALL.day({ field: name }));
  // PostgreSQL has no year 0.
  return z.iso.date({ error }).refine((text) => !text.startsWith('0000'), error);
}
