import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { inScope, mayTouchLot, type PermissionTable } from '../../domain/access/permissions.ts';
import type { Ledger } from '../../domain/ledger/ledger.ts';
import { readContent, warningsOf } from '../../domain/ledger/content.ts';
import type { LotState } from '../../domain/ledger/projection.ts';
import type { AdvanceLotsValues } from '../../domain/lot/advanceLotsInput.ts';
import { isUuid } from '../../domain/lot/lotId.ts';
import type { ShippingGuardMode, ShippingWarning } from '../../domain/lot/shippingGuard.ts';
import { nextStage, STAGES, type Stage } from '../../domain/lot/stages.ts';
import type { Message } from '../../domain/messages/message.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { requireGrant, scopeOf, type Caller, type RequestInfo, type UserCaller } from '../../platform/access/caller.ts';
import type { Database } from '../../platform/database/database.ts';
import { PreparedStatement } from '../../platform/database/preparedStatement.ts';
import { carriedOutTarget, noteTarget } from '../../platform/database/requestScope.ts';
import { forbidden, notFound, Refused, refusalMessage } from '../../platform/errors/refusal.ts';
import { lockCaller } from '../identity/actingAccount.ts';
import { LotEntity, type Lot } from './lot.ts';
import { actorOf } from './lotService.ts';
import type { LotReader } from './lotReader.ts';
import type { LotView } from './lotView.ts';
import { lotsByTheirEvents } from './matchesEvents.ts';
import { guardSteps, recordGuarded, type ShippingCall } from './shipping/shipSteps.ts';
import {
  judgeStageStep,
  shippingRisksFor,
  type FindShippingRisks,
  type StageStep,
  type StageStepBy,
} from './stageStep.ts';

/** What became of one lot of a call that advances many. */
export interface AdvancedLot {
  /** as the call named it */
  lotId: string;
  /** as it is now; null for one that the caller does not see */
  lot: LotView | null;
  /** the stage before; null where the lot stays */
  from: Stage | null;
  /** the stage after; null where the lot stays */
  to: Stage | null;
  warnings: readonly ShippingWarning[];
  /** why the lot stays; null where it moved */
  refusal: Message | null;
}

type Verdict = Omit<AdvancedLot, 'lotId' | 'lot'>;
/** By the names that a call may have for a lot. */
type Verdicts = Map<string, { lot: Lot; verdict: Verdict }>;

/** What an earlier call of the same idempotency key did. */
interface CarriedOut {
  /** those that it moved, by UUID */
  lots: ReadonlySet<string>;
  /** of that call; null: not known */
  requestId: string | null;
}

interface AdvanceParts {
  database: Database;
  reader: LotReader;
  ledger: Pick<Ledger, 'mspId'>;
  permissions: PermissionTable;
  findShippingRisks: FindShippingRisks;
  /** of scales and moisture meters, in 0.01 % */
  toleranceHundredths: number;
  shippingGuard: ShippingGuardMode;
}

/** Stage changes of a request, with the event that had set the stage before each. */
const MOVES = new PreparedStatement<{ lotId: string; content: string; before: string | null }>(
  `select e.lot_id as "lotId", e.content, (
     select p.content from lot_event p
     where p.lot_id = e.lot_id and p.seq < e.seq and p.type in ('created', 'formed', 'stage', 'reverted')
     order by p.seq desc limit 1) as before
   from lot_event e where e.lot_id = any($1::uuid[]) and e.type = 'stage' and e.request_id = $2 order by e.seq`,
);

/** Moves many lots to a later stage with one text; each has its own result. */
export class AdvanceLots {
  readonly #parts: AdvanceParts;

  constructor(parts: AdvanceParts) {
    this.#parts = parts;
  }

  /**
   * Moves those of the lots that may move, in one transaction. A repeat under the same idempotency key judges nothing
   * anew: it answers what the first call did.
   * @returns a result for each lot, in the order of the call
   * @throws Refused unauthenticated, forbidden (no lot may be edited)
   */
  async advance(caller: Caller, values: AdvanceLotsValues, info: RequestInfo): Promise<AdvancedLot[]> {
    const { reader, permissions } = this.#parts;
    const { user } = requireGrant(permissions, caller, 'edit_lot');
    const verdicts = await this.#verdicts(user, values, info);
    const found = [...verdicts.values()].flatMap(({ lot }) => (lot === null ? [] : [lot.id]));
    const views = new Map((await reader.byIds(scopeOf(permissions, caller), found)).map((lot) => [lot.id, lot]));
    return values.lotIds.map((lotId) => {
      const { lot, verdict } = verdicts.get(lotId) ?? { lot: null, verdict: stays(notFound('Lot')) };
      return { lotId, lot: lot === null ? null : (views.get(lot.id) ?? null), ...verdict };
    });
  }

  async #verdicts(user: UserCaller, values: AdvanceLotsValues, info: RequestInfo): Promise<Verdicts> {
    const { database } = this.#parts;
    const done = carriedOut();
    if (done.lots.size > 0 || done.requestId !== null)
      return database.read((em) => this.#answerAgain(em, user, values, done));
    const work = (em: EntityManager) => this.#advanceIn(em, user, values, info);
    return values.dryRun ? database.read(work) : database.write(work, values.lotIds.length);
  }

  async #seen(em: EntityManager, user: UserCaller, lotIds: readonly string[], locked: boolean): Promise<Lot[]> {
    const scope = scopeOf(this.#parts.permissions, user);
    return (await namedLots(em, lotIds, locked)).filter(({ farmId }) => inScope(scope, farmId));
  }

  /** What the first call did, by the events that it wrote. */
  async #answerAgain(
    em: EntityManager,
    user: UserCaller,
    values: AdvanceLotsValues,
    { lots, requestId }: CarriedOut,
  ): Promise<Verdicts> {
    const moves = new Map((await MOVES.run(em, [[...lots], requestId])).map((move) => [move.lotId, move]));
    return byName(await this.#seen(em, user, values.lotIds, false), (lot) => {
      if (!lots.has(lot.id)) return stays(new Refused({ kind: 'conflict', said: REFUSED.notMovedByKey({}) }));
      const move = moves.get(lot.id);
      const content = readContent(move?.content ?? null);
      const to = content?.set.stage ?? lot.stage;
      return moved(
        readContent(move?.before ?? null)?.set.stage ?? null,
        to,
        content === null ? [] : warningsOf(content),
      );
    });
  }

  async #advanceIn(
    em: EntityManager,
    user: UserCaller,
    values: AdvanceLotsValues,
    info: RequestInfo,
  ): Promise<Verdicts> {
    const { ledger, shippingGuard } = this.#parts;
    const isWrite = !values.dryRun;
    if (isWrite) await lockCaller(em, user);
    const seen = await this.#seen(em, user, values.lotIds, isWrite);
    const verdicts = new Map<string, Verdict>();
    const by = { user, actor: actorOf(user, info), info, at: new Date(), org: ledger.mspId };
    const call = { mode: shippingGuard, given: values.confirmRisks ?? null };
    const states = await lotsByTheirEvents(
      em,
      seen.map(({ id }) => id),
    );
    const targets = Map.groupBy(seen, ({ stage }) => values.toStage ?? nextStage(stage) ?? stage);
    // In the fixed order of the stages: a few groups, each written with a few statements.
    for (const to of STAGES) {
      const group = targets.get(to) ?? [];
      const judged = await this.#judge(em, user, to, group, states, values, { call, by });
      for (const [id, verdict] of judged.verdicts) verdicts.set(id, verdict);
      if (isWrite) await recordGuarded(em, to, judged.guarded, by);
    }
    if (isWrite) noteTarget({ kind: 'request', id: info.requestId });
    return byName(seen, (lot) => verdicts.get(lot.id));
  }

  /** Judges lots that go to one stage. */
  async #judge(
    em: EntityManager,
    user: UserCaller,
    to: Stage,
    lots: readonly Lot[],
    states: ReadonlyMap<string, LotState | null>,
    { processDetails, location, operatorName }: AdvanceLotsValues,
    { call, by }: { call: ShippingCall; by: StageStepBy },
  ) {
    const verdicts = new Map<string, Verdict>();
    const risks = await shippingRisksFor(em, to, lots, this.#parts.findShippingRisks);
    const rules = { risks, toleranceHundredths: this.#parts.toleranceHundredths, withConsignment: false };
    const steps: StageStep[] = [];
    for (const lot of lots) {
      try {
        const target = { farmId: lot.farmId, harvested: lot.stage === 'harvested' };
        if (!mayTouchLot(this.#parts.permissions, user, 'edit_lot', target)) throw forbidden();
        const state = states.get(lot.id) ?? null;
        if (state === null) throw new Refused({ kind: 'conflict', said: REFUSED.differingLot({}) });
        steps.push(judgeStageStep({ lot, state }, to, { processDetails, location, operatorName }, rules));
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        verdicts.set(lot.id, stays(error));
      }
    }
    const guarded = await guardSteps(em, to, steps, call, by);
    for (const [id, refused] of guarded.refused) verdicts.set(id, stays(refused));
    for (const { lot, from, warnings } of guarded.allowed) verdicts.set(lot.id, moved(from, to, warnings));
    for (const { lot, warnings } of steps) {
      const verdict = verdicts.get(lot.id);
      if (guarded.refused.has(lot.id) && verdict !== undefined) verdicts.set(lot.id, { ...verdict, warnings });
    }
    return { verdicts, guarded };
  }
}

/** Lots by UUID or lot id, in the order of their ids, without deleted ones. @param locked until the transaction ends */
async function namedLots(em: EntityManager, names: readonly string[], locked: boolean): Promise<Lot[]> {
  const [uuids, lotIds] = [names.filter(isUuid), names.filter((name) => !isUuid(name))];
  return em.find(
    LotEntity,
    { deletedAt: null, $or: [{ id: { $in: uuids } }, { lotId: { $in: lotIds } }] },
    { orderBy: { id: 'asc' }, ...(locked ? { lockMode: LockMode.PESSIMISTIC_WRITE } : {}) },
  );
}

function carriedOut(): CarriedOut {
  const lots = new Set<string>();
  for (let id = carriedOutTarget('lot'); id !== null; id = carriedOutTarget('lot')) lots.add(id);
  return { lots, requestId: carriedOutTarget('request') };
}

function byName(lots: readonly Lot[], verdictOf: (lot: Lot) => Verdict | undefined): Verdicts {
  return new Map(
    lots.flatMap((lot) => {
      const verdict = verdictOf(lot);
      return verdict === undefined ? [] : [lot.id, lot.lotId].map((name) => [name, { lot, verdict }] as const);
    }),
  );
}

function moved(from: Stage | null, to: Stage, warnings: readonly ShippingWarning[]): Verdict {
  return { from, to, warnings, refusal: null };
}

function stays(refused: Refused): Verdict {
  return { from: null, to: null, warnings: [], refusal: refusalMessage(refused.refusal) };
}
