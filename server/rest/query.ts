import { z } from 'zod';
import { CALL } from '../domain/said/callSaid.ts';
import { carried } from '../domain/said/carried.ts';

/** A whole number in a query string. */
export function wholeNumber(name: string, min: number, max: number) {
  const error = carried(CALL.wholeNumber({ field: name, min, max }));
  return z
    .string({ error })
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .pipe(z.number().min(min, error).max(max, error))
    .meta({ type: 'integer', minimum: min, maximum: max });
}

/** `page` from 1 and `limit` 1 to 100 (interfaces, 'REST: rules'). */
export function pageQuery(defaultLimit: number) {
  return {
    page: wholeNumber('page', 1, 1_000_000).default(1),
    limit: wholeNumber('limit', 1, 100).default(defaultLimit),
  };
}

/** A query whose parameters that are given but empty count as not given. */
export function withoutEmpty<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(
    (query) => Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => value !== '')),
    schema,
  );
}
