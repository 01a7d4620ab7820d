import type { Message } from '../../../server/domain/messages/message.ts';

const isFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * Parses the messages of a response (docs/codes.md), each with its English text; skips values that are neither text nor
 * number.
 */
export function readMessages(value: unknown): Message[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isFields).flatMap(({ code, values, text }) => {
    if (typeof code !== 'string' || typeof text !== 'string') return [];
    const read = Object.entries(isFields(values) ? values : {}).filter(
      (named): named is [string, string | number] => typeof named[1] === 'string' || typeof named[1] === 'number',
    );
    return [{ code, values: Object.fromEntries(read), text }];
  });
}
