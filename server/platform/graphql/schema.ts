import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchema, type PubSub } from 'type-graphql';
import { RESOLVERS } from '../../modules.ts';
import { checkIdArguments } from './idArguments.ts';

/** Subscriptions follow the event log (`liveEvents.ts`); the library asks for a publisher all the same. */
const noTopics: PubSub = {
  publish: () => {
    throw new Error('Subscriptions follow the event log; nothing is published by topic');
  },
  subscribe: () => {
    throw new Error('Subscriptions follow the event log; nothing is subscribed by topic');
  },
};

let built: Promise<GraphQLSchema> | null = null;

/**
 * The one schema, built from the features' resolvers, once in a process: nothing in it belongs to one server. Inputs are
 * judged by the domain's schemas, in the services.
 */
export async function makeSchema(): Promise<GraphQLSchema> {
  built ??= buildSchema({ resolvers: RESOLVERS, pubSub: noTopics, validate: false }).then(checkIdArguments);
  return built;
}
