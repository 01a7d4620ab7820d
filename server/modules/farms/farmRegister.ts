import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { inScope, type PermissionTable } from '../../domain/access/permissions.ts';
import type { FarmPatch, NewFarm } from '../../domain/farm/farmInput.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { plotFarmId } from '../../domain/plot/plotInput.ts';
import {
  partnerKeyOf,
  requireGrant,
  requirePerson,
  scopeOf,
  type Caller,
  type RequestInfo,
  type UserCaller,
} from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit-log/audit.ts';
import type { Database } from '../../platform/database/database.ts';
import { carriedOutTarget } from '../../platform/database/requestScope.ts';
import { notFound, Refused } from '../../platform/errors/refusal.ts';
import { forgetStoredAnswers } from '../../platform/idempotency/idempotencyKeys.ts';
import { holdLimit } from '../../platform/rate-limits/heldLimit.ts';
import type { SignedFacts } from '../../platform/row-signatures/signedKinds.ts';
import { signRows, verifiedRows } from '../../platform/row-signatures/signedRows.ts';
import { lockCaller } from '../identity/actingAccount.ts';
import { eraseFarms } from './farmErasure.ts';
import { changedFarmFields, storedValues } from './farmValues.ts';
import { FARM_COLUMNS, farmRow, type FarmView } from './farmView.ts';
import { FARM_ROWS } from './signedFarms.ts';

/** Limit of farms that are not erased: a search reads all of them. */
export const MOST_FARMS = 20_000;

/** The register of farms and farmers (docs/spec/farms.md). */
export class FarmRegister {
  readonly #database: Database;
  readonly #permissions: PermissionTable;
  readonly #clock: () => Date;

  constructor(parts: { database: Database; permissions: PermissionTable; clock?: (() => Date) | undefined }) {
    this.#database = parts.database;
    this.#permissions = parts.permissions;
    this.#clock = parts.clock ?? (() => new Date());
  }

  /**
   * A farm's entry; null for a farm that is not in the register, or out of sight.
   * @throws Refused unauthenticated, conflict (it was changed outside of the program)
   */
  async find(caller: Caller, given: string): Promise<FarmView | null> {
    const scope = scopeOf(this.#permissions, caller);
    const farmId = plotFarmId.safeParse(given);
    if (!farmId.success || !inScope(scope, farmId.data)) return null;
    return this.#read('t.farm_id = $1 and t.erased_at is null', farmId.data);
  }

  /**
   * Enters a farm into the register.
   * @throws Refused unauthenticated, forbidden, conflict (it is in there, or there are as many as there may be)
   */
  async create(caller: Caller, given: NewFarm, info: RequestInfo): Promise<FarmView> {
    const user = this.#manager(caller);
    const again = carriedOutTarget('farm');
    if (again !== null) return this.#existing(again);
    const id = randomUUID();
    const at = this.#clock();
    await this.#database.write(async (em) => {
      await lockCaller(em, user);
      await holdLimit(em, 'farms');
      const [known]: { count: number; taken: boolean }[] = await em.execute(
        `select count(*)::int as count, coalesce(bool_or(farm_id = ?), false) as taken from farm where erased_at is null`,
        [given.farmId],
      );
      if (known?.taken === true) {
        throw new Refused({ kind: 'conflict', said: REFUSED.farmRegistered({ farmId: given.farmId }) });
      }
      if ((known?.count ?? 0) >= MOST_FARMS) {
        throw new Refused({ kind: 'conflict', said: REFUSED.manyFarms({ most: MOST_FARMS }) });
      }
      await em.execute(
        `insert into farm (id, farm_id, name, village, district, country, phone, farmers, consents, certificates, notes, version,
           created_by, created_key, created_at, updated_at)
         values (?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?::jsonb, ?::jsonb, ?, 1, ?, ?, ?, ?)`,
        [id, given.farmId, ...storedValues(given), user.userId, partnerKeyOf(user), at, at],
      );
      await signRows(em, FARM_ROWS, [id]);
      await audit(em, { caller: user, action: 'farm.registered', target: { kind: 'farm', id }, info });
    });
    return { id, ...given, version: 1, createdAt: at, updatedAt: at };
  }

  /**
   * Changes values of a farm. A change without difference writes nothing.
   * @throws Refused unauthenticated, forbidden, not-found, stale-version, conflict (it was changed outside of the program)
   */
  async update(caller: Caller, givenFarm: string, patch: FarmPatch, info: RequestInfo): Promise<FarmView> {
    const user = this.#manager(caller);
    const again = carriedOutTarget('farm');
    if (again !== null) return this.#existing(again);
    return this.#database.write(async (em) => {
      await lockCaller(em, user);
      const before = await lockedFarm(em, givenFarm);
      if (patch.version !== undefined && patch.version !== before.version) {
        throw new Refused({ kind: 'stale-version', currentVersion: before.version, of: 'farm' });
      }
      const { version: _read, ...given } = patch;
      const after: FarmView = { ...before, ...given };
      const fields = changedFarmFields(before, after);
      if (fields.length === 0) return before;
      const updatedAt = this.#clock();
      const version = before.version + 1;
      await em.execute(
        `update farm set name = ?, village = ?, district = ?, country = ?, phone = ?, farmers = ?::jsonb, consents = ?::jsonb,
           certificates = ?::jsonb, notes = ?, version = ?, updated_at = ? where id = ?`,
        [...storedValues(after), version, updatedAt, before.id],
      );
      await signRows(em, FARM_ROWS, [before.id]);
      const target = { kind: 'farm', id: before.id };
      await audit(em, { caller: user, action: 'farm.changed', target, info, details: { version, fields } });
      return { ...after, version, updatedAt };
    });
  }

  /**
   * Takes a farm out of the register: all values of its entry are erased at once and for good, also in stored answers.
   * Its lots and plots stay.
   * @throws Refused unauthenticated; forbidden, also for every partner key, as for all erasures; not-found
   */
  async erase(caller: Caller, givenFarm: string, info: RequestInfo): Promise<void> {
    const person = requirePerson(caller);
    this.#manager(caller);
    const farmId = plotFarmId.safeParse(givenFarm);
    if (!farmId.success) throw notFound('Farm');
    await this.#database.writeFromReserve(async (em) => {
      await lockCaller(em, person);
      const [known]: { id: string }[] = await em.execute(
        'select id from farm where farm_id = ? and erased_at is null for update',
        [farmId.data],
      );
      if (known === undefined) throw notFound('Farm');
      await eraseFarms(em, [known.id], this.#clock());
      // The answer to any earlier call may hold its values.
      await forgetStoredAnswers(em);
      await audit(em, { caller: person, action: 'farm.erased', target: { kind: 'farm', id: known.id }, info });
    });
  }

  /** The entry of a call that was carried out before. @throws Refused not-found, conflict */
  async #existing(id: string): Promise<FarmView> {
    const farm = await this.#read('t.id = $1 and t.erased_at is null', id);
    if (farm === null) throw notFound('Farm');
    return farm;
  }

  async #read(where: string, value: string): Promise<FarmView | null> {
    const row = await this.#database.row<Record<string, unknown> & { facts: SignedFacts; seal: string | null }>(
      `select ${FARM_COLUMNS}, ${FARM_ROWS.facts('t')} as facts, t.seal from farm t where ${where}`,
      [value],
    );
    if (row === null) return null;
    const { facts, seal, ...entry } = row;
    const farm = farmRow.parse(entry);
    if (!this.#database.seals.holds(FARM_ROWS.kind, farm.id, facts, seal)) throw changedOutside();
    return farm;
  }

  /** @throws Refused unauthenticated, forbidden */
  #manager(caller: Caller): UserCaller {
    return requireGrant(this.#permissions, caller, 'manage_farms').user;
  }
}

/** A farm's entry, locked until the transaction ends. @throws Refused not-found, conflict */
async function lockedFarm(em: EntityManager, given: string): Promise<FarmView> {
  const farmId = plotFarmId.safeParse(given);
  if (!farmId.success) throw notFound('Farm');
  const [found]: unknown[] = await em.execute(
    `select ${FARM_COLUMNS} from farm t where t.farm_id = ? and t.erased_at is null for update`,
    [farmId.data],
  );
  if (found === undefined) throw notFound('Farm');
  const farm = farmRow.parse(found);
  if (!(await verifiedRows(em, FARM_ROWS, [farm.id])).has(farm.id)) throw changedOutside();
  return farm;
}

function changedOutside(): Refused {
  return new Refused({ kind: 'conflict', said: REFUSED.changedFarm({}) });
}
