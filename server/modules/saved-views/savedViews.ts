import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { grantOf, type PermissionTable } from '../../domain/access/permissions.ts';
import { isUuid } from '../../domain/lot/lotId.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import {
  VIEW_LIMITS,
  type SavedViewPatch,
  type SavedViewValues,
  type ViewList,
} from '../../domain/views/savedViewInput.ts';
import { requireGrant, requirePerson, type Caller, type PersonCaller } from '../../platform/access/caller.ts';
import type { Database } from '../../platform/database/database.ts';
import { notFound, Refused } from '../../platform/errors/refusal.ts';
import { holdLimit } from '../../platform/rate-limits/heldLimit.ts';
import { lockCaller } from '../identity/actingAccount.ts';
import { ACCOUNT_NAMES } from '../identity/identityViews.ts';

/** A view of a list, as one person sees it. */
export interface SavedViewData {
  id: string;
  list: ViewList;
  name: string;
  /** filters, order and columns, as in the address of the list */
  query: string;
  shared: boolean;
  /** name of the account that saved it */
  owner: string;
  isOwn: boolean;
  /** whether the caller may delete it */
  mayDelete: boolean;
}

interface StoredView extends Omit<SavedViewData, 'isOwn' | 'mayDelete'> {
  ownerId: string;
}

const VIEWS = `select v.id, v.list, v.name, v.query, v.shared, u.name as owner, v.owner_id as "ownerId"
  from saved_view v join ${ACCOUNT_NAMES} u on u.id = v.owner_id`;

/** Views of lists that people save under a name, for themselves or for all who see every lot. */
export class SavedViews {
  readonly #database: Database;
  readonly #permissions: PermissionTable;
  readonly #clock: () => Date;

  constructor(parts: { database: Database; permissions: PermissionTable; clock?: (() => Date) | undefined }) {
    this.#database = parts.database;
    this.#permissions = parts.permissions;
    this.#clock = parts.clock ?? (() => new Date());
  }

  /**
   * The caller's own views and those that others share, by name; shared ones only for those who see every lot.
   * @throws Refused unauthenticated; forbidden for a partner key
   */
  async list(caller: Caller, list: ViewList): Promise<SavedViewData[]> {
    const person = requirePerson(caller);
    const rows = await this.#database.rows<StoredView>(
      `${VIEWS} where v.list = $1 and (v.owner_id = $2 or (v.shared and $3)) order by lower(v.name), v.id`,
      [list, person.userId, this.#seesAll(person)],
    );
    return rows.map((view) => this.#viewFor(person, view));
  }

  /**
   * Saves a view. An own one with the same name is replaced.
   * @throws Refused unauthenticated; forbidden (a partner key; sharing without view_all_lots), conflict (as many as there
   *   may be)
   */
  async save(caller: Caller, { list, name, query, shared }: SavedViewValues): Promise<SavedViewData> {
    const person = requirePerson(caller);
    if (shared) requireGrant(this.#permissions, caller, 'view_all_lots');
    const id = await this.#database.write(async (em) => {
      await lockCaller(em, person);
      await holdLimit(em, 'saved-views');
      const [saved]: { id: string }[] = await em.execute(
        `insert into saved_view (id, owner_id, list, name, query, shared, saved_at) values (?, ?, ?, ?, ?, ?, ?)
         on conflict (owner_id, list, lower(name)) do update set name = excluded.name, query = excluded.query,
           shared = excluded.shared, saved_at = excluded.saved_at returning id`,
        [randomUUID(), person.userId, list, name, query, shared, this.#clock()],
      );
      await assertRoom(em, person.userId);
      return saved?.id ?? '';
    });
    return this.#one(person, id);
  }

  /**
   * Renames a view of the caller, or shares it or no longer.
   * @throws Refused unauthenticated; forbidden (as `save`), not-found (also one of another person), conflict (the name is
   *   taken, as many as may be shared)
   */
  async update(caller: Caller, id: string, { name, shared }: SavedViewPatch): Promise<SavedViewData> {
    const person = requirePerson(caller);
    if (shared === true) requireGrant(this.#permissions, caller, 'view_all_lots');
    if (!isUuid(id)) throw notFound('SavedView');
    await this.#database.write(async (em) => {
      await lockCaller(em, person);
      await holdLimit(em, 'saved-views');
      const [view]: { list: string; name: string }[] = await em.execute(
        'select list, name from saved_view where id = ? and owner_id = ? for update',
        [id, person.userId],
      );
      if (view === undefined) throw notFound('SavedView');
      const named = name ?? view.name;
      const [taken]: { id: string }[] = await em.execute(
        'select id from saved_view where owner_id = ? and list = ? and lower(name) = lower(?) and id <> ?',
        [person.userId, view.list, named, id],
      );
      if (taken !== undefined) throw new Refused({ kind: 'conflict', said: REFUSED.viewNameTaken({ name: named }) });
      await em.execute(
        'update saved_view set name = ?, shared = coalesce(?::boolean, shared), saved_at = ? where id = ?',
        [named, shared ?? null, this.#clock(), id],
      );
      await assertRoom(em, person.userId);
    });
    return this.#one(person, id);
  }

  /**
   * Deletes a view of the caller; those who manage the cooperative delete shared ones of others, too.
   * @throws Refused unauthenticated; forbidden for a partner key, not-found (also one that the caller may not delete)
   */
  async delete(caller: Caller, id: string): Promise<void> {
    const person = requirePerson(caller);
    if (!isUuid(id)) throw notFound('SavedView');
    const gone = await this.#database.writeFromReserve(async (em) => {
      const rows: unknown[] = await em.execute(
        'delete from saved_view where id = ? and (owner_id = ? or (shared and ?)) returning id',
        [id, person.userId, this.#managesShared(person)],
      );
      return rows.length;
    });
    if (gone === 0) throw notFound('SavedView');
  }

  /** @throws Refused not-found */
  async #one(person: PersonCaller, id: string): Promise<SavedViewData> {
    const view = await this.#database.row<StoredView>(`${VIEWS} where v.id = $1 and v.owner_id = $2`, [
      id,
      person.userId,
    ]);
    if (view === null) throw notFound('SavedView');
    return this.#viewFor(person, view);
  }

  #viewFor(person: PersonCaller, { ownerId, ...view }: StoredView): SavedViewData {
    const isOwn = ownerId === person.userId;
    return { ...view, isOwn, mayDelete: isOwn || this.#managesShared(person) };
  }

  #seesAll({ role }: PersonCaller): boolean {
    return grantOf(this.#permissions, role, 'view_all_lots') !== null;
  }

  #managesShared(person: PersonCaller): boolean {
    return this.#seesAll(person) && grantOf(this.#permissions, person.role, 'manage_cooperative') !== null;
  }
}

/** Asked after the write, under the limit's lock. @throws Refused conflict */
async function assertRoom(em: EntityManager, ownerId: string): Promise<void> {
  const [counted]: { own: number; shared: number }[] = await em.execute(
    `select count(*) filter (where owner_id = ?)::int as own, count(*) filter (where shared)::int as shared
     from saved_view where owner_id = ? or shared`,
    [ownerId, ownerId],
  );
  const { ofAccount, shared } = VIEW_LIMITS;
  if ((counted?.own ?? 0) > ofAccount) {
    throw new Refused({ kind: 'conflict', said: REFUSED.manyViews({ most: ofAccount }) });
  }
  if ((counted?.shared ?? 0) > shared) {
    throw new Refused({ kind: 'conflict', said: REFUSED.manySharedViews({ most: shared }) });
  }
}
