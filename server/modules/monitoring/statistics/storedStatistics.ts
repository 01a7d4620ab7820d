import type { BaseLogger } from 'pino';
import { z } from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import type { JobQueue, Task } from '../../../platform/jobs/jobs.ts';
import { readMark, writeMark } from '../../../platform/database/installationSettings.ts';
import { foldFigures, isFolded } from './applyStatistics.ts';
import { recountFigures, type Recount } from './recountStatistics.ts';

const RECOUNT = 'figures-recount';
const CHECK = 'figures-check';
const READ_AHEAD = 'figures-of-days';
/** Under which the last recount is noted. */
const MARK = 'figures';
/** Each night at 00:23 UTC; a missed night is made up for at the next start. Each hour only the sums over all lots. */
export const FIGURES_SCHEDULE = `23 0 * * * ${RECOUNT} ?fill=1d&jobKey=${RECOUNT}
43 * * * * ${CHECK} ?jobKey=${CHECK}`;
/** What is not folded yet is summed by every reader. */
const FOLD_EVERY_MS = 5_000;

const recountMark = z.object({ at: z.string(), differing: z.int(), tables: z.record(z.string(), z.int()) });

/** Maintains the sums behind lists and figures (decision 39): adds new changes, and recounts everything each night. */
export class FigureKeeping {
  readonly #database: Database;
  readonly #log: Pick<BaseLogger, 'warn' | 'error'>;
  readonly #jobs: JobQueue;
  readonly #readAhead: (now: Date, signal?: AbortSignal) => Promise<void>;
  #timer: NodeJS.Timeout | null = null;
  #folding: Promise<unknown> = Promise.resolve();

  /** @param parts.readAhead has the figures of past days at hand before anybody asks */
  constructor(parts: {
    database: Database;
    log: Pick<BaseLogger, 'warn' | 'error'>;
    jobs: JobQueue;
    readAhead: (now: Date, signal?: AbortSignal) => Promise<void>;
  }) {
    this.#database = parts.database;
    this.#log = parts.log;
    this.#jobs = parts.jobs;
    this.#readAhead = parts.readAhead;
  }

  /** What the queue runs. */
  get tasks(): Record<string, Task> {
    return {
      [RECOUNT]: async (_payload, signal) => {
        await this.recount();
        await this.#readAhead(new Date(), signal);
      },
      [CHECK]: async () => this.checkTotals(),
      [READ_AHEAD]: (_payload, signal) => this.#readAhead(new Date(), signal),
    };
  }

  /** A new installation, or version, does not wait for the night. */
  async queue(): Promise<void> {
    await this.#database.write((em) => this.#jobs.enqueue(em, READ_AHEAD, {}, { jobKey: READ_AHEAD }));
  }

  /** Folds every few seconds until it is stopped. */
  start(): void {
    this.#timer = setTimeout(() => {
      this.#folding = this.#foldQuietly().finally(() => {
        if (this.#timer !== null) this.start();
      });
    }, FOLD_EVERY_MS);
  }

  /** Waits for a fold that is under way. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#folding;
  }

  /** Folds now. @returns how many changes it took; null when another process folds */
  async fold(now = new Date()): Promise<number | null> {
    return foldFigures(this.#database.pool, now);
  }

  /** Recounts all lots and alerts, corrects differences, and stores and reports them. */
  async recount(now = new Date()): Promise<Recount | null> {
    const recount = await recountFigures(this.#database.pool, now);
    if (recount === null) return null;
    await this.#database.write((em) => writeMark(em, MARK, recount, now));
    if (recount.differing > 0) {
      this.#log.error(
        { tables: recount.tables },
        'Sums of lots or alerts were not what the rows come to, and were set right',
      );
    }
    return recount;
  }

  /** Compares the sums over all lots and alerts, which the dashboard shows, and counts everything again when one differs. */
  async checkTotals(now = new Date()): Promise<void> {
    const compared = await recountFigures(this.#database.pool, now, { mend: false, whole: true });
    if ((compared?.differing ?? 0) > 0) await this.recount(now);
  }

  /** The last recount; null before the first. */
  async last(): Promise<Recount | null> {
    const mark = await this.#database.read((em) => readMark(em, MARK));
    return mark === null ? null : recountMark.parse(mark.value);
  }

  async #foldQuietly(): Promise<void> {
    try {
      if (!(await isFolded(this.#database.pool, new Date()))) await this.fold();
    } catch (error) {
      this.#log.warn({ err: error }, 'Figures could not be summed; this is tried again');
    }
  }
}
