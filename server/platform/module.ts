import type { Logger } from 'pino';
import type { SharedRates } from './rate-limits/sharedRates.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { Change } from './change-feed/changeFeed.ts';
import type { JobPool, JobQueue, Task } from './jobs/jobs.ts';
import type { Ledger } from '../domain/ledger/ledger.ts';
import type { Route } from './rest/route.ts';
import type { DueDiligenceRegistry } from '../domain/statement/dueDiligenceRegistry.ts';
import type { ForestMonitor } from '../domain/forest/forestMonitor.ts';

/** What features are made with: the settings, and the ports to the worlds outside. */
export interface Base {
  config: Config;
  /** AUTH_SECRET, as it was given or made */
  secret: string;
  database: Database;
  ledger: Ledger;
  monitor: ForestMonitor;
  registry: DueDiligenceRegistry;
  jobs: JobQueue;
  /** what callers are let, counted with all processes */
  rates: SharedRates;
  log: Logger;
  /** for the age of remembered ledger checks, and for retention */
  clock?: () => Date;
  /** address that people reach the program by; empty until it listens where none is set */
  origin: () => string;
}

/** A resolver class, whatever services its constructor takes. */
export type ResolverClass = new (needs: never) => object;

/** A module's calls: REST routes and GraphQL resolvers, built from the services that they need. */
export interface ModuleApi<Needs> {
  routes(needs: Needs): readonly Route[];
  resolvers: readonly (new (needs: Needs) => object)[];
}

/** The calls of a module with their services. */
export interface MountedApi {
  routes: readonly Route[];
  resolvers: readonly object[];
}

/** Builds the routes and resolvers of a module. */
export function mountApi<Needs>({ routes, resolvers }: ModuleApi<Needs>, needs: Needs): MountedApi {
  return { routes: routes(needs), resolvers: resolvers.map((Resolver) => new Resolver(needs)) };
}

/** What a feature does beside answering calls. */
export interface ModuleRuntime {
  /** jobs by name, for processes that work (ROLE) */
  tasks?: Record<string, Task>;
  /** jobs that wait for servers of others: they run in places of their own, so that a slow server holds up no other job */
  outside?: JobPool;
  /** tasks by the clock, crontab lines (UTC) */
  schedule?: string;
  /** jobs that a start queues */
  queueAtStart?: () => Promise<unknown>;
  /** background work beside the jobs, for worker processes */
  beside?: { name: string; start(): void; stop(): Promise<void> };
  /** accounts and keys that were changed: what is remembered of them is forgotten */
  onSubjects?: (subjects: ReadonlySet<string>) => void;
  /** what was committed, by whatever process, in the order of the log */
  onChange?: (news: readonly Change[]) => void;
}
