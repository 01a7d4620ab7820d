import { z } from 'zod';
import { CALL } from '../../domain/messages/callMessages.ts';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';
import { isStorable, STORABLE_PATTERN } from '../../domain/text/validText.ts';
import { invalid } from '../errors/refusal.ts';

/** A UUID has 36 characters, a lot id 23, a farm id 40. */
const ID_LENGTH = 64;

/**
 * An id in a path, a query or a list: a UUID, a lot id or a farm id. An id of another form names nothing: the service answers 404.
 * @param name of the parameter or field
 */
export function idText(name = 'id') {
  return z
    .string({ error: encodeMessage(CALL.text({ field: name })) })
    .max(ID_LENGTH, encodeMessage(CALL.tooLong({ field: name, most: ID_LENGTH })))
    .refine(isStorable, encodeMessage(CALL.notStorable({ field: name })))
    .meta({ pattern: STORABLE_PATTERN });
}

/** The same rule for one value. @throws Refused invalid */
export function checkId(value: unknown, field: string): void {
  if (typeof value !== 'string') throw invalid({ field, said: CALL.text({ field }) });
  if (value.length > ID_LENGTH) throw invalid({ field, said: CALL.tooLong({ field, most: ID_LENGTH }) });
  if (!isStorable(value)) throw invalid({ field, said: CALL.notStorable({ field }) });
}
