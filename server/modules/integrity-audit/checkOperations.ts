import type { Database } from '../../platform/database/database.ts';
import { RECHECK_CLASSES } from '../../domain/forest/recheck.ts';
import { LONGEST_HOOK_PAUSE_MS } from '../webhooks/webhookPauses.ts';
import { LONGEST_RETRY_MS } from '../ledger/outbox/outboxWorker.ts';
import { LONGEST_DIGEST_PAUSE_MS, LONGEST_MAIL_PAUSE_MS } from '../mail/mailDelivery.ts';
import { LATEST_RECHECK_MS, TOO_LATE } from '../satellite/rechecks.ts';
import type { Finding } from '../../domain/ledger/finding.ts';

const DAY_MS = 86_400_000;
/** Clocks of processes and database may differ by so much. */
const SKEW_MS = 3_600_000;
/** The queue's own pauses grow to six hours, and no job is put off for longer. */
const LONGEST_JOB_PAUSE_MS = DAY_MS;
const MOST_FINDINGS = 100;

/** Rows with a value that the program never writes. */
interface OperationCheck {
  table: string;
  /** SQL of what a row is found by */
  row: string;
  /** SQL of the rows that are wrong, from the word `from` on; `$1` is the present moment */
  wrong: string;
  /** in words that follow 'it' */
  fault: string;
}

/** SQL: a time is further ahead than the program can have written it. */
function beyond(column: string, ms: number): string {
  return `${column} > $1::timestamptz + interval '${ms + SKEW_MS} ms'`;
}

function tooLate(table: string, row: string, column: string, ms: number, condition = 'true'): OperationCheck {
  return {
    table,
    row,
    wrong: `from ${table} t where ${condition} and ${beyond(`t.${column}`, ms)}`,
    fault: `has a time in ${column} that lies further ahead than any that the program sets`,
  };
}

/** A time that is in the past when it is written. */
function future(table: string, row: string, column: string): OperationCheck {
  const fault = `has a time in ${column} that has not come yet`;
  return { ...tooLate(table, row, column, 0), fault };
}

/** Rows of the event log about alerts of lots that exist, as far as a reader has read. */
const READ_ALERTS = `from event_log e join event_reader r on (e.tx, e.id) <= (r.tx, r.id)
  join alert a on a.id = e.alert_id join lot l on l.id = a.lot_id and l.deleted_at is null`;
const FARM_KEPT = `not exists (select from event_log m where m.topic = 'lot' and m.lot_id = l.id and m.left_farm_id is not null)`;

const CHECKS: readonly OperationCheck[] = [
  tooLate('ledger_outbox', 't.event_id', 'next_attempt_at', LONGEST_RETRY_MS, `t.state = 'pending'`),
  future('ledger_outbox', 't.event_id', 'queued_at'),
  tooLate('web_hook', 't.id', 'next_at', LONGEST_HOOK_PAUSE_MS),
  {
    table: 'web_hook',
    row: 't.id',
    wrong: `from web_hook t where t.disabled_at is null and ((t.failures > 0) <> (t.failing_since is not null)
      or (t.next_at is not null and t.failures <= 0)
      or t.failing_since < greatest(t.created_at, (
        select max(d.last_at) from web_hook_delivery d where d.hook_id = t.id and d.state = 'delivered')) - interval '${SKEW_MS} ms')`,
    fault: 'counts failures that its deliveries do not show',
  },
  {
    table: 'web_hook_delivery',
    row: `h.id || ' ' || e.id`,
    wrong: `${READ_ALERTS} join web_hook h on h.disabled_at is null and h.created_at + interval '1 minute' < e.at
        and (h.farm_id = '' or h.farm_id = l.farm_id)
      where r.name = 'web-hooks' and e.topic = 'alert' and ${FARM_KEPT}
        and not exists (select from web_hook_delivery d where d.hook_id = h.id and d.log_id = e.id)`,
    fault: 'is missing: a hook was to be told of this row of the event log',
  },
  {
    table: 'alert_told',
    row: 'e.id',
    wrong: `${READ_ALERTS} where r.name = 'alert-mail' and e.topic = 'alert'
        and exists (select from alert_mail m where m.stopped_at is null and m.confirmed_at + interval '1 minute' < e.at)
        and not exists (select from alert_told t where t.log_id = e.id)`,
    fault: 'is missing: mail was to tell of this row of the event log',
  },
  tooLate('alert_mail', 't.account_id', 'due_at', LONGEST_DIGEST_PAUSE_MS),
  {
    table: 'alert_mail',
    row: 't.account_id',
    wrong: `from alert_mail t where t.told_to > coalesce(pg_sequence_last_value(pg_get_serial_sequence('alert_told', 'seq')::regclass), 0)
      or t.told_to < (select max(w.told_to) from alert_mail_letter w where w.account_id = t.account_id)`,
    fault: 'says that other alerts were mailed than were written down and mailed',
  },
  tooLate('alert_mail_letter', 't.id', 'next_at', LONGEST_MAIL_PAUSE_MS),
  {
    table: 'alert_mail_letter',
    row: 't.id',
    wrong: `from alert_mail_letter t where t.state = 'sent' and (t.attempts = 0 or t.last_at is null or t.last_fault is not null)
      or t.state = 'given_up' and t.last_fault is null`,
    fault: 'is in a state that its attempts do not lead to',
  },
  {
    table: 'recheck',
    row: 'r.lot_id',
    wrong: `from recheck r join lot l on l.id = r.lot_id
      cross join (select $1::timestamptz + interval '${LATEST_RECHECK_MS} ms' as latest) bound
      where ${TOO_LATE} or ${beyond('r.queued_at', 0)} or r.class not between 0 and ${RECHECK_CLASSES.length - 1}
        or (r.class is not null and r.reads <> greatest(coalesce(cardinality(l.plots), 0), 1))`,
    fault: 'keeps its lot from being checked again in time',
  },
  {
    table: 'recheck',
    row: 'l.id',
    wrong: `from lot l where l.deleted_at is null and l.lat_micro is not null and l.lon_micro is not null
      and not exists (select from recheck r where r.lot_id = l.id)`,
    fault: 'is missing: its lot is not planned to be checked again',
  },
  tooLate('graphile_worker._private_jobs', 't.id', 'run_at', LONGEST_JOB_PAUSE_MS),
  future('graphile_worker._private_jobs', 't.id', 'locked_at'),
  future('graphile_worker._private_job_queues', 't.id', 'locked_at'),
  future('graphile_worker._private_known_crontabs', 't.identifier', 'last_execution'),
  future('graphile_worker._private_known_crontabs', 't.identifier', 'known_since'),
  {
    table: 'event_reader',
    row: 't.name',
    wrong: 'from event_reader t where t.tx > pg_snapshot_xmax(pg_current_snapshot())',
    fault: 'has a place in the event log that no transaction has come to yet',
  },
  future('event_log', 't.id', 'at'),
  future('login_failure', 't.id', 'at'),
  future('session', 't.id', 'last_used_at'),
  tooLate('rate_spent', `t.rate || ' ' || t.caller`, 'ends_at', DAY_MS),
  {
    table: 'idempotency_key',
    row: `t.subject || ' ' || t.key`,
    wrong: `from idempotency_key t where (t.targets <> '[]' and not t.written) or ${beyond('t.created_at', 0)} or ${beyond('t.held_until', 0)}`,
    fault: 'has a mark or a time that the program does not write for its call',
  },
  {
    table: 'figure_fold',
    row: 't.day',
    wrong: `from figure_fold t where t.day > (($1::timestamptz + interval '${SKEW_MS} ms') at time zone 'UTC')::date`,
    fault: 'is a day that has not come yet',
  },
];

/**
 * Checks columns that decide when and whether something is done, and that no seal covers, for values that the program never writes: times
 * too far ahead, positions beyond the end of a log, impossible states. Finds missing deliveries as well.
 */
export async function checkOperations(database: Pick<Database, 'rows'>, now = new Date()): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { table, row, wrong, fault } of CHECKS) {
    // A process may have written by a clock that is ahead of the database's.
    const rows = await database.rows<{ row: string }>(
      `select (${row})::text as row ${wrong.replaceAll('$1::timestamptz', 'greatest($1::timestamptz, now())')} order by 1 limit ${MOST_FINDINGS}`,
      wrong.includes('$1') ? [now] : [],
    );
    findings.push(...rows.map((found) => ({ table, row: found.row, fault })));
  }
  return findings;
}
