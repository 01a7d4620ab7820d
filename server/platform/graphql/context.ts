import type { Caller, RequestInfo } from '../access/caller.ts';
import type { Loaders } from './loaders.ts';

/** The resolvers of one server by their class, for TypeGraphQL. */
export interface ResolverContainer {
  get<Made extends object>(resolver: new (services: never) => Made): Made;
}

/** What every resolver gets: the caller, the request, and this request's batching loaders. */
export interface Context {
  caller: Caller;
  info: RequestInfo;
  loaders: Loaders;
  /** the resolvers of this server: the schema is shared by all servers of the process */
  resolvers: ResolverContainer;
  /** true: the answer goes to all subscribers of an event, so nothing in it may depend on the caller */
  told?: true;
  /** the present state of the caller, for work that outlives the request */
  recheck(): Promise<Caller>;
  /** closes the socket of a caller who does not read what it is sent: clients reconnect; undefined over HTTP */
  cutOff?(): void;
}
