import type { EntityManager } from '@mikro-orm/postgresql';
import type { BaseLogger } from 'pino';
import type { Database } from '../../platform/database/database.ts';
import type { JobQueue, Task } from '../../platform/jobs/jobs.ts';
import { writeMark } from '../../platform/database/installationSettings.ts';
import type { ErasureService } from './erasureService.ts';
import type { RetainedLocations } from './retainedLocations.ts';
import { KEPT_YEARS } from '../../domain/privacy/retentionYears.ts';
import { RETENTION_KEY } from './privacyState.ts';
import { DELIVERIES } from '../webhooks/signedWebhooks.ts';
import { INVITATIONS, SESSIONS } from '../identity/signedIdentity.ts';
import { ALERTS_TOLD } from '../mail/signedMail.ts';
import { REPORT_ROWS } from '../reports/signedReports.ts';
import { PACKAGE_ROWS } from '../statements/signedStatements.ts';
import { NO_LONGER_KEPT, UNFILED_REQUESTS, UNFINISHED_PACKAGE } from '../statements/statementErasure.ts';
import { removeSignedRows, type SignedTable } from '../../platform/row-signatures/signedRows.ts';

const TASK = 'retention';
/** Sealed rows that are removed together. */
const AT_ONCE = 1_000;

/** Each day at 03:41 UTC; a day that was missed is made up for at the next start. */
export const RETENTION_SCHEDULE = `41 3 * * * ${TASK} ?fill=1d&jobKey=${TASK}`;

/**
 * Retention rules, as conditions with the present time as `$1`. The audit table is not listed: nothing is removed from
 * it.
 */
const OLD: readonly { table: string; condition: string; sealed?: Pick<SignedTable, 'kind' | 'table' | 'key'> }[] = [
  { table: 'session', sealed: SESSIONS, condition: `ended_at < $1::timestamptz - interval '30 days'` },
  // Without a new token for so long its last refresh token has expired as well.
  {
    table: 'session',
    sealed: SESSIONS,
    condition: `ended_at is null and last_used_at < $1::timestamptz - interval '60 days'`,
  },
  { table: 'refresh_token', condition: `expires_at < $1::timestamptz - interval '30 days'` },
  { table: 'invitation', sealed: INVITATIONS, condition: `expires_at < $1::timestamptz - interval '7 days'` },
  { table: 'login_failure', condition: `at < $1::timestamptz - interval '1 day'` },
  { table: 'rate_spent', condition: `ends_at < $1::timestamptz - interval '1 day'` },
  { table: 'event_log', condition: `at < $1::timestamptz - interval '7 days'` },
  { table: 'client_error', condition: `at < $1::timestamptz - interval '30 days'` },
  { table: 'client_metric', condition: `at < $1::timestamptz - interval '30 days'` },
  { table: 'search_session', condition: `day < ($1::timestamptz at time zone 'UTC')::date - 1` },
  { table: 'search_day', condition: `day < ($1::timestamptz at time zone 'UTC')::date - 400` },
  {
    table: 'web_hook_delivery',
    sealed: DELIVERIES,
    condition: `state <> 'waiting' and created_at < $1::timestamptz - interval '30 days'`,
  },
  { table: 'alert_told', sealed: ALERTS_TOLD, condition: `created_at < $1::timestamptz - interval '30 days'` },
  { table: 'alert_mail_letter', condition: `state <> 'waiting' and created_at < $1::timestamptz - interval '30 days'` },
  { table: 'contact_request', condition: `at < $1::timestamptz - interval '1 year'` },
  // Their files go with them.
  { table: 'report', sealed: REPORT_ROWS, condition: `created_at < $1::timestamptz - interval '${KEPT_YEARS} years'` },
  // What names producers in statements; the statements themselves stay.
  { table: 'statement_package_piece', condition: NO_LONGER_KEPT },
  { table: 'statement_package_piece', condition: `$1::timestamptz is not null and ${UNFINISHED_PACKAGE}` },
  { table: 'statement_package', sealed: PACKAGE_ROWS, condition: NO_LONGER_KEPT },
  { table: 'statement_content', condition: NO_LONGER_KEPT },
  { table: 'statement_exchange', condition: NO_LONGER_KEPT },
  // About several statements, numbers of suppliers, or what was not filed in the end.
  { table: 'statement_exchange', condition: UNFILED_REQUESTS },
  // With its portions; those of a stored report are kept as long as the report.
  {
    table: 'report_making',
    condition: `asked_at < $1::timestamptz - interval '1 day'
      and not exists (select from report r where r.id = report_making.id)`,
  },
];

/** Removes what has been kept for long enough, and carries out erasures that are due (docs/operations/retention.md). */
export class Retention {
  readonly #database: Database;
  readonly #erasures: ErasureService;
  readonly #places: RetainedLocations;
  readonly #others: readonly (() => Promise<number>)[];
  readonly #jobs: Pick<JobQueue, 'enqueue'>;
  readonly #isClockReliable: (now: Date) => Promise<boolean>;
  readonly #log: BaseLogger;
  readonly #clock: () => Date;

  /** @param parts.others cleanups of other modules, each returning the number of deleted rows */
  constructor(parts: {
    database: Database;
    erasures: ErasureService;
    places: RetainedLocations;
    others: readonly (() => Promise<number>)[];
    jobs: Pick<JobQueue, 'enqueue'>;
    /** asked before anything is deleted by age */
    isClockReliable: (now: Date) => Promise<boolean>;
    log: BaseLogger;
    clock?: (() => Date) | undefined;
  }) {
    this.#database = parts.database;
    this.#erasures = parts.erasures;
    this.#places = parts.places;
    this.#others = parts.others;
    this.#jobs = parts.jobs;
    this.#isClockReliable = (now) => parts.isClockReliable(now);
    this.#log = parts.log;
    this.#clock = parts.clock ?? (() => new Date());
  }

  /** Has it run soon, in whichever process takes jobs: a new installation does not wait for the night. */
  async queue(): Promise<void> {
    await this.#database.write((em: EntityManager) => this.#jobs.enqueue(em, TASK, {}, { jobKey: TASK }));
  }

  /** What the queue runs. */
  get tasks(): Record<string, Task> {
    return { [TASK]: (_payload, signal) => this.run(signal) };
  }

  /**
   * Runs once. It may be aborted and run again: the steps are independent. Requested erasures are always carried out;
   * while the clock is unreliable nothing is deleted by age.
   */
  async run(signal?: AbortSignal): Promise<void> {
    const now = this.#clock();
    const erasures = await this.#erasures.resume();
    if (!(await this.#isClockReliable(now))) return;
    const removed: Record<string, number> = {};
    for (const { table, condition, sealed } of OLD) {
      signal?.throwIfAborted();
      if (sealed !== undefined) {
        removed[table] = (removed[table] ?? 0) + (await this.#removeSealed(sealed, condition, now, signal));
        continue;
      }
      const gone = await this.#database.row<{ count: number }>(
        // A locked row is deleted the next day, so that nothing waits for a large deletion.
        `with gone as (
           delete from ${table} where ctid in (select ctid from ${table} where ${condition} for update skip locked)
           returning 1)
         select count(*) from gone`,
        [now],
      );
      removed[table] = (removed[table] ?? 0) + (gone?.count ?? 0);
    }
    for (const other of this.#others) await other();
    signal?.throwIfAborted();
    const places = await this.#places.eraseDue(now, signal);
    await this.#database.write((em) => writeMark(em, RETENTION_KEY, { removed, erasures, places }, now));
    this.#log.info({ removed, erasures, places }, 'Retention ran');
  }

  async #removeSealed(
    rows: Pick<SignedTable, 'kind' | 'table' | 'key'>,
    condition: string,
    now: Date,
    signal?: AbortSignal,
  ): Promise<number> {
    for (let total = 0; ;) {
      signal?.throwIfAborted();
      const gone = await this.#database.write((em) =>
        removeSignedRows(em, rows, { condition, value: now, most: AT_ONCE }),
      );
      total += gone;
      if (gone < AT_ONCE) return total;
    }
  }
}
