import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { audit } from '../../platform/audit-log/audit.ts';
import type { Rate } from '../../platform/rate-limits/rate.ts';
import type { Database } from '../../platform/database/database.ts';
import {
  MAIL_CODE_MINUTES,
  type AlertMailChange,
  type MailLanguage,
  type MailPace,
} from '../../domain/alert/alertMailInput.ts';
import { INPUT } from '../../domain/messages/inputMessages.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { holdLimit } from '../../platform/rate-limits/heldLimit.ts';
import { lockCaller } from '../identity/actingAccount.ts';
import { invalid, Refused } from '../../platform/errors/refusal.ts';
import { requirePerson, type Caller, type PersonCaller, type RequestInfo } from '../../platform/access/caller.ts';
import { signRows, verifiedRows } from '../../platform/row-signatures/signedRows.ts';
import type { LetterState } from './alertEmails.ts';
import { endLetters, endMail } from './endMail.ts';
import { nextDue, type LetterFault } from './mailDelivery.ts';
import { confirmationCode, readStopToken } from './mailTokens.ts';
import { ALERT_MAIL } from './signedMail.ts';
import { holdActor } from '../identity/actingAccount.ts';
import type { Tables } from '../../platform/database/schema/tables.ts';

/** A mail that somebody was sent, and how that went. */
export interface LetterView {
  id: string;
  kind: 'code' | 'digest';
  state: LetterState;
  /** number of alerts in it; null before it was sent, and for a confirmation code */
  alerts: number | null;
  attempts: number;
  createdAt: Date;
  lastAt: Date | null;
  /** the mail server's last answer; null when none came */
  lastStatus: number | null;
  lastFault: LetterFault | null;
}

/** Where one's alerts are mailed. */
export interface MailSetting {
  address: string;
  language: MailLanguage;
  pace: MailPace;
  askedAt: Date;
  /** null until the code that was mailed there was given */
  confirmedAt: Date | null;
}

export interface AlertMailView {
  /** the program sends mail (SMTP_URL) */
  offered: boolean;
  /** null: nothing is mailed */
  setting: MailSetting | null;
  /** newest first; of the last 30 days */
  letters: LetterView[];
}

/** Codes that an account, and an address, is sent in a day. */
export const CODES_A_DAY = 5;
const DAY_MS = 86_400_000;
/** Codes that may be given for one that was mailed. */
const MOST_TRIES = 10;
const LETTERS_SHOWN = 10;

const SETTING = `select address, language, pace, asked_at as "askedAt", confirmed_at as "confirmedAt" from alert_mail
  where account_id = $1 and stopped_at is null`;
const LETTERS = `select id, kind, state, alerts, attempts, created_at as "createdAt", last_at as "lastAt", last_status as "lastStatus",
    last_fault as "lastFault"
  from alert_mail_letter where account_id = $1 order by created_at desc, id limit ${LETTERS_SHOWN}`;

interface Known {
  address: string;
  running: boolean;
  confirmed: boolean;
  whole: boolean;
}

/** Alerts by mail, as each person has them for themselves: off until an address was given and has proved to be theirs. */
export class MailService {
  readonly #database: Database;
  readonly #offered: boolean;
  /** codes by address: several accounts fill no mailbox together */
  readonly #codes: Rate | null;
  readonly #wake: (em: EntityManager) => Promise<void>;
  readonly #clock: () => Date;

  /**
   * @param parts.offered whether the program sends mail
   * @param parts.codes rate of codes by address
   * @param parts.wake starts sending waiting mail soon
   */
  constructor(parts: {
    database: Database;
    offered: boolean;
    codes: Rate | null;
    wake: (em: EntityManager) => Promise<void>;
    clock?: () => Date;
  }) {
    this.#database = parts.database;
    this.#offered = parts.offered;
    this.#codes = parts.codes;
    this.#wake = parts.wake;
    this.#clock = parts.clock ?? (() => new Date());
  }

  /** One's own. @throws Refused unauthenticated, forbidden (partner keys) */
  async read(caller: Caller): Promise<AlertMailView> {
    const { userId } = requirePerson(caller);
    const [setting, letters] = await Promise.all([
      this.#database.row<MailSetting & Record<string, unknown>>(SETTING, [userId]),
      this.#database.rows<LetterView & Record<string, unknown>>(LETTERS, [userId]),
    ]);
    return { offered: this.#offered, setting, letters };
  }

  /**
   * Sets address, language and pace of alert mail. An address that is not confirmed yet is sent a code, and no alerts
   * until the code is entered; the same call again sends another one.
   * @throws Refused unauthenticated, forbidden (partner keys), conflict (no mail is sent here), too-many-requests
   */
  async set(caller: Caller, { address, language, pace }: AlertMailChange, info: RequestInfo): Promise<AlertMailView> {
    const person = this.#asked(caller);
    const now = this.#clock();
    await this.#database.write(async (em) => {
      await lockCaller(em, person);
      const known = await this.#hold(em, person);
      const stays = known?.confirmed === true && known.whole && known.address === address;
      if (stays) {
        await em
          .getKysely<Tables>()
          .updateTable('alert_mail')
          .set({ language, pace, due_at: nextDue(pace, now) })
          .where('account_id', '=', person.userId)
          .execute();
      } else {
        await this.#mayAsk(em, person, address, now);
        await this.#ask(em, person, { address, language, pace }, now);
      }
      await signRows(em, ALERT_MAIL, [person.userId]);
      await this.#tell(em, person, 'mail.set', info, { language, pace });
    });
    return this.read(person);
  }

  /**
   * Takes the code that was mailed: from now on alerts are.
   * @throws Refused unauthenticated, forbidden (partner keys), invalid (another code, or one that is too old), conflict (no mail is sent here)
   */
  async confirm(caller: Caller, { code }: { code: string }, info: RequestInfo): Promise<AlertMailView> {
    const person = this.#asked(caller);
    const now = this.#clock();
    const right = await this.#database.write(async (em) => {
      await lockCaller(em, person);
      const known = await this.#hold(em, person);
      if (known === null || !known.whole || !known.running) return false;
      if (known.confirmed) return true;
      const [asked]: { letter: string; pace: MailPace }[] = await em.execute(
        `update alert_mail m set code_tries = code_tries + 1 from alert_mail_letter w
         where m.account_id = ? and w.id = m.code_letter and m.code_tries < ? and w.created_at > ? returning w.id as letter, m.pace`,
        [person.userId, MOST_TRIES, new Date(now.getTime() - MAIL_CODE_MINUTES * 60_000)],
      );
      // Of a wrong one it stays counted.
      if (asked === undefined || confirmationCode(this.#database.seals, asked.letter, known.address) !== code)
        return false;
      await em.execute(
        `update alert_mail set confirmed_at = ?, due_at = ?, told_to = (select coalesce(max(seq), 0) from alert_told)
         where account_id = ?`,
        [now, asked.pace === 'soon' ? now : nextDue(asked.pace, now), person.userId],
      );
      await endLetters(em, person.userId);
      await signRows(em, ALERT_MAIL, [person.userId]);
      await this.#tell(em, person, 'mail.confirmed', info);
      return true;
    });
    if (!right) throw invalid({ field: 'code', said: INPUT.mailCode({}) });
    return this.read(person);
  }

  /**
   * Stops one's own mail and deletes the address. Repeating it changes nothing. @throws Refused unauthenticated,
   * forbidden (partner keys)
   */
  async stop(caller: Caller, info: RequestInfo): Promise<AlertMailView> {
    const person = requirePerson(caller);
    await this.#database.writeFromReserve(async (em) => {
      await lockCaller(em, person);
      if (await endMail(em, person.userId, this.#clock()))
        await this.#tell(em, person, 'mail.stopped', info, { why: 'self' });
    });
    return this.read(person);
  }

  /** The language of a link's page; null for an invalid link. */
  async languageOf(token: string): Promise<MailLanguage | null> {
    const named = readStopToken(this.#database.seals, token);
    if (named === null) return null;
    const row = await this.#database.row<{ language: MailLanguage }>(
      'select language from alert_mail where account_id = $1',
      [named.accountId],
    );
    return row?.language ?? 'en';
  }

  /**
   * Stops mail by its link, without sign-in: valid for the subscription of that time; repeating it changes nothing.
   * @returns false for an invalid link
   */
  async stopByLink(token: string, info: RequestInfo): Promise<boolean> {
    const named = readStopToken(this.#database.seals, token);
    if (named === null) return false;
    const { accountId, askedAt } = named;
    await this.#database.writeFromReserve(async (em) => {
      await holdActor(em, { userId: accountId });
      if (!(await endMail(em, accountId, this.#clock(), askedAt))) return;
      const target = { kind: 'user', id: accountId };
      await audit(em, { caller: 'system', action: 'mail.stopped', target, info, details: { why: 'link' } });
    });
    return true;
  }

  /** Deletes addresses that were never confirmed. @returns how many */
  async stopUnconfirmed(): Promise<number> {
    const now = this.#clock();
    const old = await this.#database.rows<{ id: string }>(
      'select account_id as id from alert_mail where confirmed_at is null and stopped_at is null and asked_at < $1',
      [new Date(now.getTime() - DAY_MS)],
    );
    // Few: each is of somebody who did not go on.
    for (const { id } of old) await this.#database.write((em) => endMail(em, id, now));
    return old.length;
  }

  /** @throws Refused unauthenticated, forbidden, conflict */
  #asked(caller: Caller): PersonCaller {
    const person = requirePerson(caller);
    if (!this.#offered) throw new Refused({ kind: 'conflict', said: REFUSED.noMail({}) });
    return person;
  }

  /** Locks the row. */
  async #hold(em: EntityManager, { userId }: PersonCaller): Promise<Known | null> {
    const [row]: Omit<Known, 'whole'>[] = await em.execute(
      `select address, stopped_at is null as running, confirmed_at is not null as confirmed from alert_mail
       where account_id = ? for update`,
      [userId],
    );
    if (row === undefined) return null;
    return { ...row, whole: (await verifiedRows(em, ALERT_MAIL, [userId])).has(userId) };
  }

  /** @throws Refused too-many-requests */
  async #mayAsk(em: EntityManager, { userId }: PersonCaller, address: string, now: Date): Promise<void> {
    await holdLimit(em, `mail codes of ${userId}`);
    const [sent]: { count: number; oldest: Date | null }[] = await em.execute(
      `select count(*)::int as count, min(created_at) as oldest from alert_mail_letter
       where account_id = ? and kind = 'code' and created_at > ?`,
      [userId, new Date(now.getTime() - DAY_MS)],
    );
    if ((sent?.count ?? 0) >= CODES_A_DAY) {
      const free = new Date(sent?.oldest ?? now).getTime() + DAY_MS;
      const retryAfterSeconds = Math.max(1, Math.ceil((free - now.getTime()) / 1_000));
      throw new Refused({ kind: 'too-many-requests', said: REFUSED.tooManyRequests({}), retryAfterSeconds });
    }
    this.#codes?.count(address.toLowerCase());
  }

  async #ask(
    em: EntityManager,
    { userId }: PersonCaller,
    { address, language, pace }: Pick<MailSetting, 'address' | 'language' | 'pace'>,
    now: Date,
  ): Promise<void> {
    const letter = randomUUID();
    await endLetters(em, userId);
    const tables = em.getKysely<Tables>();
    const asked = { address, language, pace, asked_at: now, code_letter: letter };
    await tables
      .insertInto('alert_mail')
      .values({ account_id: userId, ...asked, due_at: now })
      .onConflict((known) =>
        known.column('account_id').doUpdateSet({ ...asked, confirmed_at: null, stopped_at: null, code_tries: 0 }),
      )
      .execute();
    await tables
      .insertInto('alert_mail_letter')
      .values({ id: letter, account_id: userId, kind: 'code', created_at: now, next_at: now })
      .execute();
    await this.#wake(em);
  }

  /** Audits a change without address and code. */
  async #tell(
    em: EntityManager,
    person: PersonCaller,
    action: 'mail.set' | 'mail.confirmed' | 'mail.stopped',
    info: RequestInfo,
    details?: Record<string, string>,
  ): Promise<void> {
    const target = { kind: 'user', id: person.userId };
    await audit(em, { caller: person, action, target, info, ...(details === undefined ? {} : { details }) });
  }
}
