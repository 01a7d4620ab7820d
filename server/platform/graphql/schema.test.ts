import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  parse,
  validate,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLSchema,
} from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { RESOLVERS } from '../../modules.ts';
import { makeSchema } from './schema.ts';

/** Written for each root field after its description. */
const EXAMPLE = /Example: `([^`]+)`$/;

let schema: GraphQLSchema;
beforeAll(async () => {
  schema = await makeSchema(RESOLVERS);
});

/** Of an input's field: none. */
function argumentsOf(field: GraphQLField<unknown, unknown> | GraphQLInputField): readonly GraphQLArgument[] {
  return 'args' in field ? field.args : [];
}

/** Everything of the schema that can be described, by its path. */
function described(): [path: string, description: string][] {
  const roots = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]);
  return Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type): [string, string][] => {
      const own: [string, string][] =
        isObjectType(type) && roots.has(type) ? [] : [[type.name, type.description ?? '']];
      if (isEnumType(type)) {
        return [
          ...own,
          ...type.getValues().map((one): [string, string] => [`${type.name}.${one.name}`, one.description ?? '']),
        ];
      }
      if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return own;
      const fields = Object.values(type.getFields()).flatMap((field): [string, string][] => [
        [`${type.name}.${field.name}`, field.description ?? ''],
        ...argumentsOf(field).map((arg): [string, string] => [
          `${type.name}.${field.name}(${arg.name})`,
          arg.description ?? '',
        ]),
      ]);
      return [...own, ...fields];
    });
}

describe('the schema', () => {
  it('says of every type, field, argument and value what it means', () => {
    const all = described();
    expect(all.length).toBeGreaterThan(500);
    expect(all.filter(([, description]) => description.trim() === '').map(([path]) => path)).toEqual([]);
  });

  it('shows each root field in an example that fits the schema and uses it', () => {
    const fields = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((root) =>
      Object.values(root?.getFields() ?? {}),
    );
    expect(fields.length).toBeGreaterThan(40);
    const wrong = fields.filter(({ name, description }) => {
      const example = EXAMPLE.exec(description ?? '')?.[1] ?? '';
      const shown = new RegExp(`^(\\w+ )?(\\(.*?\\) )?\\{ ${name}\\b`).test(example);
      return !shown || validate(schema, parse(example)).length > 0;
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
});
