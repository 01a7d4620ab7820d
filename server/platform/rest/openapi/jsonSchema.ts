import { z } from 'zod';

/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 takes it. */
export type JsonSchema = Record<string, unknown>;

const object = z.record(z.string(), z.unknown());

/** An object's members; none for other values. */
export function membersOf(value: unknown): JsonSchema {
  const parsed = object.safeParse(value);
  return parsed.success ? parsed.data : {};
}

/**
 * The JSON Schema of a zod schema. Schemas with an id (`.meta({ id })`) become references to `#/components/schemas`.
 * @param io whether it describes a request (`input`) or an answer (`output`)
 * @param components collects the referenced schemas
 */
export function jsonSchemaOf(
  schema: z.ZodType,
  io: 'input' | 'output',
  components: Map<string, JsonSchema>,
): JsonSchema {
  const made = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // The accepted mail addresses are not exactly those of the format.
      if (jsonSchema.format === 'email') delete jsonSchema.format;
      // The pattern of a format or of a number's digits says the same again, at length.
      if (jsonSchema.format !== undefined || jsonSchema.type === 'integer') delete jsonSchema.pattern;
      // Generators of clients know no items by place: a tuple is an array of its length.
      if (Array.isArray(jsonSchema.prefixItems)) {
        Object.assign(jsonSchema, arrayOfLength(jsonSchema.prefixItems));
        delete jsonSchema.prefixItems;
      }
      // What a name means is said where it is used.
      delete jsonSchema.id;
    },
  });
  // Its own definitions become components of the document.
  const text = JSON.stringify(made).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/');
  const { $schema: _draft, $defs, ...own } = object.parse(JSON.parse(text));
  for (const [name, definition] of Object.entries(membersOf($defs))) components.set(name, membersOf(definition));
  return own;
}

/** The array that a tuple of these items is. */
function arrayOfLength(items: readonly unknown[]): JsonSchema {
  const distinct = [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
  const length = items.length;
  return { items: distinct.length === 1 ? distinct[0] : { anyOf: distinct }, minItems: length, maxItems: length };
}

/** A schema without null: a query parameter is there or not. */
export function withoutNull(schema: JsonSchema): JsonSchema {
  const { anyOf, type, ...rest } = schema;
  if (Array.isArray(type)) {
    const others = type.filter((one) => one !== 'null');
    return { type: others.length === 1 ? others[0] : others, ...rest };
  }
  if (!Array.isArray(anyOf)) return schema;
  const others = anyOf.filter((one) => membersOf(one).type !== 'null');
  return others.length === 1 ? { ...rest, ...membersOf(others[0]) } : { ...rest, anyOf: others };
}
