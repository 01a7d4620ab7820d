import type { z } from 'zod';
import { decodeMessage } from './encodeMessage.ts';
import { INPUT } from './inputMessages.ts';
import { OTHER, type Message } from './message.ts';
import { truncate } from '../text/truncate.ts';

/** One field of the input that cannot be taken, and why; a nested field is named with dots. */
export interface FieldMessage {
  field: string;
  /** the text of what is said, in English */
  message: string;
  said: Message;
}

/**
 * Limits for messages about wrong input: field names, and with them messages, may come from the sender, of any length
 * and number.
 */
export const MESSAGE_LIMITS = { messages: 50, fieldLength: 100, messageLength: 500 } as const;

export function fieldMessage(field: string, said: Message): FieldMessage {
  return { field, message: said.text, said };
}

/**
 * The messages of a failed parse, in the order of the fields; an unknown field is named as itself. Above 50, a last
 * message without a field counts the rest; long names and messages are cut.
 * @returns at least one entry; several may name one field
 */
export function fieldMessages(error: z.ZodError): FieldMessage[] {
  const messages: FieldMessage[] = [];
  let all = 0;
  for (const issue of error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [null];
    all += keys.length;
    for (const key of keys.slice(0, MESSAGE_LIMITS.messages - messages.length)) {
      const field = truncate([...issue.path, ...(key === null ? [] : [key])].join('.'), MESSAGE_LIMITS.fieldLength);
      messages.push(fieldMessage(field, key === null ? storedMessages(issue.message) : unknown(key)));
    }
  }
  const more = all - messages.length;
  return more === 0 ? messages : [...messages, fieldMessage('', INPUT.more({ count: more }))];
}

/** The message of a rule; one without a code is the text itself. */
function storedMessages(message: string): Message {
  return decodeMessage(message) ?? OTHER({ text: truncate(message, MESSAGE_LIMITS.messageLength) });
}

function unknown(key: string): Message {
  return INPUT.unknownField({ field: truncate(key, MESSAGE_LIMITS.fieldLength) });
}

/** The first message of each field. */
export function firstMessages(error: z.ZodError): Record<string, string> {
  const first: Record<string, string> = {};
  for (const { field, message } of fieldMessages(error)) first[field] ??= message;
  return first;
}
