import { z } from 'zod';

const form = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  maxLength: z.number().optional(),
  items: z.unknown().optional(),
  propertyNames: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).default({}),
  additionalProperties: z.unknown().optional(),
  anyOf: z.array(z.unknown()).default([]),
  oneOf: z.array(z.unknown()).default([]),
  allOf: z.array(z.unknown()).default([]),
});

/**
 * The texts of a schema that take NUL, which PostgreSQL cannot store, by their paths. A set, a format and a pattern refuse it.
 * @param path of the schema itself
 */
export function unboundedTexts(schema: z.ZodType, path: string): string[] {
  return textsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }), path);
}

function textsOf(given: unknown, path: string): string[] {
  const parsed = form.safeParse(given);
  if (!parsed.success) return [];
  const own = parsed.data;
  const isBound =
    own.enum !== undefined ||
    own.const !== undefined ||
    own.format !== undefined ||
    (own.pattern !== undefined && !new RegExp(own.pattern, 'u').test('a\u0000'));
  const keys = own.propertyNames === undefined ? [] : textsOf(own.propertyNames, `${path}{}`);
  const fields = Object.entries(own.properties).flatMap(([name, one]) => textsOf(one, `${path}.${name}`));
  const parts = [...own.anyOf, ...own.oneOf, ...own.allOf].flatMap((one) => textsOf(one, path));
  return [
    ...([own.type].flat().includes('string') && !isBound ? [path] : []),
    ...fields,
    ...keys,
    ...textsOf(own.additionalProperties, `${path}{}`),
    ...textsOf(own.items, `${path}[]`),
    ...new Set(parts),
  ];
}
