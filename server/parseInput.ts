import type { z } from 'zod';
import { fieldMessages } from './domain/lotInput.ts';
import { invalid } from './refusal.ts';

/** Input in the form of a schema. @throws Refused 'invalid', with a message for each field that cannot be taken */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input, { error: fallback });
  if (!result.success) throw invalid(...fieldMessages(result.error));
  return result.data;
}

/** What a value should be, by the type that its schema asks for. */
const FORMS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'a JSON object',
  record: 'a JSON object',
  array: 'a list',
};

/** The words where a schema has none of its own: they name the field, and nothing of the library that checks. */
function fallback(issue: z.core.$ZodRawIssue): string {
  const field = (issue.path ?? []).join('.');
  const form = issue.code === 'invalid_type' ? FORMS[issue.expected] : undefined;
  if (field === '') return form === FORMS.object ? 'Send a JSON object' : 'The input cannot be taken';
  return form === undefined ? `${field} cannot be taken` : `${field} takes ${form}`;
}
