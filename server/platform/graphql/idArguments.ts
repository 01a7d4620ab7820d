import {
  defaultFieldResolver,
  getNamedType,
  GraphQLID,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLFieldResolver,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';
import { checkId } from '../validation/idText.ts';

/**
 * Makes each field reject ids that cannot be stored or are too long, in any of its arguments and at any depth, before
 * its resolver runs: the same rule as for ids in REST paths. Services validate other texts by the schemas of their
 * inputs.
 */
export function checkIdArguments(schema: GraphQLSchema): GraphQLSchema {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  for (const field of types.flatMap((type) => Object.values(type.getFields()))) {
    const args = field.args.filter(({ type }) => mayHoldId(type));
    if (args.length === 0) continue;
    const checked =
      (resolver: GraphQLFieldResolver<unknown, unknown>): GraphQLFieldResolver<unknown, unknown> =>
      (source, given, context, info) => {
        for (const { name, type } of args) {
          checkIds(given[name], type, isInputObjectType(getNamedType(type)) ? [] : [name]);
        }
        return resolver(source, given, context, info);
      };
    field.resolve = checked(field.resolve ?? defaultFieldResolver);
    if (field.subscribe !== undefined) field.subscribe = checked(field.subscribe);
  }
  return schema;
}

function mayHoldId(type: GraphQLInputType): boolean {
  const named = getNamedType(type);
  return named === GraphQLID || isInputObjectType(named);
}

/** @param path of the value, as messages name fields */
function checkIds(value: unknown, type: GraphQLInputType, path: readonly string[]): void {
  if (value === undefined || value === null) return;
  if (isNonNullType(type)) return checkIds(value, type.ofType, path);
  if (isListType(type)) {
    if (!Array.isArray(value)) return;
    for (const [i, item] of value.entries()) checkIds(item, type.ofType, [...path, String(i)]);
  } else if (isInputObjectType(type)) {
    const given = new Map(Object.entries(value));
    for (const field of Object.values(type.getFields())) {
      checkIds(given.get(field.name), field.type, [...path, field.name]);
    }
  } else if (type === GraphQLID) {
    checkId(value, path.join('.'));
  }
}
