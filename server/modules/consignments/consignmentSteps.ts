import type { EntityManager } from '@mikro-orm/postgresql';
import type { ConsignmentStepValues, ShippingStepValues } from '../../domain/consignment/consignmentCalls.ts';
import { consignmentMoveRefusal, type ConsignmentState } from '../../domain/consignment/states.ts';
import { SHIPPING_WARNINGS, type ShippingStage, type ShippingWarning } from '../../domain/lot/shippingGuard.ts';
import { stagePosition, type Stage } from '../../domain/lot/stages.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import type { Caller, RequestInfo, UserCaller } from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit-log/audit.ts';
import { carriedOutTarget } from '../../platform/database/requestScope.ts';
import { notFound, Refused } from '../../platform/errors/refusal.ts';
import { findShippingRisks } from '../alerts/openAlerts.ts';
import { lockCaller } from '../identity/actingAccount.ts';
import { actorOf } from '../lots/lotService.ts';
import { holdLots, lockForUse } from '../lots/lotUses.ts';
import { ALL_LOTS } from '../lots/lotViews.ts';
import { lotsUnlikeTheirEvents } from '../lots/matchesEvents.ts';
import { judgeConsigned, recordGuarded, stepsOfConsigned } from '../lots/shipping/shipSteps.ts';
import { shippingRequests, type ShippingRequestView } from '../lots/shipping/shippingReviews.ts';
import { SHIPPING_REVIEWS } from '../lots/shipping/shippingReviewRows.ts';
import { closingIn, readClosing, type ClosingView } from './closingCheck.ts';
import { consignmentManager, consignmentReader } from './consignmentAccess.ts';
import { appendConsignmentEvent } from './consignmentEvents.ts';
import { ORIGINS_OF_LOT } from './consignmentReader.ts';
import type { ConsignmentParts } from './consignmentService.ts';
import type { ConsignmentView } from './consignmentView.ts';
import { openTasksOfShipped } from './recall/openBuyerTasks.ts';
import { lockedConsignment } from './lockedConsignment.ts';

/** What came of closing a consignment: it is closed, or what keeps it open. */
export type ClosingOutcome =
  | { kind: 'closed'; consignment: ConsignmentView }
  | { kind: 'kept-open'; closing: ClosingView };

/** A consignment that was shipped or delivered. */
export interface ShippedConsignment {
  consignment: ConsignmentView;
  /** what spoke against lots that left with it, worst first */
  warnings: ShippingWarning[];
}

/** A lot of a consignment that should not leave with it. */
export interface ConsignmentRisk {
  /** UUID of the lot */
  id: string;
  lotId: string;
  warnings: readonly ShippingWarning[];
  /** null: no second person was asked, or for less than speaks against it now */
  request: ShippingRequestView | null;
}

/** What speaks against the next step of a consignment. */
export interface ConsignmentRisks {
  /** null: it was delivered */
  step: ShippingStage | null;
  /** of all of its lots, worst first */
  warnings: ShippingWarning[];
  /** how many lots should not leave with it */
  lotCount: number;
  /** how many of them have detected deforestation and no second person's confirmation */
  unconfirmedLots: number;
  /** those with the worst warnings first, at most 200 */
  lots: ConsignmentRisk[];
}

const MOST_RISKS = 200;

type Step = Exclude<ConsignmentState, 'open'>;
const AUDITED = {
  closed: 'consignment.closed',
  shipped: 'consignment.shipped',
  delivered: 'consignment.delivered',
} as const;
/** What spoke against lots as they left with a consignment: their reviews are of its moment. `$1`: its UUID, `$2`: the step */
const LEFT_WITH = `select distinct unnest(r.warnings) as warning
  from consignment c join consignment_lot h on h.consignment_id = c.id join ${SHIPPING_REVIEWS} r on r.lot_id = h.lot_id
  where c.id = $1 and r.stage = $2::text
    and r.shipped_at = case $2::text when 'shipped' then c.shipped_at else c.delivered_at end`;
/** The lots of a consignment. `?`: its UUID */
const LEAVING = `select l.id, l.stage from consignment_lot h join ${ALL_LOTS} l on l.id = h.lot_id
  where h.consignment_id = ? and l.deleted_at is null`;
/** Lots whose rows are compared with their events together. */
const AT_ONCE = 1_000;

/** Closes, ships and delivers consignments. */
export class ConsignmentSteps {
  readonly #parts: ConsignmentParts;

  constructor(parts: ConsignmentParts) {
    this.#parts = parts;
  }

  /** What keeps a consignment open, at any time. @throws Refused unauthenticated, forbidden */
  async closing(caller: Caller, id: string): Promise<ClosingView> {
    const { permissions, database, clock } = this.#parts;
    consignmentReader(permissions, caller);
    return readClosing(database, id, clock());
  }

  /**
   * Closes a consignment: its lots no longer change. Its lots and all their origins stay as they are until it is done,
   * so that none of them gets another status meanwhile.
   * @throws Refused unauthenticated, forbidden, not-found, stale-version, conflict
   */
  async close(
    caller: Caller,
    id: string,
    { version }: ConsignmentStepValues,
    info: RequestInfo,
  ): Promise<ClosingOutcome> {
    const { permissions, database, clock } = this.#parts;
    const user = consignmentManager(permissions, caller);
    const again = carriedOutTarget('consignment');
    if (again !== null) return { kind: 'closed', consignment: await this.#view(again) };
    const kept = await database.write(async (em) => {
      await lockCaller(em, user);
      const before = await lockedConsignment(em, id, version);
      assertMove(before.state, 'closed');
      await holdOrigins(em, before.id);
      const closing = await closingIn(em, before.id, clock());
      if (!closing.ready) return closing;
      await this.#append(em, before, 'closed', { user, info, at: clock() });
      return null;
    });
    if (kept !== null) return { kind: 'kept-open', closing: kept };
    return { kind: 'closed', consignment: await this.#view(id) };
  }

  /**
   * Ships a closed consignment. All of its lots are judged; those of which nothing is left and all is in shipped
   * consignments become shipped.
   * @throws Refused unauthenticated, forbidden, not-found, stale-version, conflict (also a lot that may not leave)
   */
  async ship(caller: Caller, id: string, values: ShippingStepValues, info: RequestInfo): Promise<ShippedConsignment> {
    return this.#forward(caller, id, 'shipped', values, info);
  }

  /** The same when it has reached the buyer. @throws Refused as `ship` */
  async deliver(
    caller: Caller,
    id: string,
    values: ShippingStepValues,
    info: RequestInfo,
  ): Promise<ShippedConsignment> {
    return this.#forward(caller, id, 'delivered', values, info);
  }

  /** What speaks against its next step. Writes nothing. @throws Refused unauthenticated, forbidden, not-found */
  async risks(caller: Caller, id: string): Promise<ConsignmentRisks> {
    const { permissions, database, clock } = this.#parts;
    consignmentReader(permissions, caller);
    const { state } = await this.#view(id);
    if (state === 'delivered') return { step: null, warnings: [], lotCount: 0, unconfirmedLots: 0, lots: [] };
    const step = state === 'shipped' ? 'delivered' : 'shipped';
    return database.read(async (em) => {
      const leaving = await em.execute<{ id: string; stage: Stage }[]>(LEAVING, [id]);
      const ids = leaving.filter(({ stage }) => isBefore(stage, step)).map((lot) => lot.id);
      const warned = (await stepsOfConsigned(em, ids, step, findShippingRisks))
        .filter(({ warnings }) => warnings.length > 0)
        .map(({ lot, warnings }) => ({ lotUuid: lot.id, lotId: lot.lotId, warnings }));
      const requests = await shippingRequests(em, warned, step, clock());
      const lots = warned
        .map(({ lotUuid, lotId, warnings }) => ({
          id: lotUuid,
          lotId,
          warnings,
          request: requests.get(lotUuid) ?? null,
        }))
        .sort((a, b) => worstOf(a) - worstOf(b) || a.lotId.localeCompare(b.lotId));
      return {
        step,
        warnings: SHIPPING_WARNINGS.filter((warning) => lots.some(({ warnings }) => warnings.includes(warning))),
        lotCount: lots.length,
        unconfirmedLots: lots.filter(isUnconfirmed).length,
        lots: lots.slice(0, MOST_RISKS),
      };
    });
  }

  async #forward(
    caller: Caller,
    id: string,
    step: ShippingStage,
    { version, confirmRisks }: ShippingStepValues,
    info: RequestInfo,
  ): Promise<ShippedConsignment> {
    const { permissions, database, ledger, clock } = this.#parts;
    const user = consignmentManager(permissions, caller);
    const again = carriedOutTarget('consignment');
    if (again !== null) return this.#shipped(again, step);
    await database.write(async (em) => {
      await lockCaller(em, user);
      const before = await lockedConsignment(em, id, version);
      assertMove(before.state, step);
      // The origins as well: an alert that is raised on one of them comes before or after.
      const held = await lockForUse(em, await beansOf(em, before.id));
      const at = clock();
      await this.#append(em, before, step, { user, info, at });
      const parts = await partsOf(em, before.id, step === 'shipped' ? ['shipped', 'delivered'] : ['delivered']);
      // One that stands there already was judged as it moved.
      const leaving = held.filter((lot) => parts.has(lot.id) && lot.deletedAt === null && isBefore(lot.stage, step));
      const ids = leaving.map((lot) => lot.id);
      await assertWhole(em, ids);
      if (step === 'shipped') await openTasksOfShipped(em, before.id, at);
      const by = { user, actor: actorOf(user, info), info, at, org: ledger.mspId };
      const call = { mode: this.#parts.shippingGuard, given: confirmRisks ?? null, findShippingRisks };
      const guarded = await judgeConsigned(em, ids, step, call, by);
      const allowed = guarded.allowed.filter(({ lot }) => parts.get(lot.id) === 'whole');
      await recordGuarded(em, step, { ...guarded, allowed }, by);
    });
    return this.#shipped(id, step);
  }

  /** Of what was written, so that a repeated call answers the same. */
  async #shipped(id: string, step: ShippingStage): Promise<ShippedConsignment> {
    const consignment = await this.#view(id);
    const rows = await this.#parts.database.rows<{ warning: string }>(LEFT_WITH, [consignment.id, step]);
    const found = new Set(rows.map(({ warning }) => warning));
    return { consignment, warnings: SHIPPING_WARNINGS.filter((warning) => found.has(warning)) };
  }

  async #append(
    em: EntityManager,
    before: Awaited<ReturnType<typeof lockedConsignment>>,
    step: Step,
    { user, info, at }: { user: UserCaller; info: RequestInfo; at: Date },
  ): Promise<void> {
    const { ledger } = this.#parts;
    // The column is one of three constants.
    await em.execute(`update consignment set state = ?, ${step}_at = ?, version = version + 1 where id = ?`, [
      step,
      at,
      before.id,
    ]);
    await appendConsignmentEvent(em, before, { step, personal: {}, actor: actorOf(user, info), at }, ledger.mspId);
    const target = { kind: 'consignment', id: before.id };
    await audit(em, { caller: user, action: AUDITED[step], target, info });
  }

  async #view(id: string): Promise<ConsignmentView> {
    const view = await this.#parts.reader.find(id);
    if (view === null) throw notFound('Consignment');
    return view;
  }
}

function worstOf({ warnings }: ConsignmentRisk): number {
  return Math.min(...warnings.map((warning) => SHIPPING_WARNINGS.indexOf(warning)));
}

function isUnconfirmed({ warnings, request }: ConsignmentRisk): boolean {
  return warnings.includes('deforestation_detected') && request?.isConfirmed !== true;
}

function isBefore(stage: Stage, step: Stage): boolean {
  return stagePosition(stage) < stagePosition(step);
}

function assertMove(from: ConsignmentState, to: ConsignmentState): void {
  const said = consignmentMoveRefusal(from, to);
  if (said !== null) throw new Refused({ kind: 'conflict', said });
}

/** The lots of a consignment and all their origins. */
async function beansOf(em: EntityManager, id: string): Promise<string[]> {
  const rows: { id: string }[] = await em.execute(
    `select h.lot_id as id from consignment_lot h where h.consignment_id = ?
     union select o.origin_id from consignment_lot h join ${ALL_LOTS} l on l.id = h.lot_id
       cross join lateral ${ORIGINS_OF_LOT} o where h.consignment_id = ?`,
    [id, id],
  );
  return rows.map((row) => row.id);
}

/** Holds the lots of a consignment and all their origins, which must be as their events have them. */
async function holdOrigins(em: EntityManager, id: string): Promise<void> {
  const ids = await beansOf(em, id);
  await holdLots(em, ids);
  await assertWhole(em, ids);
}

/** @throws Refused conflict, when a lot was changed outside of the program */
async function assertWhole(em: EntityManager, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const differing = await lotsUnlikeTheirEvents(em, ids.slice(from, from + AT_ONCE));
    if (differing.size > 0) throw new Refused({ kind: 'conflict', said: REFUSED.differingLot({}) });
  }
}

/**
 * The lots of a consignment: 'whole' where all of the lot is in consignments of some states, so that nothing is left and
 * nothing went elsewhere.
 */
async function partsOf(
  em: EntityManager,
  id: string,
  states: readonly ConsignmentState[],
): Promise<Map<string, 'whole' | 'part'>> {
  const rows: { id: string; whole: boolean }[] = await em.execute(
    `select l.id, l.weight_grams = (
       select sum(every.grams) from consignment_lot every join consignment c on c.id = every.consignment_id
       where every.lot_id = l.id and c.state in (select json_array_elements_text(?::json))) as whole
     from consignment_lot h join ${ALL_LOTS} l on l.id = h.lot_id where h.consignment_id = ?`,
    [JSON.stringify(states), id],
  );
  return new Map(rows.map((row) => [row.id, row.whole ? 'whole' : 'part']));
}
