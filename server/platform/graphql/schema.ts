import 'reflect-metadata';
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
import { buildSchema, type PubSub, type ResolverData } from 'type-graphql';
import type { ResolverClass } from '../module.ts';
import { checkId } from '../validation/idText.ts';
import type { Context, ResolverContainer } from './context.ts';

/** Subscriptions follow the event log (`modules/live`); the library still requires a publisher. */
const noTopics: PubSub = {
  publish: () => {
    throw new Error('Subscriptions follow the event log; nothing is published by topic');
  },
  subscribe: () => {
    throw new Error('Subscriptions follow the event log; nothing is subscribed by topic');
  },
};

/** @param resolvers one instance of each class; @throws Error for a class that is not among them */
export function resolverContainer(resolvers: readonly object[]): ResolverContainer {
  const byClass = new Map<unknown, object>(resolvers.map((resolver) => [resolver.constructor, resolver]));
  return {
    get: (resolver) => {
      const found = byClass.get(resolver);
      if (found instanceof resolver) return found;
      throw new Error(`No resolver was made of ${resolver.name}`);
    },
  };
}

let built: Promise<GraphQLSchema> | null = null;

/**
 * The one schema, built once in a process from the modules' resolver classes: the instances of a server are in the context.
 * Services validate inputs by the domain's schemas.
 * @param resolvers must not be empty; later calls answer the schema of the first
 */
export async function makeSchema(resolvers: readonly ResolverClass[]): Promise<GraphQLSchema> {
  const [first, ...others] = resolvers;
  if (first === undefined) throw new Error('A schema needs resolvers');
  built ??= buildSchema({
    resolvers: [first, ...others],
    container: ({ context }: ResolverData<Pick<Context, 'resolvers'>>) => context.resolvers,
    pubSub: noTopics,
    validate: false,
  }).then(checkIdArguments);
  return built;
}

/**
 * Makes each field reject ids that cannot be stored or are too long, in any of its arguments and at any depth, before
 * its resolver runs: the same rule as for ids in REST paths. Services validate other texts by the schemas of their
 * inputs.
 */
function checkIdArguments(schema: GraphQLSchema): GraphQLSchema {
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
