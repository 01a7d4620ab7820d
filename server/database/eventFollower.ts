import type { Database } from './database.ts';

/** A committed row of `event_log`. */
export interface NewsItem {
  id: number;
  topic: 'lot' | 'alert' | 'user' | 'key';
  kind: string;
  lotId: string | null;
  alertId: string | null;
  userId: string | null;
  keyId: string | null;
}

/** The users and partner keys that news is about, each once. */
export function subjectsOf(news: readonly NewsItem[]): Set<string> {
  const ids = news.map(({ topic, userId, keyId }) => (topic === 'user' ? userId : topic === 'key' ? keyId : null));
  return new Set(ids.filter((id) => id !== null));
}

interface Row {
  id: number;
  tx: string;
  topic: NewsItem['topic'];
  kind: string;
  lot_id: string | null;
  alert_id: string | null;
  user_id: string | null;
  key_id: string | null;
}

type Position = { tx: string; id: number };

const PAGE = 500;
const POLL_MS = 1_000;

/**
 * Follows `event_log` from the moment it starts and hands every committed row on exactly once, in order. Rows of a
 * transaction are read only when no older transaction is still running, so a late commit is never skipped. A wake makes
 * it look at once; it looks each second besides.
 */
export class EventFollower {
  readonly #database: Database;
  readonly #log: { warn(details: object, message: string): void };
  readonly #listeners = new Set<(news: NewsItem[]) => void | Promise<void>>();
  #position: Position | null = null;
  #timer: NodeJS.Timeout | null = null;
  #reading: Promise<void> | null = null;
  #again = false;
  #stopped = false;

  constructor(database: Database, log: { warn(details: object, message: string): void }) {
    this.#database = database;
    this.#log = log;
  }

  /** Calls back with each page of news; a callback that throws is logged and does not stop the others. */
  onNews(listener: (news: NewsItem[]) => void | Promise<void>): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Begins at the end of the log as it is now. */
  async start(): Promise<void> {
    const row = await this.#database.row<{ tx: string }>('select pg_snapshot_xmin(pg_current_snapshot())::text as tx');
    // Everything before the oldest running transaction is history; everything from it on is news.
    this.#position = { tx: row?.tx ?? '0', id: 0 };
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
      this.#log.warn({ err: error }, 'The event log could not be read');
    }
  }

  async #readPage(): Promise<number> {
    const position = this.#position;
    if (position === null) return 0;
    // Ordered by the column: `tx` alone would be the text beside it, in which 1000 comes before 999.
    const rows = await this.#database.rows<Row>(
      `select id, tx::text as tx, topic, kind, lot_id, alert_id, user_id, key_id from event_log
       where (tx, id) > ($1::xid8, $2::bigint) and tx < pg_snapshot_xmin(pg_current_snapshot())
       order by event_log.tx, id limit ${PAGE}`,
      [position.tx, position.id],
    );
    const last = rows.at(-1);
    if (last === undefined) return 0;
    this.#position = { tx: last.tx, id: last.id };
    const news = rows.map((row) => ({
      id: row.id,
      topic: row.topic,
      kind: row.kind,
      lotId: row.lot_id,
      alertId: row.alert_id,
      userId: row.user_id,
      keyId: row.key_id,
    }));
    for (const listener of this.#listeners) {
      try {
        await listener(news);
      } catch (error) {
        this.#log.warn({ err: error }, 'A reader of the event log failed');
      }
    }
    return rows.length;
  }
}
