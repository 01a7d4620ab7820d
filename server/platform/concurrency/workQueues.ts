import { availableParallelism } from 'node:os';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { FairQueue, type FairQueueRules } from './fairQueue.ts';

/** One or two at a time: a core is left to the thread that answers requests. */
export const REPORTS_AT_A_TIME = Math.min(2, Math.max(1, availableParallelism() - 1));

/**
 * Work that runs a few tasks at a time in each process (docs/decisions/0015). A ticket is held until the answer has been sent, so the
 * tickets also bound the files in memory.
 */
const RULES = {
  /** reports and dossiers, for staff; each made in a thread */
  reports: {
    concurrency: REPORTS_AT_A_TIME,
    tickets: 24,
    ticketsEach: 12,
    full: {
      said: REFUSED.tooManyReports({}),
      retryAfterSeconds: 10,
    },
  },
  /** papers for shoppers: apart, so that neither waits for the other */
  certificates: {
    concurrency: 2,
    tickets: 24,
    ticketsEach: 6,
    full: {
      said: REFUSED.tooManyCertificates({}),
      retryAfterSeconds: 5,
    },
  },
  /** exports, page by page: a slot is held for a page, not while a slow client reads */
  exports: {
    concurrency: 1,
    tickets: 24,
    ticketsEach: 6,
    full: {
      said: REFUSED.tooManyFiles({}),
      retryAfterSeconds: 10,
    },
  },
  /** calls that cost more than one request (`server/platform/rate-limits/requestsOfCost.ts`) and are in no other queue */
  large: {
    concurrency: 4,
    concurrencyEach: 2,
    tickets: 120,
    ticketsEach: 24,
    full: {
      said: REFUSED.tooManyRequests({}),
      retryAfterSeconds: 2,
    },
  },
  imports: {
    concurrency: 2,
    tickets: 12,
    ticketsEach: 4,
    full: {
      said: REFUSED.tooManyImports({}),
      retryAfterSeconds: 30,
    },
  },
} as const satisfies Record<string, FairQueueRules>;

export type QueueName = keyof typeof RULES;
export const QUEUE_NAMES = Object.keys(RULES) as readonly QueueName[];

export type WorkQueues = Readonly<Record<QueueName, FairQueue>>;

/** The queues of one process. */
export function makeWorkQueues(): WorkQueues {
  return {
    reports: new FairQueue(RULES.reports),
    certificates: new FairQueue(RULES.certificates),
    exports: new FairQueue(RULES.exports),
    large: new FairQueue(RULES.large),
    imports: new FairQueue(RULES.imports),
  };
}
