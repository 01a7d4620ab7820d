import type { Database } from '../database/database.ts';
import { PRESENT, readLog, type LogPosition } from './eventLog.ts';
import { subjectsOf, type Change } from './changeFeed.ts';
import { withinTime } from '../database/requestScope.ts';

const PAGE = 500;
const POLL_MS = 1_000;
/** For reading a page, and for a listener to take it: a network that hangs must not hold up all that comes later. */
const WITHIN_MS = 10_000;
/** A listener that fails for so long while the log can be read fails because of the news: it goes on without them. */
const GIVE_UP_MS = 60_000;

/** Somebody who is told. */
interface Reader {
  listener: (news: Change[]) => void | Promise<void>;
  /** what it has not taken yet, in order */
  waiting: Change[];
  /** ms of the process's clock; null while all is well, or the log cannot be read either */
  failingSince: number | null;
}

/**
 * Follows `event_log` from the moment it starts and hands every committed row on, in order: exactly once to a listener that
 * takes it, again to one that fails, because the database may have gone away between the news and what it tells of. Rows of a
 * transaction are read only when no older transaction is still running, so a late commit is never skipped. A wake makes
 * it look at once; it looks each second besides.
 *
 * Who was shut out is told before that, too: an import may run for minutes, and nobody is to be let in for so long.
 */
export class EventFollower {
  readonly #database: Database;
  readonly #log: { warn(details: object, message: string): void };
  readonly #readers = new Set<Reader>();
  readonly #early = new Set<(subjects: ReadonlySet<string>) => void | Promise<void>>();
  /** ids of rows whose subjects were told before their turn */
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

  /** Calls back with each page of news; one that throws gets it again with the next look, and does not stop the others. */
  onChange(listener: Reader['listener']): () => void {
    const reader: Reader = { listener, waiting: [], failingSince: null };
    this.#readers.add(reader);
    return () => this.#readers.delete(reader);
  }

  /**
   * Calls back with the users and partner keys that committed news is about while an older transaction holds it back from
   * `onChange`, which tells of them again: for what may be done twice.
   */
  onSubjects(listener: (subjects: ReadonlySet<string>) => void | Promise<void>): void {
    this.#early.add(listener);
  }

  /** Begins at the end of the log as it is now. */
  async start(): Promise<void> {
    this.#position = await this.#database.row<{ tx: string; id: number }>(PRESENT);
    this.#timer = setInterval(() => this.wake(), POLL_MS);
    this.#timer.unref();
  }

  /** Looks for news now, or once more after the look that is under way. */
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
      // The database is away or restarting: the position stays, the next look goes on from it.
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
        // They are told again when their turn comes.
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
