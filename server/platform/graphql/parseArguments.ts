import type { z } from 'zod';
import { requireUser, type Caller } from '../access/caller.ts';
import { parseInput } from '../validation/parseInput.ts';

/**
 * Arguments in the form of a schema. As for REST, an anonymous caller learns nothing about them.
 * @throws Refused unauthenticated; invalid, with a message for each field that cannot be taken
 */
export function parseArguments<Schema extends z.ZodType>(
  caller: Caller,
  schema: Schema,
  args: unknown,
): z.output<Schema> {
  requireUser(caller);
  return parseInput(schema, args);
}
