import type { Caller, RequestInfo } from '../access/caller.ts';
import type { Services } from '../../services.ts';
import type { Loaders } from './loaders.ts';

/** What every resolver gets: who calls, the services, and this request's batching loaders. */
export interface Context {
  caller: Caller;
  info: RequestInfo;
  services: Services;
  loaders: Loaders;
  /** true: what is answered goes to all who hear a piece of news, so nothing in it may depend on who asks */
  told?: true;
  /** the caller as they are now, for what outlives the request */
  recheck(): Promise<Caller>;
  /** cuts the caller's socket off, who does not read what it is sent: clients come back; there are none over HTTP */
  cutOff?(): void;
}
