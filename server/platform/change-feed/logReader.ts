import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { PRESENT, readLog, type LogPosition } from './eventLog.ts';
import type { Change } from './changeFeed.ts';

const positions = z.array(z.object({ tx: z.string(), id: z.coerce.number() }));

/**
 * A reader of `event_log` that stores its position in the database under a name: after a restart, in any process, it
 * continues from there. Rows are kept for seven days; a reader that was away for longer misses deleted rows.
 *
 * It handles rows in the transaction that moves its position. So what `take` writes there is written once for each row.
 * `take` must not call outside systems: events wait for open transactions. To notify others, store the notification in
 * `take` and send it later.
 */
export class LogReader {
  readonly #database: Database;
  readonly #name: string;

  /** @param name unique; two readers of the same name share the rows */
  constructor(database: Database, name: string) {
    this.#database = database;
    this.#name = name;
  }

  /**
   * Begins at the present end of the log, unless it has begun before. A position after that end, which a restored dump
   * or a manual change leaves, would skip all later rows: it begins again.
   */
  async begin(): Promise<void> {
    await this.#database.rows(
      `insert into event_reader (name, tx, id) select $1, tx::xid8, id from (${PRESENT}) present
       on conflict (name) do update set tx = excluded.tx, id = excluded.id
         where event_reader.tx > pg_snapshot_xmax(pg_current_snapshot())`,
      [this.#name],
    );
  }

  /**
   * Reads the next rows, in order.
   * @param take called with them, unless there are none; when it throws, the position stays and they are read again
   * @param most rows to read
   * @returns how many were read; as many as `most` when there may be more
   * @throws Error when it has not begun; errors of `take`
   */
  async read(take: (news: readonly Change[], em: EntityManager) => Promise<void>, most = 500): Promise<number> {
    return this.#database.write(async (em) => {
      const [from] = positions.parse(
        await em.execute('select tx::text as tx, id from event_reader where name = ? for update', [this.#name]),
      );
      if (from === undefined) throw new Error(`The reader ${this.#name} of the event log has not begun`);
      const { news, read, position } = await readLog(this.#database, from, most);
      if (read === 0) return 0;
      if (news.length > 0) await take(news, em);
      await this.#keep(em, position);
      return read;
    });
  }

  async #keep(em: EntityManager, { tx, id }: LogPosition): Promise<void> {
    await em.execute('update event_reader set tx = ?::xid8, id = ?, at = now() where name = ?', [tx, id, this.#name]);
  }
}
