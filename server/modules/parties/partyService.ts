import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { grantOf, type PermissionTable } from '../../domain/access/permissions.ts';
import { isUuid } from '../../domain/lot/lotId.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { PARTY_FIELDS, type NewParty, type PartyListing, type PartyPatch } from '../../domain/party/partyInput.ts';
import { pageOf, type Pagination } from '../../domain/public/publicRoutes.ts';
import {
  partnerKeyOf,
  requireGrant,
  requirePerson,
  requireUser,
  type Caller,
  type RequestInfo,
  type UserCaller,
} from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit-log/audit.ts';
import { boundedTotal, type TotalCache } from '../../platform/database/boundedTotal.ts';
import type { Database } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/likePattern.ts';
import { carriedOutTarget } from '../../platform/database/requestScope.ts';
import { forbidden, notFound, Refused } from '../../platform/errors/refusal.ts';
import { forgetStoredAnswers } from '../../platform/idempotency/idempotencyKeys.ts';
import { holdLimit } from '../../platform/rate-limits/heldLimit.ts';
import type { SignedFacts } from '../../platform/row-signatures/signedKinds.ts';
import { signRows, verifiedRows } from '../../platform/row-signatures/signedRows.ts';
import { lockCaller } from '../identity/actingAccount.ts';
import { eraseParties } from './partyErasure.ts';
import { PARTY_COLUMNS, partyRow, type PartyView } from './partyView.ts';
import { PARTY_ROWS } from './signedParties.ts';

/** Limit of parties that are not erased: a list and a search read all of them. */
export const MOST_PARTIES = 10_000;

/** Erases what other modules have of erased parties, in the caller's transaction. */
export type AlsoErased = (em: EntityManager, partyIds: readonly string[]) => Promise<void>;

/** Buyers and representatives (docs/spec/parties.md). */
export class PartyService {
  readonly #database: Database;
  readonly #permissions: PermissionTable;
  readonly #clock: () => Date;
  readonly #alsoErased: AlsoErased;
  readonly #totals: TotalCache = new Map();

  constructor(parts: {
    database: Database;
    permissionTable: PermissionTable;
    alsoErased: AlsoErased;
    clock?: (() => Date) | undefined;
  }) {
    this.#database = parts.database;
    this.#permissions = parts.permissionTable;
    this.#alsoErased = parts.alsoErased;
    this.#clock = parts.clock ?? (() => new Date());
  }

  /**
   * One page of the parties by name, without erased ones and without those that were changed outside of the program.
   * @throws Refused unauthenticated, forbidden
   */
  async list(
    caller: Caller,
    { page, limit, ...filter }: PartyListing,
  ): Promise<{ parties: PartyView[]; pagination: Pagination }> {
    this.#reader(caller);
    const { where, values } = condition(filter);
    const [rows, total] = await Promise.all([
      this.#database.rows<PartyView & { facts: SignedFacts; seal: string | null }>(
        `select ${PARTY_COLUMNS}, ${PARTY_ROWS.facts('t')} as facts, t.seal from party t where ${where}
         order by lower(t.name), t.id limit $${values.length + 1} offset $${values.length + 2}`,
        [...values, limit, (page - 1) * limit],
      ),
      boundedTotal(this.#database, this.#totals, `from party t where ${where}`, values),
    ]);
    const parties = rows.flatMap(({ facts, seal, ...party }) =>
      this.#database.seals.holds(PARTY_ROWS.kind, party.id, facts, seal) ? [party] : [],
    );
    return { parties, pagination: pageOf(total, page, limit) };
  }

  /**
   * One party, also an erased one, whose texts are empty; null for an unknown id.
   * @throws Refused unauthenticated, forbidden, conflict (it was changed outside of the program)
   */
  async find(caller: Caller, id: string): Promise<PartyView | null> {
    this.#reader(caller);
    return this.#read(id);
  }

  /**
   * Adds a party.
   * @throws Refused unauthenticated, forbidden, conflict (as many as there may be)
   */
  async create(caller: Caller, given: NewParty, info: RequestInfo): Promise<PartyView> {
    const user = this.#manager(caller);
    const again = carriedOutTarget('party');
    if (again !== null) return this.#existing(again);
    const id = randomUUID();
    const at = this.#clock();
    await this.#database.write(async (em) => {
      await lockCaller(em, user);
      await holdLimit(em, 'parties');
      const [known]: { count: number }[] = await em.execute(
        'select count(*)::int as count from party where erased_at is null',
      );
      if ((known?.count ?? 0) >= MOST_PARTIES) {
        throw new Refused({ kind: 'conflict', said: REFUSED.manyParties({ most: MOST_PARTIES }) });
      }
      const { kind, name, address, country, eori, email } = given;
      await em.execute(
        `insert into party (id, kind, name, address, country, eori, email, version, created_by, created_key, created_at,
           updated_at) values (?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?)`,
        [id, kind, name, address, country, eori, email, user.userId, partnerKeyOf(user), at, at],
      );
      await signRows(em, PARTY_ROWS, [id]);
      await audit(em, { caller: user, action: 'party.created', target: { kind: 'party', id }, info });
    });
    return { id, ...given, version: 1, createdAt: at, updatedAt: at, erasedAt: null };
  }

  /**
   * Changes values of a party. A change without difference writes nothing.
   * @throws Refused unauthenticated, forbidden, not-found (also for an erased one), stale-version, conflict (it was
   *   changed outside of the program)
   */
  async update(caller: Caller, id: string, patch: PartyPatch, info: RequestInfo): Promise<PartyView> {
    const user = this.#manager(caller);
    const again = carriedOutTarget('party');
    if (again !== null) return this.#existing(again);
    return this.#database.write(async (em) => {
      await lockCaller(em, user);
      const before = await lockedParty(em, id);
      if (patch.version !== undefined && patch.version !== before.version) {
        throw new Refused({ kind: 'stale-version', currentVersion: before.version, of: 'party' });
      }
      const { version: _read, ...given } = patch;
      const after: PartyView = { ...before, ...given };
      const fields = PARTY_FIELDS.filter((field) => after[field] !== before[field]);
      if (fields.length === 0) return before;
      const updatedAt = this.#clock();
      const version = before.version + 1;
      await em.execute(
        `update party set kind = ?, name = ?, address = ?, country = ?, eori = ?, email = ?, version = ?, updated_at = ?
         where id = ?`,
        [...PARTY_FIELDS.map((field) => after[field]), version, updatedAt, before.id],
      );
      await signRows(em, PARTY_ROWS, [before.id]);
      const target = { kind: 'party', id: before.id };
      await audit(em, { caller: user, action: 'party.changed', target, info, details: { version, fields } });
      return { ...after, version, updatedAt };
    });
  }

  /**
   * Erases the values of a party at once and for good: name, address, country, EORI and e-mail, also in stored answers.
   * The id stays. Repeating it changes nothing.
   * @throws Refused unauthenticated; forbidden, also for every partner key, as for all erasures; not-found
   */
  async erase(caller: Caller, id: string, info: RequestInfo): Promise<void> {
    const person = requirePerson(caller);
    this.#manager(caller);
    if (!isUuid(id)) throw notFound('Party');
    await this.#database.writeFromReserve(async (em) => {
      await lockCaller(em, person);
      const [known]: { id: string; erased: boolean }[] = await em.execute(
        'select id, erased_at is not null as erased from party where id = ? for update',
        [id],
      );
      if (known === undefined) throw notFound('Party');
      if (known.erased) return;
      await eraseParties(em, [known.id], this.#clock());
      await this.#alsoErased(em, [known.id]);
      // The answer to any earlier call may hold its values.
      await forgetStoredAnswers(em);
      await audit(em, { caller: person, action: 'party.erased', target: { kind: 'party', id: known.id }, info });
    });
  }

  /** The party of a call that was carried out before. @throws Refused not-found, conflict */
  async #existing(id: string): Promise<PartyView> {
    const party = await this.#read(id);
    if (party === null) throw notFound('Party');
    return party;
  }

  async #read(id: string): Promise<PartyView | null> {
    if (!isUuid(id)) return null;
    const row = await this.#database.row<PartyView & { facts: SignedFacts; seal: string | null }>(
      `select ${PARTY_COLUMNS}, ${PARTY_ROWS.facts('t')} as facts, t.seal from party t where t.id = $1`,
      [id],
    );
    if (row === null) return null;
    const { facts, seal, ...party } = row;
    if (!this.#database.seals.holds(PARTY_ROWS.kind, party.id, facts, seal)) throw changedOutside();
    return party;
  }

  /** Whoever sees all lots, or manages parties, reads them. @throws Refused unauthenticated, forbidden */
  #reader(caller: Caller): UserCaller {
    const user = requireUser(caller);
    const may = (['view_all_lots', 'manage_parties'] as const).some(
      (action) => grantOf(this.#permissions, user.role, action) !== null,
    );
    if (!may) throw forbidden();
    return user;
  }

  /** @throws Refused unauthenticated, forbidden */
  #manager(caller: Caller): UserCaller {
    return requireGrant(this.#permissions, caller, 'manage_parties').user;
  }
}

/** A party that is not erased, locked until the transaction ends. @throws Refused not-found, conflict */
async function lockedParty(em: EntityManager, id: string): Promise<PartyView> {
  if (!isUuid(id)) throw notFound('Party');
  const [found]: unknown[] = await em.execute(
    `select ${PARTY_COLUMNS} from party t where t.id = ? and t.erased_at is null for update`,
    [id],
  );
  if (found === undefined) throw notFound('Party');
  const party = partyRow.parse(found);
  if (!(await verifiedRows(em, PARTY_ROWS, [party.id])).has(party.id)) throw changedOutside();
  return party;
}

function changedOutside(): Refused {
  return new Refused({ kind: 'conflict', said: REFUSED.changedParty({}) });
}

/** One text for each shape of filter, so that it can be prepared. */
function condition({ kind, search }: Pick<PartyListing, 'kind' | 'search'>): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  const parts = ['t.erased_at is null'];
  if (kind !== undefined) {
    values.push(kind);
    parts.push(`t.kind = $${values.length}`);
  }
  if (search) {
    values.push(likePattern(search));
    parts.push(`(t.name ilike $${values.length} or t.eori ilike $${values.length})`);
  }
  return { where: parts.join(' and '), values };
}
