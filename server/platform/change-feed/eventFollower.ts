import type { Database } from '../database/database.ts';
import { PRESENT, readLog, type LogPosition } from './eventLog.ts';
import { subjectsOf, type Change } from './changeFeed.ts';
import { withinTime } from '../database/requestScope.ts';

const PAGE = 500;
const POLL_MS = 1_000;
/** Time for reading a page, and for a listener to take it: a hanging network must not hold up later events. */
const WITHIN_MS = 10_000;
/**
 * If a listener fails for this long while the log can be read, these events are the cause: it continues without them.
 */
const GIVE_UP_MS = 60_000;

/** A listener with its position. */
interface Reader {
  listener: (news: Change[]) => void | Promise<void>;
  /** events that it has not taken yet, in order */
  waiting: Change[];
  /** ms of the process's clock; null without a failure, or while the log cannot be read either */
  failingSince: number | null;
}

/**
 * Follows `event_log` from the moment it starts and delivers every committed row in order: exactly once to a listener
 * that takes it, again to one that failed, because the database may have been away between the event and its subject.
 * Rows of a transaction are read only when no older transaction is still running, so a late commit is never skipped. A
 * wake makes it read at once; it also polls each second.
 *
 * Revoked access is reported earlier: an import may hold back events for minutes, and a revoked caller must not keep
 * access for that long.
 */
export class EventFollower {
  readonly #database: Database;
  readonly #log: { warn(details: object, message: string): void };
  readonly #readers = new Set<Reader>();
  readonly #early = new Set<(subjects: ReadonlySet<string>) => void | Promise<void>>();
  /** ids of rows whose subjects were reported before their turn */
  readonly #told = new Set<number>();
  #position: LogPosition | null = null;
  #timer: NodeJS.Timeout | null = null;
  #reading: Promise<void> | null = null;
  #again = false;
  #stopped = false;

  constructor(database: Database, log: { warn(details: object, message: string): void }) {
    this.#database = database;
    this.#log = log;
  }

  /**
   * Calls back with each page of events; a listener that throws gets it again with the next read, and does not stop the
   * others.
   */
  onChange(listener: Reader['listener']): () => void {
    const reader: Reader = { listener, waiting: [], failingSince: null };
    this.#readers.add(reader);
    return () => this.#readers.delete(reader);
  }

  /**
   * Calls back with the users and partner keys of committed events that an older transaction holds back from `onChange`,
   * which reports them again: for work that may be done twice.
   */
  onSubjects(listener: (subjects: ReadonlySet<string>) => void | Promise<void>): void {
    this.#early.add(listener);
  }

  /** Begins at the present end of the log. */
  async start(): Promise<void> {
    this.#position = await this.#database.row<{ tx: string; id: number }>(PRESENT);
    this.#timer = setInterval(() => this.wake(), POLL_MS);
    this.#timer.unref();
  }

  /** Reads new events now, or once more after the running read. */
  wake(): void {
    if (this.#stopped || this.#position === null) return;
    if (this.#reading !== null) {
      this.#again = true;
      return;
    }
    this.#reading = this.#readAll().finally(() => {
      this.#reading = null;
      if (this.#again) {
        this.#again = false;
        this.wake();
      }
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#reading;
  }

  async #readAll(): Promise<void> {
    try {
      let rows = PAGE;
      while (rows === PAGE && !this.#stopped) rows = await this.#readPage();
    } catch (error) {
      // The database is away or restarting: the position stays, the next read continues from it.
      for (const reader of this.#readers) reader.failingSince = null;
      this.#log.warn({ err: error }, 'The event log could not be read');
    }
  }

  async #readPage(): Promise<number> {
    const position = this.#position;
    if (position === null) return 0;
    const page = await withinTime(WITHIN_MS, () => readLog(this.#database, position, PAGE));
    this.#position = page.position;
    for (const reader of this.#readers) reader.waiting.push(...page.news);
    await this.#handOn();
    await this.#tellEarly(page.held);
    return page.read;
  }

  async #tellEarly(held: readonly Change[]): Promise<void> {
    if (held.length === 0) this.#told.clear();
    const fresh = held.filter(({ id }) => !this.#told.has(id));
    if (fresh.length === 0) return;
    for (const { id } of fresh) this.#told.add(id);
    const subjects = subjectsOf(fresh);
    for (const listener of this.#early) {
      try {
        await withinTime(WITHIN_MS, async () => listener(subjects));
      } catch (error) {
        // They are reported again in their turn.
        this.#log.warn({ err: error }, 'A reader of the event log failed');
      }
    }
  }

  async #handOn(): Promise<void> {
    for (const reader of this.#readers) {
      if (reader.waiting.length === 0) continue;
      const news = [...reader.waiting];
      try {
        await withinTime(WITHIN_MS, async () => reader.listener(news));
      } catch (error) {
        reader.failingSince ??= performance.now();
        const failingMs = Math.round(performance.now() - reader.failingSince);
        this.#log.warn({ err: error, failingMs }, 'A reader of the event log failed');
        if (failingMs < GIVE_UP_MS) continue;
      }
      reader.waiting = [];
      reader.failingSince = null;
    }
  }
}
