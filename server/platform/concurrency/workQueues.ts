import { availableParallelism } from 'node:os';
import { REFUSED } from '../../domain/said/refusedSaid.ts';
import { FairQueue, type QueueRules } from './fairQueue.ts';

/** One or two at a time: a core is left to the thread that answers requests. */
export const REPORTS_AT_A_TIME = Math.min(2, Math.max(1, availableParallelism() - 1));

/**
 * What is done a few at a time in each process (docs/decisions/0015). Places are counted until the answer was sent, so
 * they also bound the files that are in memory.
 */
const QUEUES = {
  /** reports and dossiers, for staff; each made in a thread */
  reports: {
    slots: REPORTS_AT_A_TIME,
    places: 24,
    placesEach: 12,
    full: {
      said: REFUSED.tooManyReports({}),
      retryAfterSeconds: 10,
    },
  },
  /** papers for shoppers: apart, so that neither waits for the other */
  certificates: {
    slots: 2,
    places: 24,
    placesEach: 6,
    full: {
      said: REFUSED.tooManyCertificates({}),
      retryAfterSeconds: 5,
    },
  },
  /** exports, page by page: a slot is held for a page, not while a slow client reads */
  exports: {
    slots: 1,
    places: 24,
    placesEach: 6,
    full: {
      said: REFUSED.tooManyFiles({}),
      retryAfterSeconds: 10,
    },
  },
  /** calls that cost more than one request (`server/platform/rate-limits/prices.ts`) and are in no other lane */
  large: {
    slots: 4,
    slotsEach: 2,
    places: 120,
    placesEach: 24,
    full: {
      said: REFUSED.tooManyRequests({}),
      retryAfterSeconds: 2,
    },
  },
  imports: {
    slots: 2,
    places: 12,
    placesEach: 4,
    full: {
      said: REFUSED.tooManyImports({}),
      retryAfterSeconds: 30,
    },
  },
} as const satisfies Record<string, QueueRules>;

export type QueueName = keyof typeof QUEUES;
export const QUEUE_NAMES = Object.keys(QUEUES) as readonly QueueName[];

export type WorkQueues = Readonly<Record<QueueName, FairQueue>>;

/** The lanes of one process. */
export function makeWorkQueues(): WorkQueues {
  return {
    reports: new FairQueue(QUEUES.reports),
    certificates: new FairQueue(QUEUES.certificates),
    exports: new FairQueue(QUEUES.exports),
    large: new FairQueue(QUEUES.large),
    imports: new FairQueue(QUEUES.imports),
  };
}
