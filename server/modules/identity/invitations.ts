import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { grantOf, mayManageUser, ROLES, type PermissionTable, type Role } from '../../domain/access/permissions.ts';
import {
  INVITATION_DAYS,
  MOST_INVITATIONS,
  type AcceptedInvitation,
  type NewInvitation,
} from '../../domain/access/invitationInput.ts';
import { isUuid } from '../../domain/lot/lotId.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { pageOf, type Pagination } from '../../domain/public/publicRoutes.ts';
import { addressGroup } from '../../platform/access/addressGroup.ts';
import {
  requireGrant,
  requirePerson,
  type Caller,
  type PersonCaller,
  type RequestInfo,
} from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit-log/audit.ts';
import { boundedTotal, type TotalCache } from '../../platform/database/boundedTotal.ts';
import type { Database } from '../../platform/database/database.ts';
import { forbidden, notFound, Refused } from '../../platform/errors/refusal.ts';
import { holdLimit } from '../../platform/rate-limits/heldLimit.ts';
import type { Rate } from '../../platform/rate-limits/rate.ts';
import { removeSignedRows, signRows, verifiedRows } from '../../platform/row-signatures/signedRows.ts';
import type { SignedFacts } from '../../platform/row-signatures/signedKinds.ts';
import { claimedLink, isToken, linkAddress, linkToken, type AccountLink } from './accountLinks.ts';
import type { AccountMail, InvitationMail, LetterContent } from './accountMail.ts';
import { hashPassword } from './passwords.ts';
import { ACCOUNTS, INVITATIONS } from './signedIdentity.ts';
import type { UserService, UserView } from './userService.ts';

/** An open invitation, as those see it who manage accounts. */
export interface InvitationView {
  id: string;
  name: string;
  role: Role;
  email: string;
  /** upper-case; empty when the person belongs to no farm */
  farmId: string;
  /** name of the account that invites */
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
  mail: InvitationMail;
}

/** What whoever holds the link sees. */
export interface OpenInvitation {
  name: string;
  role: Role;
  farmId: string;
  invitedBy: string;
}

interface StoredInvitation extends OpenInvitation {
  id: string;
  email: string;
  inviterId: string;
  expiresAt: Date;
}

const DAY_MS = 86_400_000;
const COLUMNS = `i.id, i.name, i.role, i.email, i.farm_id as "farmId", u.name as "invitedBy", i.created_at as "createdAt",
  i.expires_at as "expiresAt", i.mail`;
const STORED = `select i.id, i.name, i.role, i.email, i.farm_id as "farmId", u.name as "invitedBy", i.invited_by as "inviterId",
    i.expires_at as "expiresAt", u.role as "inviterRole"
  from invitation i join app_user u on u.id = i.invited_by and u.disabled_at is null and u.erased_at is null where i.id = ?`;

/** Invitations of people to an account: they set user name and password themselves, by a link that opens once. */
export class Invitations {
  readonly #database: Database;
  readonly #users: UserService;
  readonly #permissions: PermissionTable;
  readonly #mail: AccountMail;
  readonly #origin: () => string;
  readonly #tries: Rate | null;
  readonly #totals: TotalCache = new Map();

  /** @param parts.tries rate of links that are opened, by address */
  constructor(parts: {
    database: Database;
    users: UserService;
    permissionTable: PermissionTable;
    mail: AccountMail;
    origin: () => string;
    tries: Rate | null;
  }) {
    this.#database = parts.database;
    this.#users = parts.users;
    this.#permissions = parts.permissionTable;
    this.#mail = parts.mail;
    this.#origin = parts.origin;
    this.#tries = parts.tries;
  }

  /**
   * Open invitations of the roles that the caller may give, newest first, expired ones too.
   * @throws Refused unauthenticated, forbidden
   */
  async list(
    caller: Caller,
    { page, limit }: { page: number; limit: number },
  ): Promise<{ invitations: InvitationView[]; pagination: Pagination; mailOffered: boolean }> {
    const { roles } = this.#manager(caller);
    const [rows, total] = await Promise.all([
      this.#database.rows<InvitationView & { facts: SignedFacts; seal: string | null }>(
        `select ${COLUMNS}, ${INVITATIONS.facts('i')} as facts, i.seal from invitation i join app_user u on u.id = i.invited_by
         where i.role = any($1) order by i.created_at desc, i.id limit $2 offset $3`,
        [roles, limit, (page - 1) * limit],
      ),
      boundedTotal(this.#database, this.#totals, 'from invitation where role = any($1)', [roles]),
    ]);
    // Rows are shown as they are; health and log report those that were changed outside of the program.
    const invitations = rows.map(({ facts, seal, ...invitation }) => {
      this.#database.seals.holds(INVITATIONS.kind, invitation.id, facts, seal);
      return invitation;
    });
    return { invitations, pagination: pageOf(total, page, limit), mailOffered: this.#mail.offered };
  }

  /**
   * Invites somebody, by mail or by a link to hand over.
   * @returns the link, this once; null where it is mailed
   * @throws Refused unauthenticated, forbidden, conflict (no mail is sent here; as many as there may be)
   */
  async invite(
    caller: Caller,
    { byMail, ...values }: NewInvitation,
    info: RequestInfo,
  ): Promise<{ invitation: InvitationView; link: string | null }> {
    const { manager, roles } = this.#manager(caller);
    if (!roles.includes(values.role)) throw outOfReach();
    this.#mayMail(byMail);
    const [id, createdAt] = [randomUUID(), new Date()];
    const until = afterDays(createdAt);
    await this.#database.write(async (em) => {
      await this.#holdManager(em, manager);
      await holdLimit(em, 'invitations');
      const [open]: { count: number }[] = await em.execute('select count(*)::int as count from invitation');
      if ((open?.count ?? 0) >= MOST_INVITATIONS) {
        throw new Refused({ kind: 'conflict', said: REFUSED.manyInvitations({ most: MOST_INVITATIONS }) });
      }
      await em.execute(
        `insert into invitation (id, name, role, email, farm_id, invited_by, created_at, expires_at, mail)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          id,
          values.name,
          values.role,
          values.email,
          values.farmId,
          manager.userId,
          createdAt,
          until,
          byMail ? 'waiting' : 'none',
        ],
      );
      await signRows(em, INVITATIONS, [id]);
      if (byMail) await this.#mail.send(em, { kind: 'invitation', invitationId: id });
      const details = { role: values.role, byMail };
      await audit(em, { caller: manager, action: 'invitation.created', target: target(id), info, details });
    });
    return { invitation: await this.#read(id), link: byMail ? null : this.#link({ id, until }) };
  }

  /**
   * Makes another link, for seven days again; the earlier one ends.
   * @throws Refused unauthenticated, forbidden, not-found, conflict (no mail is sent here, or there is no address)
   */
  async renew(
    caller: Caller,
    id: string,
    { byMail }: { byMail: boolean },
    info: RequestInfo,
  ): Promise<{ invitation: InvitationView; link: string | null }> {
    const { manager, roles } = this.#manager(caller);
    this.#mayMail(byMail);
    const until = afterDays(new Date());
    await this.#database.write(async (em) => {
      await this.#holdManager(em, manager);
      const { email } = await this.#lock(em, id, roles);
      if (byMail && email === '') throw new Refused({ kind: 'conflict', said: REFUSED.noAddress({}) });
      await em.execute('update invitation set expires_at = ?, mail = ? where id = ?', [
        until,
        byMail ? 'waiting' : 'none',
        id,
      ]);
      await signRows(em, INVITATIONS, [id]);
      if (byMail) await this.#mail.send(em, { kind: 'invitation', invitationId: id });
      await audit(em, { caller: manager, action: 'invitation.renewed', target: target(id), info, details: { byMail } });
    });
    return { invitation: await this.#read(id), link: byMail ? null : this.#link({ id, until }) };
  }

  /** Ends an invitation; its link opens nothing any more. @throws Refused unauthenticated, forbidden, not-found */
  async revoke(caller: Caller, id: string, info: RequestInfo): Promise<void> {
    const { manager, roles } = this.#manager(caller);
    await this.#database.writeFromReserve(async (em) => {
      await this.#lock(em, id, roles);
      await removeSignedRows(em, INVITATIONS, { condition: 'id = $1', value: id });
      await audit(em, { caller: manager, action: 'invitation.revoked', target: target(id), info });
    });
  }

  /** What a link opens. @throws Refused not-found (unknown, over, revoked or used: not told apart), too-many-requests */
  async open(token: string, info: RequestInfo): Promise<OpenInvitation> {
    this.#tries?.count(addressGroup(info.address));
    const link = this.#linkOf(token);
    const { name, role, farmId, invitedBy } = await this.#database.read((em) => this.#stored(em, link));
    return { name, role, farmId, invitedBy };
  }

  /**
   * Makes the account of an invitation, which ends.
   * @throws Refused not-found (as `open`), username-taken, too-many-requests
   */
  async accept({ token, username, password }: AcceptedInvitation, info: RequestInfo): Promise<UserView> {
    this.#tries?.count(addressGroup(info.address));
    const link = this.#linkOf(token);
    // Asked before the password is hashed, which takes long.
    await this.#database.read((em) => this.#stored(em, link));
    const passwordHash = await hashPassword(password);
    return this.#users.withFreeName(username, () =>
      this.#database.write(async (em) => {
        const { inviterId } = await this.#stored(em, link);
        await em.execute('select 1 from app_user where id = ? for key share', [inviterId]);
        await em.execute('select 1 from invitation where id = ? for update', [link.id]);
        // Again under the lock: it may have been used, revoked or renewed meanwhile.
        const { name, role, email, farmId } = await this.#stored(em, link);
        await removeSignedRows(em, INVITATIONS, { condition: 'id = $1', value: link.id });
        const user = { username, name, role, email, farmId };
        const id = await this.#users.insert(em, { ...user, demo: false, passwordHash });
        const details = { role, invitationId: link.id };
        const line = { caller: { kind: 'anonymous' } as const, target: { kind: 'user', id }, info, details };
        await audit(em, { ...line, action: 'user.created' });
        await audit(em, { ...line, action: 'invitation.accepted' });
        return { id, ...user };
      }),
    );
  }

  /** What the mail of an invitation says; null when it is to be sent no more. */
  async letter(id: string): Promise<LetterContent | null> {
    const found = await this.#database.read((em) => readStored(em, this.#permissions, id));
    if (found === null || found.email === '' || found.expiresAt <= new Date()) return null;
    const link = this.#link({ id, until: found.expiresAt });
    return { address: found.email, name: found.name, by: found.invitedBy, link };
  }

  /** Notes what became of the mail. */
  async noteMail(id: string, mail: InvitationMail): Promise<void> {
    await this.#database.rows('update invitation set mail = $2 where id = $1 returning id', [id, mail]);
  }

  #link(link: AccountLink): string {
    return linkAddress(this.#origin(), 'invitation', linkToken(this.#database.seals, 'invitation', link));
  }

  /** @throws Refused not-found */
  #linkOf(token: string): AccountLink {
    const link = claimedLink(token, new Date());
    if (link === null || !isToken(this.#database.seals, 'invitation', token, link)) throw notFound('AccountLink');
    return link;
  }

  /** @throws Refused not-found */
  async #stored(em: EntityManager, { id, until }: AccountLink): Promise<StoredInvitation> {
    const found = await readStored(em, this.#permissions, id);
    // Of an invitation that was renewed the newest link counts.
    if (found === null || found.expiresAt.getTime() !== until.getTime()) throw notFound('AccountLink');
    return found;
  }

  /** @throws Refused conflict */
  #mayMail(byMail: boolean): void {
    if (byMail && !this.#mail.offered) throw new Refused({ kind: 'conflict', said: REFUSED.noMail({}) });
  }

  /** @throws Refused unauthenticated; forbidden, also for every partner key */
  #manager(caller: Caller): { manager: PersonCaller; roles: Role[] } {
    const manager = requirePerson(caller);
    const { grant } = requireGrant(this.#permissions, caller, 'manage_users');
    return { manager, roles: ROLES.filter((role) => mayManageUser(grant, role)) };
  }

  /** The manager's own right is checked again: it may just have been revoked. @throws Refused forbidden */
  async #holdManager(em: EntityManager, { userId, role }: PersonCaller): Promise<void> {
    const [self]: { role: Role }[] = await em.execute(
      'select role from app_user where id = ? and disabled_at is null and erased_at is null for key share',
      [userId],
    );
    if (self?.role !== role || !(await verifiedRows(em, ACCOUNTS, [userId])).has(userId)) throw forbidden();
  }

  /** @throws Refused not-found, forbidden, conflict (it was changed outside of the program) */
  async #lock(em: EntityManager, id: string, roles: readonly Role[]): Promise<{ email: string }> {
    if (!isUuid(id)) throw notFound('Invitation');
    const [row]: { role: Role; email: string }[] = await em.execute(
      'select role, email from invitation where id = ? for update',
      [id],
    );
    if (row === undefined) throw notFound('Invitation');
    if (!roles.includes(row.role)) throw outOfReach();
    if (!(await verifiedRows(em, INVITATIONS, [id])).has(id)) throw notFound('Invitation');
    return row;
  }

  async #read(id: string): Promise<InvitationView> {
    const view = await this.#database.row<InvitationView & Record<string, unknown>>(
      `select ${COLUMNS} from invitation i join app_user u on u.id = i.invited_by where i.id = $1`,
      [id],
    );
    if (view === null) throw notFound('Invitation');
    return view;
  }
}

/**
 * An invitation that counts: it is as the program made it, and whoever invited may still give the role.
 * @returns null for any other
 */
async function readStored(
  em: EntityManager,
  permissions: PermissionTable,
  id: string,
): Promise<StoredInvitation | null> {
  const [row]: (StoredInvitation & { inviterRole: Role; expiresAt: string | Date })[] = await em.execute(STORED, [id]);
  if (row === undefined) return null;
  const { inviterRole, ...invitation } = row;
  const grant = grantOf(permissions, inviterRole, 'manage_users');
  if (grant === null || !mayManageUser(grant, invitation.role)) return null;
  if (!(await verifiedRows(em, INVITATIONS, [id])).has(id)) return null;
  if (!(await verifiedRows(em, ACCOUNTS, [invitation.inviterId])).has(invitation.inviterId)) return null;
  return { ...invitation, expiresAt: new Date(invitation.expiresAt) };
}

function target(id: string): { kind: string; id: string } {
  return { kind: 'invitation', id };
}

/** Whole milliseconds, as links carry them. */
function afterDays(now: Date): Date {
  return new Date(now.getTime() + INVITATION_DAYS * DAY_MS);
}

function outOfReach(): Refused {
  return forbidden(REFUSED.otherAccounts({}));
}
