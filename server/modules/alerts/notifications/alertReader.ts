import type { EntityManager } from '@mikro-orm/postgresql';
import type { BaseLogger } from 'pino';
import type { Database } from '../../../platform/database/database.ts';
import { LogReader } from '../../../platform/change-feed/logReader.ts';
import type { Change } from '../../../platform/change-feed/changeFeed.ts';
import { PreparedStatement } from '../../../platform/database/preparedStatement.ts';
import type { AlertChannel } from './alertChannel.ts';
import { NOTIFIED_ALERTS, notificationsOf } from './alertPayload.ts';

/** Polling interval of the event log, in addition to wakes. */
const LOOK_MS = 5_000;
const PAGE = 2_000;

const TOLD = new PreparedStatement<Record<string, unknown>>(NOTIFIED_ALERTS);

/**
 * Reads the event log for a channel that stores its notifications. Each such channel has its own position, so that one
 * that cannot write does not block the others; each row goes to one process only.
 */
export class AlertReader {
  readonly #reader: LogReader;
  readonly #name: string;
  readonly #channel: AlertChannel;
  readonly #log: Pick<BaseLogger, 'warn'>;
  #timer: NodeJS.Timeout | null = null;
  #working = false;
  #again = false;
  #reading: Promise<void> | null = null;

  /** @param parts.name of its position in the log, never changed */
  constructor(parts: { database: Database; name: string; channel: AlertChannel; log: Pick<BaseLogger, 'warn'> }) {
    this.#reader = new LogReader(parts.database, parts.name);
    this.#name = parts.name;
    this.#channel = parts.channel;
    this.#log = parts.log;
  }

  /** Follows the event log until it is stopped. */
  start(): void {
    this.#working = true;
    this.wake();
  }

  /** Looks at the log now, if news of alerts came. */
  onChange(news: readonly Change[]): void {
    if (news.some(({ topic }) => topic === 'alert')) this.wake();
  }

  /** Looks at the log now. */
  wake(): void {
    if (!this.#working) return;
    if (this.#reading !== null) {
      this.#again = true;
      return;
    }
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#reading = this.#readQuietly().finally(() => {
      this.#reading = null;
      if (!this.#working) return;
      const again = this.#again;
      this.#again = false;
      this.#timer = setTimeout(() => this.wake(), again ? 0 : LOOK_MS);
      this.#timer.unref();
    });
  }

  /** Waits for running work. */
  async stop(): Promise<void> {
    this.#working = false;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#reading;
  }

  /** Has the channel take all news that there are. */
  async read(): Promise<void> {
    await this.#reader.begin();
    for (;;) {
      let afterwards = (): void => undefined;
      const read = await this.#reader.read(async (news, em) => {
        afterwards = await this.#take(news, em);
      }, PAGE);
      afterwards();
      if (read < PAGE) return;
    }
  }

  async #take(news: readonly Change[], em: EntityManager): Promise<() => void> {
    const notifications = await notificationsOf(news, (ids) => TOLD.run(em, [ids]));
    return notifications.length === 0 ? () => undefined : this.#channel.take(notifications, em);
  }

  async #readQuietly(): Promise<void> {
    try {
      await this.read();
    } catch (error) {
      this.#log.warn(
        { err: error, reader: this.#name },
        'The event log could not be read for alerts to be told; this is tried again',
      );
    }
  }
}
