import { z } from 'zod';
import { CALL } from '../../domain/messages/callMessages.ts';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';
import { MOST_ON_PAGE } from '../../domain/public/publicRoutes.ts';

/** A whole number in a query string. */
export function wholeNumber(name: string, min: number, max: number) {
  const error = encodeMessage(CALL.wholeNumber({ field: name, min, max }));
  return z
    .string({ error })
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .pipe(z.number().min(min, error).max(max, error))
    .meta({ type: 'integer', minimum: min, maximum: max });
}

/** `page` from 1 and `limit` 1 to 100 (docs/spec/rest-api.md, 'Lists'). */
export function pageQuery(defaultLimit: number) {
  return {
    page: wholeNumber('page', 1, 1_000_000).default(1),
    limit: wholeNumber('limit', 1, MOST_ON_PAGE).default(defaultLimit),
  };
}

const GIVEN = z.record(z.string(), z.unknown()).catch({});

/** A query in which each optional parameter that is given empty counts as not given. */
export function withoutEmpty({ shape }: z.ZodObject, query: unknown): Record<string, unknown> {
  const given = GIVEN.parse(query);
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => value !== '' || !isOptional(shape[name])));
}

function isOptional(schema: z.ZodObject['shape'][string] | undefined): boolean {
  return schema !== undefined && z.safeParse(schema, undefined).success;
}
