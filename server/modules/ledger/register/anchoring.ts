import type { EntityManager } from '@mikro-orm/postgresql';
import type { BaseLogger } from 'pino';
import type { Database } from '../../../platform/database/database.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import type { ModuleRuntime } from '../../../platform/module.ts';
import { LedgerAway } from '../../../domain/ledger/ledger.ts';
import type { Register } from './register.ts';

const TASK = 'register';

/** Delay before waiting events are submitted to a ledger that was away: the outage may be short. */
const AGAIN_SECONDS = 10;

/** Every five minutes; waiting rows are anchored together. */
export const REGISTER_SCHEDULE = `*/5 * * * * ${TASK} ?jobKey=${TASK}`;

/**
 * Appends the next portion of a module's rows to the register chain, in the caller's transaction, which holds the
 * chain.
 * @returns how much it anchored; 0 when nothing waits
 */
export type Anchor = (em: EntityManager, register: Register, at: Date) => Promise<number>;

/** Anchors data beside the ledger on its register chain, in portions, so that no writer waits for another. */
export class Anchoring {
  readonly #database: Database;
  readonly #register: Register;
  readonly #anchors: readonly Anchor[];
  readonly #jobs: Pick<JobQueue, 'enqueue'>;
  readonly #log: Pick<BaseLogger, 'info' | 'warn'>;
  readonly #clock: () => Date;

  constructor(parts: {
    database: Database;
    register: Register;
    anchors: readonly Anchor[];
    jobs: Pick<JobQueue, 'enqueue'>;
    log: Pick<BaseLogger, 'info' | 'warn'>;
    clock?: () => Date;
  }) {
    this.#database = parts.database;
    this.#register = parts.register;
    this.#anchors = parts.anchors;
    this.#jobs = parts.jobs;
    this.#log = parts.log;
    this.#clock = parts.clock ?? (() => new Date());
  }

  /** What the queue runs: now, and by the clock. */
  get running(): ModuleRuntime {
    return {
      tasks: { [TASK]: (_payload, signal) => this.run(signal) },
      schedule: REGISTER_SCHEDULE,
      queueAtStart: () => this.queue(),
    };
  }

  /** Has it run soon, in whichever process takes jobs. */
  async queue(afterSeconds = 0): Promise<void> {
    await this.#database.write((em) => this.#jobs.enqueue(em, TASK, {}, { jobKey: TASK, afterSeconds }));
  }

  /** Runs once; it may be aborted and run again. If the ledger is away, waiting events are submitted a little later. */
  async run(signal?: AbortSignal): Promise<void> {
    let anchored = 0;
    try {
      for (const anchor of this.#anchors) {
        for (let some = -1; some !== 0;) {
          signal?.throwIfAborted();
          some = await this.#database.write(async (em) => {
            // Another process may be anchoring: rows are selected only after it has ended.
            await this.#register.hold(em);
            return anchor(em, this.#register, this.#clock());
          });
          anchored += some;
        }
      }
      const recorded = await this.#register.deliver();
      if (recorded > 0) this.#log.info({ anchored, recorded }, 'Anchored on the register chain');
    } catch (error) {
      if (!(error instanceof LedgerAway)) throw error;
      this.#log.warn({ err: error }, 'The ledger is away; what is to be anchored waits');
      await this.queue(AGAIN_SECONDS);
    }
  }
}
