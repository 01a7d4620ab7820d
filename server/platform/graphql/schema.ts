import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchema, type PubSub, type ResolverData } from 'type-graphql';
import type { ResolverClass } from '../module.ts';
import type { Context } from './context.ts';
import { checkIdArguments } from './idArguments.ts';

/** Subscriptions follow the event log (`liveEvents.ts`); the library still requires a publisher. */
const noTopics: PubSub = {
  publish: () => {
    throw new Error('Subscriptions follow the event log; nothing is published by topic');
  },
  subscribe: () => {
    throw new Error('Subscriptions follow the event log; nothing is subscribed by topic');
  },
};

/** The resolvers of one server by their class, for TypeGraphQL. */
export interface ResolverContainer {
  get(resolver: unknown): object;
}

/** @param resolvers one instance of each class; @throws Error for a class that is not among them */
export function resolverContainer(resolvers: readonly object[]): ResolverContainer {
  const byClass = new Map<unknown, object>(resolvers.map((resolver) => [resolver.constructor, resolver]));
  return {
    get: (resolver) => {
      const found = byClass.get(resolver);
      if (found === undefined) throw new Error(`No resolver was made of ${String(resolver)}`);
      return found;
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
