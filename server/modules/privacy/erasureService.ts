import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { eraseNotes, notesOf } from '../alerts/alertErasure.ts';
import type { Database } from '../../platform/database/database.ts';
import type { NamedFarmer } from '../../domain/privacy/farmerInput.ts';
import type { Role } from '../../domain/access/permissions.ts';
import { KEPT } from '../../domain/messages/retentionMessages.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { accountsOfFarm, eraseAccount, lockAccount } from '../identity/accountErasure.ts';
import { holdActor } from '../identity/actingAccount.ts';
import { requirePerson, type Caller, type PersonCaller, type RequestInfo } from '../../platform/access/caller.ts';
import { ACCOUNTS } from '../identity/signedIdentity.ts';
import type { Actor } from '../lots/lotEvents.ts';
import type { ErasedLot, LotErasure } from '../lots/lotErasure.ts';
import { audit } from '../../platform/audit-log/audit.ts';
import { forbidden, notFound, Refused } from '../../platform/errors/refusal.ts';
import { holdReports } from '../reports/reportErasure.ts';
import { signRows, verifiedRows } from '../../platform/row-signatures/signedRows.ts';
import { kept, receiptFrom, type ErasureReceipt, type Kept, type StoredReceipt } from './erasureReceipt.ts';
import { retainedUntil } from './retentionYears.ts';
import { sameName, type Person } from './person.ts';
import type { PersonalStore } from './personalStores.ts';
import { namedLots, reachOf, theirNotes, theirs, searchWords } from './reach.ts';
import { ERASURE_LOTS, ERASURES } from './signedErasures.ts';
import { ACCOUNT_ROLES } from '../identity/identityViews.ts';

/** An erasure that was asked for. */
interface AskedErasure {
  id: string;
  user_id: string | null;
  farmer: unknown;
  requested_by: string;
  requester_role: Role;
  requester_name: string;
  /** null until it is done */
  receipt: StoredReceipt | null;
}

const farmerRow = z.object({ farmId: z.string(), name: z.string() });
/** Only other clients of the database, such as psql, may lock in another order; then the transaction is retried. */
const ATTEMPTS = 4;
const DEADLOCK = '40P01';
const RESUMED_AT_ONCE = 100;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Erases people, at once and as a whole (docs/spec/privacy-and-erasure.md, 'Erasure'; GDPR Art. 17). */
export class ErasureService {
  readonly #database: Database;
  readonly #lots: LotErasure;
  readonly #stores: readonly PersonalStore[];
  readonly #clock: () => Date;

  constructor(parts: { database: Database; lots: LotErasure; stores: readonly PersonalStore[]; clock?: () => Date }) {
    this.#database = parts.database;
    this.#lots = parts.lots;
    this.#stores = parts.stores;
    this.#clock = parts.clock ?? (() => new Date());
  }

  /**
   * Erases the caller: account, sessions, keys, names and words.
   * @throws Refused unauthenticated, forbidden (partner keys), session-ended (erased already), last-admin
   */
  async eraseOwn(caller: Caller, info: RequestInfo): Promise<ErasureReceipt> {
    const person = requirePerson(caller);
    const id = await this.#ask(person, info, async (em) => {
      const account = await lockAccount(em, person.userId);
      if (account === null) throw new Refused({ kind: 'session-ended' });
      return { userId: account.id, farmer: null };
    });
    return this.#carryOut(id, info);
  }

  /**
   * Erases a farmer without an account, from all lots of a farm that have just this name. An account of that farm and name is its holder's to
   * erase; one that was disabled is erased with the lots.
   * @throws Refused unauthenticated, forbidden, not-found (no lot of the farm names the farmer),
   *   farmer-has-account
   */
  async eraseFarmer(caller: Caller, farmer: NamedFarmer, info: RequestInfo): Promise<ErasureReceipt> {
    const admin = requirePerson(caller);
    if (admin.role !== 'admin') throw forbidden();
    const id = await this.#ask(admin, info, async (em) => {
      const namesakes = (await accountsOfFarm(em, farmer.farmId)).filter(({ name }) =>
        sameName(name, farmer.farmerName),
      );
      if (namesakes.some(({ disabled }) => !disabled)) {
        throw new Refused({ kind: 'farmer-has-account' });
      }
      const [account] = namesakes;
      if (account !== undefined) return { userId: account.id, farmer: null };
      const named = await namedLots(em, farmer.farmId);
      if (!named.some(({ name }) => sameName(name, farmer.farmerName))) {
        throw new Refused({ kind: 'not-found', said: REFUSED.farmerNotFound({}) });
      }
      return { userId: null, farmer: { farmId: farmer.farmId, name: farmer.farmerName } };
    });
    return this.#carryOut(id, info);
  }

  /**
   * Carries out erasures that were asked for and did not come to their end. One that the program did not put down, or that
   * names an account that is not as the program made it, is left as it is and named in health and log.
   * @returns how many are done now
   */
  async resume(): Promise<number> {
    let done = 0;
    for (let after: string | null = FIRST_ID; after !== null;) {
      const open: Named[] = await this.#database.rows<Named>(
        `select id, user_id, requested_by from erasure where done_at is null and id > $1 order by id limit ${RESUMED_AT_ONCE}`,
        [after],
      );
      for (const erasure of open) {
        if (!(await this.#database.read((em) => isWhole(em, erasure)))) continue;
        await this.#carryOut(erasure.id);
        done += 1;
      }
      after = open.length < RESUMED_AT_ONCE ? null : (open.at(-1)?.id ?? null);
    }
    return done;
  }

  /**
   * Stores the request in its own transaction, so that it remains even if carrying it out fails. An open request is
   * reused.
   */
  async #ask(
    by: PersonCaller,
    info: RequestInfo,
    subjectOf: (em: EntityManager) => Promise<{ userId: string | null; farmer: z.infer<typeof farmerRow> | null }>,
  ): Promise<string> {
    return this.#again(() =>
      this.#database.writeFromReserve(async (em) => {
        const { userId, farmer } = await subjectOf(em);
        const farmerText = farmer === null ? null : JSON.stringify(farmer);
        const open: { id: string }[] = await em.execute(
          `select id from erasure where done_at is null and (user_id = ?::uuid or farmer = ?::jsonb) order by requested_at, id`,
          [userId, farmerText],
        );
        const whole = await verifiedRows(
          em,
          ERASURES,
          open.map((erasure) => erasure.id),
        );
        const same = open.find((erasure) => whole.has(erasure.id));
        if (same !== undefined) return same.id;
        const id = randomUUID();
        await em.execute(
          'insert into erasure (id, user_id, farmer, requested_by, requested_at) values (?, ?, ?::jsonb, ?, ?)',
          [id, userId, farmerText, by.userId, this.#clock()],
        );
        await signRows(em, ERASURES, [id]);
        await audit(em, { caller: by, action: 'erasure.requested', target: { kind: 'erasure', id }, info });
        return id;
      }),
    );
  }

  async #carryOut(id: string, info?: RequestInfo): Promise<ErasureReceipt> {
    return this.#again(() => this.#database.writeFromReserve((em) => this.#perform(em, id, info)));
  }

  async #again<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : null;
        if (code !== DEADLOCK || attempt === ATTEMPTS) throw error;
      }
    }
  }

  async #perform(em: EntityManager, id: string, info?: RequestInfo): Promise<ErasureReceipt> {
    const erasure = await lockErasure(em, id);
    if (!(await isWhole(em, erasure))) {
      throw new Error(`The erasure ${id}, or an account that it names, is not as the program put it down`);
    }
    if (erasure.receipt !== null) return receiptFrom(erasure.receipt);
    const at = this.#clock();
    // In the order of all locks: reports, accounts, lots, then rows of lots.
    await holdReports(em);
    const person = await this.#lockPerson(em, erasure);
    // What was being written in the person's name has ended now, so it is found with the rest.
    const reach = await reachOf(em, person);
    const sought = { closedBy: person.userId, words: searchWords(person) };
    const noted = (await notesOf(em, sought)).map(({ lotId }) => lotId);
    await this.#lots.lock(em, [...new Set([...reach.all, ...noted])]);

    const actor = actorOf(erasure, person, info);
    const lots = await this.#lots.erase(em, reach.all, theirs(person, reach), actor, at);
    const grown = lots.filter(({ id: lotId, fields }) => reach.own.has(lotId) && fields.includes('farmerName'));
    const fields = new Set<string>(lots.flatMap((lot) => lot.fields));
    // Listed under the name that people know: the note in the alert's row.
    fields.delete('alertNote');
    if ((await eraseNotes(em, sought, theirNotes(person, reach))) > 0) fields.add('alertNotes');
    const lotIds = grown.map((lot) => lot.id);
    for (const store of this.#stores) {
      for (const name of await store.erase(em, { person, lotIds, reach })) fields.add(name);
    }
    const retained: Kept[] = [];
    for (const store of this.#stores) retained.push(...((await store.kept?.(em, { person, lotIds, reach })) ?? []));
    if (person.userId !== null) for (const name of await eraseAccount(em, person.userId, at)) fields.add(name);

    const receipt: ErasureReceipt = {
      id,
      at: at.toISOString(),
      fields: [...fields].sort(),
      kept: [...retained, ...(await this.#keep(em, id, grown))],
      ledgerEvents: lots.length,
    };
    await em.execute('update erasure set done_at = ?, receipt = ?::jsonb, farmer = null where id = ?', [
      at,
      JSON.stringify(receipt),
      id,
    ]);
    await signRows(em, ERASURES, [id]);
    await audit(em, {
      caller: 'system',
      action: 'erasure.done',
      target: { kind: 'erasure', id },
      ...(info === undefined ? {} : { info }),
      details: { fields: receipt.fields, lots: lots.length, ledgerEvents: receipt.ledgerEvents },
    });
    // The planner keeps statistics of this column, but of no other column with names (see the migration).
    await em.execute('select sample_lot_search_anew()');
    return receipt;
  }

  /** The person to erase; locks their account and that of the requester. */
  async #lockPerson(em: EntityManager, erasure: AskedErasure): Promise<Person> {
    if (erasure.user_id === null) {
      await holdActor(em, { userId: erasure.requested_by });
      const { farmId, name } = farmerRow.parse(erasure.farmer);
      return { userId: null, name, email: '', farmId, farmer: true };
    }
    const account = await lockAccount(em, erasure.user_id, erasure.requested_by);
    if (account === null) throw notFound('User');
    const { id, name, email, farmId, role } = account;
    return { userId: id, name, email, farmId, farmer: role === 'farmer' };
  }

  /** Marks the lots whose farm and location are erased later, and returns what is kept. */
  async #keep(em: EntityManager, erasureId: string, grown: readonly ErasedLot[]): Promise<Kept[]> {
    const record = kept(KEPT.record({}), null, KEPT.recordReason({}));
    if (grown.length === 0) return [record];
    const lotIds = grown.map((lot) => lot.id);
    await em.execute(
      `insert into erasure_lot (lot_id, erasure_id)
       select value::uuid, ? from json_array_elements_text(?::json)
       on conflict (lot_id) do update set erasure_id = excluded.erasure_id, done_at = null`,
      [erasureId, JSON.stringify(lotIds)],
    );
    await signRows(em, ERASURE_LOTS, lotIds);
    const places = kept(KEPT.places({ lots: grown.length }), await retainedUntil(em, lotIds), KEPT.placesReason({}));
    return [places, record];
  }
}

type Named = Pick<AskedErasure, 'id' | 'user_id' | 'requested_by'>;

/** Whether an erasure, who asked for it and who is erased are as the program wrote them. */
async function isWhole(em: EntityManager, { id, user_id, requested_by }: Named): Promise<boolean> {
  const people = [...new Set([requested_by, ...(user_id === null ? [] : [user_id])])];
  const [erasures, accounts] = [await verifiedRows(em, ERASURES, [id]), await verifiedRows(em, ACCOUNTS, people)];
  return erasures.has(id) && people.every((person) => accounts.has(person));
}

async function lockErasure(em: EntityManager, id: string): Promise<AskedErasure> {
  const [row]: AskedErasure[] = await em.execute(
    `select e.id, e.user_id, e.farmer, e.requested_by, u.role as requester_role, u.name as requester_name, e.receipt
     from erasure e join ${ACCOUNT_ROLES} u on u.id = e.requested_by where e.id = ? for update of e`,
    [id],
  );
  if (row === undefined) throw new Error(`There is no erasure ${id}`);
  return row;
}

/** The actor of the `erased` events; without a name if the person erases themselves. */
function actorOf(erasure: AskedErasure, person: Person, info?: RequestInfo): Actor {
  return {
    userId: erasure.requested_by,
    role: erasure.requester_role,
    name: erasure.requested_by === person.userId ? null : erasure.requester_name || null,
    ...(info === undefined ? {} : { gdprConsent: info.gdprConsent, requestId: info.requestId }),
  };
}
