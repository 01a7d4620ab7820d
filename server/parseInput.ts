import type { z } from 'zod';
import { fieldMessages } from './domain/lotInput.ts';
import { invalid } from './refusal.ts';

/** Input in the form of a schema. @throws Refused 'invalid', with a message for each field that cannot be taken */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (!result.success) throw invalid(...fieldMessages(result.error));
  return result.data;
}
