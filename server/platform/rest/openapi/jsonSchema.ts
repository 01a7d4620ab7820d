import { z } from 'zod';

/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 takes it. */
export type JsonSchema = Record<string, unknown>;

const object = z.record(z.string(), z.unknown());

/** An object's members; none for what is no object. */
export function membersOf(value: unknown): JsonSchema {
  const parsed = object.safeParse(value);
  return parsed.success ? parsed.data : {};
}

/**
 * The JSON Schema of a zod schema. Schemas with an id (`.meta({ id })`) become references to `#/components/schemas`.
 * @param io whether it describes what is sent (`input`) or what is answered (`output`)
 * @param components collects the schemas that are referred to
 */
export function jsonSchemaOf(
  schema: z.ZodType,
  io: 'input' | 'output',
  components: Map<string, JsonSchema>,
): JsonSchema {
  const {
    $schema: _draft,
    $defs,
    ...own
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // What is taken as a mail address is not quite what the format means.
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
  for (const [name, definition] of Object.entries(membersOf($defs))) {
    components.set(name, membersOf(withComponentReferences(definition)));
  }
  return membersOf(withComponentReferences(own));
}

/** The array that a tuple of these items is. */
function arrayOfLength(items: readonly unknown[]): JsonSchema {
  const distinct = [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
  const length = items.length;
  return { items: distinct.length === 1 ? distinct[0] : { anyOf: distinct }, minItems: length, maxItems: length };
}

/** References to a schema's own definitions, made references to the document's components. */
function withComponentReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withComponentReferences);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      key === '$ref' && typeof part === 'string'
        ? part.replace('#/$defs/', '#/components/schemas/')
        : withComponentReferences(part),
    ]),
  );
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
