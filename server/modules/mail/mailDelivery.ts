import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { BaseLogger } from 'pino';
import { z } from 'zod';
import { audit } from '../../platform/audit-log/audit.ts';
import type { Database } from '../../platform/database/database.ts';
import type { JobQueue, Task } from '../../platform/jobs/jobs.ts';
import { MAIL_CODE_MINUTES, MAIL_HOUR, MAIL_PAUSE_MINUTES, type MailPace } from '../../domain/alert/alertMailInput.ts';
import type { PermissionTable } from '../../domain/access/permissions.ts';
import { signRows } from '../../platform/row-signatures/signedRows.ts';
import type { AlertChannel } from '../alerts/notifications/alertChannel.ts';
import type { AlertNotification, AlertPayload } from '../alerts/notifications/alertPayload.ts';
import {
  nextReach,
  recipientAt,
  localizedAlerts,
  type Letter,
  type LetterState,
  type Recipient,
} from './alertEmails.ts';
import { endMail } from './endMail.ts';
import { codeText, digestText, type MailText } from './mailText.ts';
import type { MailServer, MailFault } from './mailServer.ts';
import { confirmationCode, stopToken } from './mailTokens.ts';
import { ALERTS_TOLD } from './signedMail.ts';
import { STOP_PATH } from './stopPath.ts';
import { ENABLED_ACCOUNTS } from '../identity/identityViews.ts';

const ROUND = 'alert-mail-round';
const LETTER = 'alert-mail-letter';
/** Each minute; a minute that was missed is not made up for. */
export const MAIL_SCHEDULE = `* * * * * ${ROUND} ?jobKey=${ROUND}`;

const MINUTE_MS = 60_000;
/** Time for a process to send a letter it has taken; after that, if the result is unknown, it is sent again. */
const CLAIM_MS = 5 * MINUTE_MS;
/** Pauses after 1, 2, ... attempts, minutes; then the last one again. */
const PAUSES = [1, 5, 15, 60, 180, 360] as const;
/** From one attempt to the next: a time further ahead was not set by the program, and is due. */
export const LONGEST_MAIL_PAUSE_MS = Math.max(...PAUSES) * MINUTE_MS;
/** From one digest to the next, and the same. */
export const LONGEST_DIGEST_PAUSE_MS = 86_400_000;
/** A digest that could not be sent for this long is discarded. */
const GIVE_UP_AFTER_MS = 5 * 86_400_000;
/** How often a mail is tried that is refused for good (5xx). */
const REFUSED_TIMES = 3;
/** Digests refused in a row after which an address gets no more. */
const REFUSED_DIGESTS = 3;
/** Accounts and letters of one round. */
const AT_ONCE = 500;

/** Why a mail came to nothing, as a code. */
export const LETTER_FAULTS = ['no_right', 'stale', 'unsound'] as const;
export type LetterFault = MailFault | (typeof LETTER_FAULTS)[number];

const letterPayload = z.object({ letterId: z.uuid() });

const DUE = `select m.account_id as id from alert_mail m join ${ENABLED_ACCOUNTS} u on u.id = m.account_id
  where m.confirmed_at is not null and not (m.due_at > $1::timestamptz and m.due_at <= $1::timestamptz + interval '${LONGEST_DIGEST_PAUSE_MS} ms') and m.told_to < (select coalesce(max(seq), 0) from alert_told)
    and not exists (select from alert_mail_letter w where w.account_id = m.account_id and w.kind = 'digest' and w.state = 'waiting')
  order by m.due_at limit ${AT_ONCE}`;
const isDue = (now: string): string =>
  `not (next_at > ${now} and next_at <= ${now} + interval '${LONGEST_MAIL_PAUSE_MS} ms')`;
const WAITING = `select id from alert_mail_letter where state = 'waiting' and ${isDue('$1::timestamptz')} order by next_at limit ${AT_ONCE}`;
const CLAIM = `update alert_mail_letter set attempts = attempts + 1, last_at = $2, next_at = $3
  where id = $1 and state = 'waiting' and ${isDue('$2::timestamptz')}
  returning id, account_id as "accountId", kind, told_from as "notifiedFrom", told_to as "notifiedUntil", created_at as "createdAt", attempts`;

/** A letter's text and recipient, or the reason for sending none. */
type Written =
  | { mail: MailText & { to: string; headers?: Record<string, string> }; alerts: number | null }
  | LetterFault;

/**
 * Mails alerts: at least once each, several in one mail, to people who asked for it and may see the alerts when it is
 * sent. Notifications are stored in the transaction that moves the position in the log; a job makes letters of them
 * each minute and retries sending for days.
 */
export class MailDelivery implements AlertChannel {
  readonly #database: Database;
  readonly #jobs: Pick<JobQueue, 'enqueue' | 'enqueueAll'>;
  readonly #permissions: PermissionTable;
  readonly #server: Pick<MailServer, 'send'>;
  readonly #origin: () => string;
  readonly #findTampered: (lotUuids: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly #log: Pick<BaseLogger, 'warn'>;
  readonly #clock: () => Date;

  constructor(parts: {
    database: Database;
    jobs: Pick<JobQueue, 'enqueue' | 'enqueueAll'>;
    permissionTable: PermissionTable;
    server: Pick<MailServer, 'send'>;
    /** scheme, host and port of the site */
    origin: () => string;
    /**
     * lots whose record differs from the ledger: no notification is sent about rows that were changed outside of the
     * program
     */
    findTampered: (lotUuids: readonly string[]) => Promise<ReadonlySet<string>>;
    log: Pick<BaseLogger, 'warn'>;
    clock?: () => Date;
  }) {
    this.#database = parts.database;
    this.#jobs = parts.jobs;
    this.#permissions = parts.permissionTable;
    this.#server = parts.server;
    this.#origin = parts.origin;
    this.#findTampered = parts.findTampered;
    this.#log = parts.log;
    this.#clock = parts.clock ?? (() => new Date());
  }

  /** What the queue runs. */
  get tasks(): Record<string, Task> {
    return { [ROUND]: () => this.round() };
  }

  /** What it runs beside all else, since it waits for the mail server. */
  get outsideTasks(): Record<string, Task> {
    return { [LETTER]: (payload, signal) => this.send(letterPayload.parse(payload).letterId, signal) };
  }

  /** Stores notifications, once for all recipients; none while there are no recipients. */
  async take(notifications: readonly AlertNotification[], em: EntityManager): Promise<() => void> {
    const some: unknown[] = await em.execute('select 1 from alert_mail where confirmed_at is not null limit 1');
    if (some.length === 0) return () => undefined;
    const at = this.#clock().toISOString();
    const rows = notifications.map(({ logId, told }) => ({
      id: randomUUID(),
      log_id: logId,
      lot_id: told.alert.lotUuid,
      body: JSON.stringify(told),
      created_at: at,
    }));
    const written: { id: string }[] = await em.execute(
      `insert into alert_told (id, log_id, lot_id, body, created_at)
       select told.id, told.log_id, told.lot_id, told.body, told.created_at
       from rows from (json_to_recordset(?::json) as (id uuid, log_id bigint, lot_id uuid, body text, created_at timestamptz))
         with ordinality as told (id, log_id, lot_id, body, created_at, place)
       order by told.place on conflict (log_id) do nothing returning id`,
      [JSON.stringify(rows)],
    );
    await signRows(
      em,
      ALERTS_TOLD,
      written.map(({ id }) => id),
    );
    await this.wake(em);
    return () => undefined;
  }

  /** Has a round made soon, in whichever process takes jobs. */
  async wake(em: EntityManager): Promise<void> {
    await this.#jobs.enqueue(em, ROUND, {}, { jobKey: ROUND });
  }

  /** Makes letters for recipients that are due and have alerts, and sends waiting ones. */
  async round(): Promise<void> {
    const due = await this.#database.rows<{ id: string }>(DUE, [this.#clock()]);
    for (const { id } of due) await this.#collect(id);
    const waiting = await this.#database.rows<{ id: string }>(WAITING, [this.#clock()]);
    if (waiting.length === 0) return;
    await this.#database.write((em) =>
      this.#jobs.enqueueAll(
        em,
        LETTER,
        waiting.map(({ id }) => ({ payload: { letterId: id }, jobKey: `${LETTER} ${id}` })),
      ),
    );
  }

  /** One digest of an account waits at a time: later alerts come with the next one. */
  async #collect(accountId: string): Promise<void> {
    const recipient = await recipientAt(this.#parts, accountId);
    if (recipient?.confirmedAt === null || recipient === null) return;
    const reach = await nextReach(this.#parts, recipient);
    if (reach === null) return;
    const now = this.#clock();
    await this.#database.write(async (em) => {
      // Of two rounds at once one gets on; so does a stop, or another address, that came in between.
      const moved: unknown[] = await em.execute(
        `update alert_mail set told_to = ?, due_at = case when ? then ?::timestamptz else due_at end
         where account_id = ? and told_to = ? and confirmed_at is not null returning 1`,
        [reach.to, reach.tells, nextDue(recipient.pace, now), accountId, recipient.notifiedUntil],
      );
      if (moved.length === 0 || !reach.tells) return;
      await em.execute(
        `insert into alert_mail_letter (id, account_id, kind, told_from, told_to, created_at, next_at)
         values (?, ?, 'digest', ?, ?, ?, ?)`,
        [randomUUID(), accountId, recipient.notifiedUntil, reach.to, now, now],
      );
    });
  }

  /** Sends a letter that waits and is due, unless somebody else has just taken it. */
  async send(letterId: string, signal?: AbortSignal): Promise<void> {
    const now = this.#clock();
    const [letter] = await this.#database.rows<Letter>(CLAIM, [letterId, now, new Date(now.getTime() + CLAIM_MS)]);
    if (letter === undefined) return;
    const written = await this.#write(letter, now);
    if (typeof written === 'string') return this.#note(letter, { state: 'given_up', fault: written });
    const messageId = `<${letter.id}@${new URL(this.#origin()).hostname}>`;
    const sent = await this.#server.send({ ...written.mail, messageId }, signal);
    // Aborted by a stop: the result is unknown, so it is sent again.
    signal?.throwIfAborted();
    if (sent.kind === 'taken') return this.#note(letter, { state: 'sent', fault: null, alerts: written.alerts });
    const { fault, status } = sent;
    const over = fault === 'refused' ? letter.attempts >= REFUSED_TIMES : this.#age(letter, now) >= GIVE_UP_AFTER_MS;
    // Without the address, and without the server's text, which may contain it.
    this.#log.warn({ letter: letter.id, fault, status, attempts: letter.attempts }, 'A mail was not taken');
    const pause = PAUSES[Math.min(letter.attempts, PAUSES.length) - 1] ?? 1;
    const nextAt = new Date(now.getTime() + pause * MINUTE_MS);
    await this.#note(letter, { state: over ? 'given_up' : 'waiting', fault, status, nextAt });
    if (over && fault === 'refused') await this.#endIfRefused(letter);
  }

  async #write(letter: Letter, now: Date): Promise<Written> {
    const recipient = await recipientAt(this.#parts, letter.accountId);
    if (recipient === null) return 'no_right';
    return letter.kind === 'code' ? this.#code(letter, recipient, now) : this.#digest(letter, recipient);
  }

  #code(letter: Letter, { address, language, codeLetter, confirmedAt }: Recipient, now: Date): Written {
    const late = this.#age(letter, now) >= MAIL_CODE_MINUTES * MINUTE_MS;
    if (codeLetter !== letter.id || confirmedAt !== null || late) return 'stale';
    const code = confirmationCode(this.#database.seals, letter.id, address);
    return { mail: { ...codeText(code, language), to: address }, alerts: null };
  }

  async #digest(letter: Letter, recipient: Recipient): Promise<Written> {
    const { address, language, confirmedAt, scope } = recipient;
    if (confirmedAt === null) return 'stale';
    const told = await localizedAlerts(this.#parts, letter, scope);
    if (told.length === 0) return 'no_right';
    const sound = await this.#soundOf(told);
    if (sound.length === 0) return 'unsound';
    const site = this.#origin();
    const stop = `${site}${STOP_PATH}/${stopToken(this.#database.seals, recipient)}`;
    const { alerts, ...text } = digestText(sound, language, {
      alert: (id) => `${site}/admin/alert?${new URLSearchParams({ id })}`,
      all: `${site}/admin?tab=alerts`,
      stop,
    });
    // One press in the mail program stops them (RFC 8058).
    const headers = { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
    return { mail: { ...text, to: address, headers }, alerts };
  }

  async #soundOf(told: readonly AlertPayload[]): Promise<AlertPayload[]> {
    const findTampered = await this.#findTampered([...new Set(told.map(({ alert }) => alert.lotUuid))]);
    return told.filter(({ alert }) => !findTampered.has(alert.lotUuid));
  }

  async #note(
    { id }: Letter,
    how: {
      state: LetterState;
      fault: LetterFault | null;
      status?: number | null;
      alerts?: number | null;
      nextAt?: Date;
    },
  ): Promise<void> {
    await this.#database.rows(
      `update alert_mail_letter set state = $2, last_fault = $3, last_status = $4, alerts = $5, next_at = coalesce($6, next_at)
       where id = $1 returning id`,
      [id, how.state, how.fault, how.status ?? null, how.alerts ?? null, how.nextAt ?? null],
    );
  }

  /** An address that refuses one mail after the other gets no more: it is gone, or wants none. */
  async #endIfRefused({ accountId }: Letter): Promise<void> {
    const last = await this.#database.rows<{ refused: boolean }>(
      `select state = 'given_up' and last_fault = 'refused' as refused from alert_mail_letter
       where account_id = $1 and kind = 'digest' order by created_at desc, id limit ${REFUSED_DIGESTS}`,
      [accountId],
    );
    if (last.length < REFUSED_DIGESTS || !last.every(({ refused }) => refused)) return;
    await this.#database.write(async (em) => {
      if (!(await endMail(em, accountId, this.#clock()))) return;
      const target = { kind: 'user', id: accountId } as const;
      await audit(em, { caller: 'system', action: 'mail.stopped', target, details: { why: 'refused' } });
    });
  }

  #age({ createdAt }: Letter, now: Date): number {
    return now.getTime() - createdAt.getTime();
  }

  get #parts() {
    return { database: this.#database, permissions: this.#permissions };
  }
}

/** When the mail after one of now may be written. */
export function nextDue(pace: MailPace, now: Date): Date {
  if (pace === 'soon') return new Date(now.getTime() + MAIL_PAUSE_MINUTES * MINUTE_MS);
  const next = new Date(now);
  next.setUTCHours(MAIL_HOUR, 0, 0, 0);
  if (next <= now) next.setUTCDate(next.getUTCDate() + 1);
  return next;
}
