import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { lotScope } from '../../domain/access/permissions.ts';
import { CONSIGNMENT_CALLS, type AddedLots, type RemovedLots } from '../../domain/consignment/consignmentCalls.ts';
import { contentRefusal } from '../../domain/consignment/states.ts';
import type { MovedPart } from '../../domain/ledger/content.ts';
import { isUuid } from '../../domain/lot/lotId.ts';
import { stagePosition } from '../../domain/lot/stages.ts';
import { availableGrams } from '../../domain/mass/massBalance.ts';
import { CONSIGNMENT, KEEPS_OUT } from '../../domain/messages/consignmentMessages.ts';
import { INPUT } from '../../domain/messages/inputMessages.ts';
import { MASS } from '../../domain/messages/massMessages.ts';
import type { Message } from '../../domain/messages/message.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { gramsFromKg, kgFromGrams } from '../../domain/text/units.ts';
import type { Caller, RequestInfo, UserCaller } from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit-log/audit.ts';
import { carriedOutTarget } from '../../platform/database/requestScope.ts';
import { invalid, notFound, Refused, type FieldFault } from '../../platform/errors/refusal.ts';
import { lockCaller } from '../identity/actingAccount.ts';
import { assertReturnQuota } from '../lots/editQuota.ts';
import { actorOf } from '../lots/lotService.ts';
import { findLotIds, lockForUse, recordUses, type LotMovement, type UsableLot } from '../lots/lotUses.ts';
import { ALL_LOTS } from '../lots/lotViews.ts';
import { lotsUnlikeTheirEvents } from '../lots/matchesEvents.ts';
import { consignmentManager } from './consignmentAccess.ts';
import { appendConsignmentEvent } from './consignmentEvents.ts';
import { ORIGINS_OF_LOT } from './consignmentReader.ts';
import type { ConsignmentParts } from './consignmentService.ts';
import type { ConsignmentView } from './consignmentView.ts';
import { lockedConsignment } from './lockedConsignment.ts';
import { assertMoveQuota } from './moveQuota.ts';
import type { StoredConsignment } from './storedConsignment.ts';

/** A lot that a call names, and the field that names it. */
interface NamedLot {
  field: string;
  lot: UsableLot;
}

/** Puts lots into consignments and takes them out: their grams and the consignment's content in one ledger transaction. */
export class ConsignmentLots {
  readonly #parts: ConsignmentParts;

  constructor(parts: ConsignmentParts) {
    this.#parts = parts;
  }

  /**
   * Adds grams of up to 1,000 lots.
   * @throws Refused unauthenticated, forbidden, not-found, stale-version; invalid (unknown lots, too little is left);
   *   conflict (it is closed, too many origins, a row was changed outside of the program); too-many-requests (so many
   *   lots in 24 hours)
   */
  async add(caller: Caller, id: string, { lots, version }: AddedLots, info: RequestInfo): Promise<ConsignmentView> {
    return this.#move(caller, id, lots.length, async (em, user) => {
      const before = await this.#openOne(em, id, version);
      assertMoveQuota(before.events, lots.length, this.#parts.clock());
      const named = await this.#named(
        em,
        user,
        lots.map(({ lot }, at) => ({ ref: lot, field: `lots.${at}.lot` })),
      );
      const movements = named.map(({ lot }, at) => ({ lot, grams: gramsFromKg(lots[at]?.weight ?? 0) }));
      assertEnough(movements);
      await this.#record(em, { before, user, info }, 'added', movements);
      await em.execute(
        `insert into consignment_lot (consignment_id, lot_id, grams)
         select ?, lot_id, grams from json_to_recordset(?::json) as added (lot_id uuid, grams int)
         on conflict (consignment_id, lot_id) do update set grams = consignment_lot.grams + excluded.grams`,
        [before.id, JSON.stringify(movements.map(({ lot, grams }) => ({ lot_id: lot.id, grams })))],
      );
      await assertFewOrigins(em, before.id);
      await this.#audit(em, { before, user, info }, 'consignment.lots-added', movements);
    });
  }

  /**
   * Takes lots out, each with all that the consignment holds of it.
   * @throws Refused as `add`; invalid for a lot that is not in it
   */
  async remove(
    caller: Caller,
    id: string,
    { lots, version }: RemovedLots,
    info: RequestInfo,
  ): Promise<ConsignmentView> {
    return this.#move(caller, id, lots.length, async (em, user) => {
      const before = await this.#openOne(em, id, version);
      const now = this.#parts.clock();
      assertMoveQuota(before.events, lots.length, now);
      const named = await this.#named(
        em,
        user,
        lots.map((ref, at) => ({ ref, field: `lots.${at}` })),
      );
      const held = new Map(before.lots.map(({ lotKey, grams }) => [lotKey, grams]));
      const movements = named.map(({ lot, field }) => {
        const grams = held.get(lot.lotKey);
        if (grams === undefined) throw invalid({ field, said: CONSIGNMENT.notHeld({ lotId: lot.lotId }) });
        return { lot, grams };
      });
      await assertReturnQuota(
        em,
        movements.map(({ lot }) => lot.id),
        now,
      );
      await this.#record(em, { before, user, info }, 'removed', movements);
      await em.execute(
        `delete from consignment_lot where consignment_id = ?
           and lot_id in (select value::uuid from json_array_elements_text(?::json))`,
        [before.id, JSON.stringify(movements.map(({ lot }) => lot.id))],
      );
      await this.#audit(em, { before, user, info }, 'consignment.lots-removed', movements);
    });
  }

  async #move(
    caller: Caller,
    id: string,
    count: number,
    work: (em: EntityManager, user: UserCaller) => Promise<void>,
  ): Promise<ConsignmentView> {
    const user = consignmentManager(this.#parts.permissions, caller);
    const again = carriedOutTarget('consignment');
    if (again === null) {
      await this.#parts.database.write(async (em) => {
        await lockCaller(em, user);
        await work(em, user);
      }, count);
    }
    const view = await this.#parts.reader.find(again ?? id);
    if (view === null) throw notFound('Consignment');
    return view;
  }

  async #openOne(em: EntityManager, id: string, version: number | undefined): Promise<StoredConsignment> {
    const before = await lockedConsignment(em, id, version);
    const said = contentRefusal(before.state);
    if (said !== null) throw new Refused({ kind: 'conflict', said });
    return before;
  }

  /** The lots of a call, locked, in its order. Their rows decide how much there is, so they must match their events. */
  async #named(
    em: EntityManager,
    user: UserCaller,
    given: readonly { ref: string; field: string }[],
  ): Promise<NamedLot[]> {
    const refs = given.map(({ ref }) => ref);
    const seesAll = lotScope(this.#parts.permissions, user.role, user.farmId).kind === 'all';
    const known = seesAll
      ? await findLotIds(em, { uuids: refs.filter(isUuid), lotIds: refs.filter((ref) => !isUuid(ref)) })
      : [];
    const idOf = new Map(known.flatMap(({ id, lotId }) => [[id, id] as const, [lotId, id] as const]));
    const ids = given.map(({ ref, field }) => {
      const id = idOf.get(ref);
      if (id === undefined) throw invalid({ field, said: REFUSED.lotNotFound({}) });
      return { id, field };
    });
    const locked = new Map(
      (
        await lockForUse(
          em,
          ids.map(({ id }) => id),
        )
      ).map((lot) => [lot.id, lot]),
    );
    const seen = new Set<string>();
    const named = ids.map(({ id, field }) => {
      const lot = locked.get(id);
      if (lot === undefined || lot.deletedAt !== null) throw invalid({ field, said: REFUSED.lotNotFound({}) });
      if (seen.size === seen.add(id).size) throw invalid({ field, said: INPUT.listedTwice({ value: lot.lotId }) });
      return { field, lot };
    });
    const differing = await lotsUnlikeTheirEvents(em, [...seen]);
    if (differing.size > 0) throw new Refused({ kind: 'conflict', said: REFUSED.differingLot({}) });
    return named;
  }

  /** The events of the lots and of the consignment, which are recorded together or not at all. */
  async #record(
    em: EntityManager,
    { before, user, info }: Move,
    step: 'added' | 'removed',
    movements: readonly LotMovement[],
  ): Promise<void> {
    const { ledger, clock } = this.#parts;
    const [actor, at, transfer] = [actorOf(user, info), clock(), randomBytes(16).toString('hex')];
    const type = step === 'added' ? 'used' : 'returned';
    const to = { type, transfer, consignment: before.consignmentKey, actor, at } as const;
    const parts: MovedPart[] = await recordUses(em, ledger, movements, to);
    await appendConsignmentEvent(em, before, { step, transfer, lots: parts, personal: {}, actor, at }, ledger.mspId);
    await em.execute('update consignment set version = version + 1 where id = ?', [before.id]);
  }

  async #audit(
    em: EntityManager,
    { before, user, info }: Move,
    action: 'consignment.lots-added' | 'consignment.lots-removed',
    movements: readonly LotMovement[],
  ): Promise<void> {
    const grams = movements.reduce((sum, one) => sum + one.grams, 0);
    const target = { kind: 'consignment', id: before.id };
    await audit(em, { caller: user, action, target, info, details: { lots: movements.length, grams } });
  }
}

interface Move {
  before: StoredConsignment;
  user: UserCaller;
  info: RequestInfo;
}

/** @throws Refused invalid, naming every lot of which too little is left, or that is shipped */
function assertEnough(movements: readonly LotMovement[]): void {
  const faults = movements.flatMap(({ lot, grams }, at): FieldFault[] => {
    if (stagePosition(lot.stage) >= stagePosition('shipped')) {
      return [{ field: `lots.${at}.lot`, said: KEEPS_OUT.shipped({ stage: lot.stage }) }];
    }
    const said = shortage(lot, grams);
    return said === null ? [] : [{ field: `lots.${at}.weight`, said }];
  });
  if (faults.length > 0) throw invalid(...faults.slice(0, MOST_FAULTS));
}

/** Faults that one answer names. */
const MOST_FAULTS = 20;

function shortage(lot: UsableLot, grams: number): Message | null {
  const left = availableGrams(lot);
  if (grams <= left) return null;
  return MASS.notAvailable({ lotId: lot.lotId, wantedKg: kgFromGrams(grams), availableKg: kgFromGrams(left) });
}

/** @throws Refused conflict */
async function assertFewOrigins(em: EntityManager, id: string): Promise<void> {
  const most = CONSIGNMENT_CALLS.origins;
  const [row]: { origins: number }[] = await em.execute(
    `select count(distinct o.origin_id)::int as origins
     from consignment_lot h join ${ALL_LOTS} l on l.id = h.lot_id cross join lateral ${ORIGINS_OF_LOT} o
     where h.consignment_id = ?`,
    [id],
  );
  const origins = row?.origins ?? 0;
  if (origins > most) throw new Refused({ kind: 'conflict', said: CONSIGNMENT.manyOrigins({ origins, most }) });
}
