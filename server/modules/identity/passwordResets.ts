import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { RESET_MINUTES, type PasswordResetAsked, type ResetPassword } from '../../domain/access/invitationInput.ts';
import { grantOf, mayManageUser, type PermissionTable, type Role } from '../../domain/access/permissions.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { addressGroup } from '../../platform/access/addressGroup.ts';
import type { RequestInfo } from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit-log/audit.ts';
import { logEvent } from '../../platform/change-feed/eventLog.ts';
import type { Database } from '../../platform/database/database.ts';
import { notFound, Refused } from '../../platform/errors/refusal.ts';
import type { JobQueue, Task } from '../../platform/jobs/jobs.ts';
import type { Rate } from '../../platform/rate-limits/rate.ts';
import { signRows } from '../../platform/row-signatures/signedRows.ts';
import type { SignedFacts } from '../../platform/row-signatures/signedKinds.ts';
import { claimedLink, isToken, linkAddress, linkToken, type AccountLink } from './accountLinks.ts';
import type { AccountMail, LetterContent } from './accountMail.ts';
import { endSessions } from './endSessions.ts';
import { hashPassword } from './passwords.ts';
import { ACCOUNTS } from './signedIdentity.ts';

const TASK = 'password-reset';
/** Accounts that one mail address is looked up for: more share none. */
const MOST_ACCOUNTS = 5;

const asked = z.object({ login: z.string(), requestId: z.string() });

interface AccountRow {
  username: string;
  name: string;
  role: Role;
  email: string;
  farmId: string;
  passwordHash: string;
  facts: SignedFacts;
  seal: string | null;
}

const ACCOUNT = `select username, name, role, email, farm_id as "farmId", password_hash as "passwordHash",
    ${ACCOUNTS.facts('app_user')} as facts, seal
  from app_user where id = ? and disabled_at is null and erased_at is null`;

/**
 * New passwords by a link that opens once: the token is made of the present password. A link to hand over ends with the
 * right of whoever made it, too.
 */
export class PasswordResets {
  readonly #database: Database;
  readonly #permissions: PermissionTable;
  readonly #jobs: Pick<JobQueue, 'enqueue'>;
  readonly #mail: AccountMail;
  readonly #origin: () => string;
  readonly #asks: Rate | null;
  readonly #mails: Rate | null;
  readonly #tries: Rate | null;

  /** @param parts.asks rate by address, `mails` by account, `tries` of links that are opened, by address */
  constructor(parts: {
    database: Database;
    permissionTable: PermissionTable;
    jobs: Pick<JobQueue, 'enqueue'>;
    mail: AccountMail;
    origin: () => string;
    asks: Rate | null;
    mails: Rate | null;
    tries: Rate | null;
  }) {
    this.#database = parts.database;
    this.#permissions = parts.permissionTable;
    this.#jobs = parts.jobs;
    this.#mail = parts.mail;
    this.#origin = parts.origin;
    this.#asks = parts.asks;
    this.#mails = parts.mails;
    this.#tries = parts.tries;
  }

  /** What the queue runs. */
  get tasks(): Record<string, Task> {
    return { [TASK]: (payload) => this.#find(asked.parse(payload)) };
  }

  /**
   * Has a link mailed to the account of a user name or mail address. Whether there is one is looked up later, by a job,
   * so neither the answer nor its time tells.
   * @throws Refused conflict (no mail is sent here), too-many-requests
   */
  async ask({ login }: PasswordResetAsked, { address, requestId }: RequestInfo): Promise<void> {
    if (!this.#mail.offered) throw new Refused({ kind: 'conflict', said: REFUSED.noMail({}) });
    this.#asks?.count(addressGroup(address));
    await this.#database.write((em) => this.#jobs.enqueue(em, TASK, { login, requestId }));
  }

  /**
   * Sets the password of a link's account and ends all its sessions.
   * @returns the user name
   * @throws Refused not-found (unknown, over or used: not told apart), too-many-requests
   */
  async reset({ token, newPassword }: ResetPassword, info: RequestInfo): Promise<string> {
    this.#tries?.count(addressGroup(info.address));
    const now = new Date();
    const link = claimedLink(token, now);
    if (link === null) throw notFound('AccountLink');
    // Checked before the password is hashed, which takes long.
    await this.#database.read((em) => this.#opened(em, token, link));
    const { id, madeBy = id } = link;
    const hash = await hashPassword(newPassword);
    return this.#database.write(async (em) => {
      await em.execute('select 1 from app_user where id in (?, ?) order by id for no key update', [id, madeBy]);
      // Again under the lock: the link may have been used, or ended, meanwhile.
      const { username } = await this.#opened(em, token, link);
      await em.execute('update app_user set password_hash = ?, updated_at = ?, version = version + 1 where id = ?', [
        hash,
        now,
        id,
      ]);
      await signRows(em, ACCOUNTS, [id]);
      await endSessions(em, id, 'password-reset', now);
      const target = { kind: 'user', id };
      await audit(em, { caller: { kind: 'anonymous' }, action: 'password.reset', target, info });
      await logEvent(em, { topic: 'user', kind: 'password-set', userId: id });
      return username;
    });
  }

  /** A link to hand over. @returns null for an account that cannot sign in */
  async link(link: AccountLink & { madeBy: string }): Promise<string | null> {
    const account = await this.#database.read((em) => this.#account(em, link.id));
    return account === null ? null : this.#address(link, account);
  }

  /** What the mail of a reset says; null when it is to be sent no more. */
  async letter(link: AccountLink): Promise<LetterContent | null> {
    const account = link.until > new Date() ? await this.#database.read((em) => this.#account(em, link.id)) : null;
    if (account === null || account.email === '') return null;
    const { email, name, username } = account;
    return { address: email, name, by: username, link: this.#address(link, account) };
  }

  #address(link: AccountLink, account: AccountRow): string {
    return linkAddress(this.#origin(), 'reset', linkToken(this.#database.seals, 'reset', link, factsOf(account)));
  }

  /** The account that a link opens. @throws Refused not-found */
  async #opened(em: EntityManager, token: string, link: AccountLink): Promise<AccountRow> {
    const account = await this.#account(em, link.id);
    if (account === null || !isToken(this.#database.seals, 'reset', token, link, factsOf(account))) {
      throw notFound('AccountLink');
    }
    if (link.madeBy !== undefined && !(await this.#mayStillMake(em, link.madeBy, account))) {
      throw notFound('AccountLink');
    }
    return account;
  }

  /** Whether somebody who made a link may still manage its account. */
  async #mayStillMake(em: EntityManager, makerId: string, { role }: AccountRow): Promise<boolean> {
    const maker = await this.#account(em, makerId);
    const grant = maker === null ? null : grantOf(this.#permissions, maker.role, 'manage_users');
    return grant !== null && mayManageUser(grant, role);
  }

  /** An account that can sign in and is as the program made it. */
  async #account(em: EntityManager, id: string): Promise<AccountRow | null> {
    const [row]: AccountRow[] = await em.execute(ACCOUNT, [id]);
    return row !== undefined && this.#database.seals.holds(ACCOUNTS.kind, id, row.facts, row.seal) ? row : null;
  }

  async #find({ login, requestId }: z.infer<typeof asked>): Promise<void> {
    const found = await this.#database.rows<{ id: string }>(
      `select id from app_user where email <> '' and (lower(username) = lower($1) or lower(email) = lower($1))
         and disabled_at is null and erased_at is null order by id limit ${MOST_ACCOUNTS}`,
      [login],
    );
    for (const { id } of found) {
      const account = await this.#database.read((em) => this.#account(em, id));
      if (account === null || !this.#mayMail(id)) continue;
      await this.#database.write(async (em) => {
        const until = new Date(Date.now() + RESET_MINUTES * 60_000);
        await this.#mail.send(em, { kind: 'reset', userId: id, until: until.toISOString() });
        const line = { target: { kind: 'user', id }, info: { requestId } };
        await audit(em, { caller: { kind: 'anonymous' }, action: 'password.reset-asked', ...line });
      });
    }
  }

  /** Nobody fills the mailbox of somebody else; whoever asks does not learn of it. */
  #mayMail(userId: string): boolean {
    try {
      this.#mails?.count(userId);
      return true;
    } catch (error) {
      if (error instanceof Refused) return false;
      throw error;
    }
  }
}

/** What the token is made of: it opens nothing once one of these is another one. */
function factsOf({ passwordHash, role, farmId, email }: AccountRow): SignedFacts {
  return { password: createHash('sha256').update(passwordHash).digest('hex'), role, farmId, email };
}
