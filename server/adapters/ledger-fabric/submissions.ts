import type { Pool } from 'pg';
import type { NamedRow } from '../../platform/database/tableRow.ts';

/** An endorsed transaction whose outcome is not known yet. */
export interface Submission {
  txId: string;
  eventIds: string[];
  /** as it is handed to those who order, any number of times */
  endorsed: Uint8Array;
  /** by which its outcome is asked for; null: it was not yet handed over, as far as is known */
  commit: Uint8Array | null;
}

type SubmissionRow = NamedRow<'fabric_submission', 'tx_id' | 'event_ids' | 'endorsed' | 'commit'>;

/**
 * Submitted transactions. Each step is stored before the next, so that another process continues after a killed one:
 * the same endorsed bytes are recorded once, however often they are submitted.
 */
export class Submissions {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Those that carry one of these events, oldest first. */
  async withEvents(eventIds: readonly string[]): Promise<Submission[]> {
    const { rows } = await this.#pool.query<SubmissionRow>({
      name: 'fabric-submissions',
      text: `select tx_id as "txId", event_ids as "eventIds", endorsed, commit from fabric_submission
             where event_ids && $1::text[] order by endorsed_at`,
      values: [eventIds],
    });
    return rows;
  }

  async endorsed({ txId, eventIds, endorsed }: Omit<Submission, 'commit'>): Promise<void> {
    await this.#pool.query({
      name: 'fabric-endorsed',
      text: `insert into fabric_submission (tx_id, event_ids, endorsed) values ($1, $2, $3) on conflict do nothing`,
      values: [txId, eventIds, Buffer.from(endorsed)],
    });
  }

  async handedOver(txId: string, commit: Uint8Array): Promise<void> {
    await this.#pool.query({
      name: 'fabric-handed-over',
      text: 'update fabric_submission set commit = $2 where tx_id = $1',
      values: [txId, Buffer.from(commit)],
    });
  }

  /** Its outcome is known. */
  async done(txId: string): Promise<void> {
    await this.#pool.query({
      name: 'fabric-done',
      text: 'delete from fabric_submission where tx_id = $1',
      values: [txId],
    });
  }
}
