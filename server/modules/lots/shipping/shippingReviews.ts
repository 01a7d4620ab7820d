import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { inScope, mayTouchLot, type Action, type PermissionTable } from '../../../domain/access/permissions.ts';
import { isUuid } from '../../../domain/lot/lotId.ts';
import type { ConfirmationRequest } from '../../../domain/lot/lotInput.ts';
import {
  CONFIRMATION_HOURS,
  coversWarnings,
  reviewState,
  shippingWarnings,
  type ReviewState,
  type ShippingStage,
  type ShippingWarning,
} from '../../../domain/lot/shippingGuard.ts';
import { moveRefusal } from '../../../domain/lot/stages.ts';
import { SHIPPING } from '../../../domain/messages/shippingMessages.ts';
import { pageOf, type Pagination } from '../../../domain/public/publicRoutes.ts';
import { hundredthsFrom } from '../../../domain/text/units.ts';
import {
  partnerKeyOf,
  requireGrant,
  requirePerson,
  requireUser,
  scopeOf,
  type Caller,
  type RequestInfo,
  type UserCaller,
} from '../../../platform/access/caller.ts';
import { audit } from '../../../platform/audit-log/audit.ts';
import type { Database } from '../../../platform/database/database.ts';
import { logEvent } from '../../../platform/change-feed/eventLog.ts';
import { PreparedStatement } from '../../../platform/database/preparedStatement.ts';
import { carriedOutTarget } from '../../../platform/database/requestScope.ts';
import { forbidden, notFound, Refused } from '../../../platform/errors/refusal.ts';
import { removeSignedRows, signRows, verifiedRows } from '../../../platform/row-signatures/signedRows.ts';
import { lockCaller } from '../../identity/actingAccount.ts';
import { ACCOUNT_NAMES, KEY_NAMES } from '../../identity/identityViews.ts';
import type { AuthorizedLots } from '../authorizedLots.ts';
import { shippingRiskOf, type FindShippingRisks } from '../stageStep.ts';
import { SHIPPING_REVIEW_ROWS } from './shippingReviewRows.ts';

/** A request for a second person, or a lot that was shipped although something spoke against it. */
export interface ShippingReviewView {
  id: string;
  /** UUID of the lot */
  lotUuid: string;
  lotId: string;
  stage: ShippingStage;
  warnings: ShippingWarning[];
  state: ReviewState;
  openedAt: Date;
  /** names are null where nobody did it yet, and once erased */
  askedBy: string | null;
  /** null: nobody was asked */
  expiresAt: Date | null;
  confirmedAt: Date | null;
  confirmedBy: string | null;
  shippedAt: Date | null;
  shippedBy: string | null;
  closedAt: Date | null;
  closedBy: string | null;
  /** whether the caller may confirm, or close it */
  mayConfirm: boolean;
  mayClose: boolean;
}

export interface ReviewFilter {
  state?: ReviewState | undefined;
  /** UUID or lot id */
  lotId?: string | undefined;
}

type ReviewRow = Omit<ShippingReviewView, 'state' | 'mayConfirm' | 'mayClose'> & {
  farmId: string | null;
  askedById: string | null;
} & Record<string, unknown>;

/** The SQL of `reviewState`, for the filter. `$1`: now */
const STATE = `case when r.closed_at is not null then 'closed' when r.shipped_at is not null then 'open'
  when r.expires_at <= $1::timestamptz then 'expired' when r.confirmed_at is not null then 'confirmed' else 'waiting' end`;
const REVIEWS = `from shipping_review r join lot l on l.id = r.lot_id
  where l.deleted_at is null and ($2::text is null or l.farm_id = $2) and ($3::text is null or ${STATE} = $3)
    and ($4::text is null or l.lot_id = $4 or l.id::text = $4) and ($5::uuid is null or r.id = $5)`;
const COLUMNS = `r.id, r.lot_id as "lotUuid", l.lot_id as "lotId", l.farm_id as "farmId", r.stage, r.warnings,
  r.opened_at as "openedAt", ${personOf('r.asked_by', 'r.asked_key')} as "askedById", ${nameOf('asked')}, r.expires_at as "expiresAt",
  r.confirmed_at as "confirmedAt", (select nullif(u.name, '') from ${ACCOUNT_NAMES} u where u.id = r.confirmed_by) as "confirmedBy",
  r.shipped_at as "shippedAt", ${nameOf('shipped')}, r.closed_at as "closedAt", ${nameOf('closed')}`;

function nameOf(step: 'asked' | 'shipped' | 'closed'): string {
  return `coalesce((select nullif(u.name, '') from ${ACCOUNT_NAMES} u where u.id = r.${step}_by),
    (select k.name from ${KEY_NAMES} k where k.id = r.${step}_key)) as "${step}By"`;
}

/** The person behind an account or a partner key: who made it. */
function personOf(account: string, key: string): string {
  return `coalesce(${account}, (select k.created_by from ${KEY_NAMES} k where k.id = ${key}))`;
}

const LOCK_LOT = new PreparedStatement<{ farmId: string | null }>(
  'select farm_id as "farmId" from lot where id = $1 and deleted_at is null for no key update',
);
const LOCK = new PreparedStatement<{
  id: string;
  lotId: string;
  askedBy: string | null;
  expiresAt: Date | null;
  confirmedAt: Date | null;
  shippedAt: Date | null;
  closedAt: Date | null;
}>(
  `select id, lot_id as "lotId", ${personOf('asked_by', 'asked_key')} as "askedBy", expires_at as "expiresAt",
     confirmed_at as "confirmedAt", shipped_at as "shippedAt", closed_at as "closedAt" from shipping_review where id = $1 for update`,
);
const ACTIVE = new PreparedStatement<{ id: string; warnings: ShippingWarning[] }>(
  `select id, warnings from shipping_review where lot_id = $1 and stage = $2 and shipped_at is null and expires_at > $3`,
);
const CONFIRMED = new PreparedStatement<{ id: string; lotId: string; warnings: ShippingWarning[] }>(
  `select id, lot_id as "lotId", warnings from shipping_review
   where lot_id = any($1::uuid[]) and stage = $2 and confirmed_at is not null and shipped_at is null and expires_at > $3
     and confirmed_by is distinct from ${personOf('$4::uuid', '$5::uuid')} order by id for update`,
);
const REQUESTS = new PreparedStatement<{
  id: string;
  lotUuid: string;
  warnings: ShippingWarning[];
  expiresAt: Date;
  confirmedAt: Date | null;
  confirmedBy: string | null;
}>(
  `select r.id, r.lot_id as "lotUuid", r.warnings, r.expires_at as "expiresAt", r.confirmed_at as "confirmedAt",
     (select nullif(u.name, '') from ${ACCOUNT_NAMES} u where u.id = r.confirmed_by) as "confirmedBy"
   from shipping_review r
   where r.lot_id = any($1::uuid[]) and r.stage = $2 and r.shipped_at is null and r.expires_at > $3`,
);
const INSERT = new PreparedStatement(
  `insert into shipping_review (id, lot_id, stage, warnings, opened_at, asked_by, asked_key, expires_at, shipped_at, shipped_by, shipped_key)
   select id, lot_id, stage, warnings, opened_at, asked_by, asked_key, expires_at, shipped_at, shipped_by, shipped_key
   from json_populate_recordset(null::shipping_review, $1::json)`,
);
const SHIP = new PreparedStatement(
  `update shipping_review r set warnings = s.warnings, shipped_at = s.shipped_at, shipped_by = s.shipped_by, shipped_key = s.shipped_key
   from json_populate_recordset(null::shipping_review, $1::json) s where r.id = s.id`,
);

/** A lot that is shipped although something speaks against it. */
export interface WarnedLot {
  lotUuid: string;
  warnings: readonly ShippingWarning[];
  /** the request that a second person confirmed */
  reviewId: string | null;
}

/**
 * Those of the lots with a request that a second person confirmed, by UUID: all that speaks against them now was
 * confirmed. The caller holds the lots' locks.
 * @param user who ships: it must be somebody else
 */
export async function confirmedReviews(
  em: EntityManager,
  lots: readonly Pick<WarnedLot, 'lotUuid' | 'warnings'>[],
  stage: ShippingStage,
  user: UserCaller,
  at: Date,
): Promise<Map<string, string>> {
  if (lots.length === 0) return new Map();
  const present = new Map(lots.map(({ lotUuid, warnings }) => [lotUuid, warnings]));
  const found = await CONFIRMED.run(em, [[...present.keys()], stage, at, user.userId, partnerKeyOf(user)]);
  const rows = found.filter(({ lotId, warnings }) => coversWarnings(warnings, present.get(lotId) ?? []));
  const sound = await verifiedRows(
    em,
    SHIPPING_REVIEW_ROWS,
    rows.map(({ id }) => id),
  );
  return new Map(rows.filter(({ id }) => sound.has(id)).map(({ id, lotId }) => [lotId, id]));
}

/** A request for a second person that counts now. */
export interface ShippingRequestView {
  id: string;
  isConfirmed: boolean;
  expiresAt: Date;
  /** null: not confirmed, or erased */
  confirmedBy: string | null;
}

/** The requests that cover all that speaks against lots now, by UUID of the lot. */
export async function shippingRequests(
  em: EntityManager,
  lots: readonly Pick<WarnedLot, 'lotUuid' | 'warnings'>[],
  stage: ShippingStage,
  at: Date,
): Promise<Map<string, ShippingRequestView>> {
  if (lots.length === 0) return new Map();
  const present = new Map(lots.map(({ lotUuid, warnings }) => [lotUuid, warnings]));
  const found = await REQUESTS.run(em, [[...present.keys()], stage, at]);
  const rows = found.filter(({ lotUuid, warnings }) => coversWarnings(warnings, present.get(lotUuid) ?? []));
  const sound = await verifiedRows(
    em,
    SHIPPING_REVIEW_ROWS,
    rows.map(({ id }) => id),
  );
  return new Map(
    rows
      .filter(({ id }) => sound.has(id))
      .map(({ id, lotUuid, expiresAt, confirmedAt, confirmedBy }) => {
        return [lotUuid, { id, isConfirmed: confirmedAt !== null, expiresAt, confirmedBy }];
      }),
  );
}

/** Opens the task to look at lots that were shipped, for auditors. The caller holds the lots' locks. */
export async function openShippingReviews(
  em: EntityManager,
  lots: readonly WarnedLot[],
  { stage, user, at }: { stage: ShippingStage; user: UserCaller; at: Date },
): Promise<void> {
  if (lots.length === 0) return;
  const rows = lots.map(({ lotUuid, warnings, reviewId }) => ({
    id: reviewId ?? randomUUID(),
    lot_id: lotUuid,
    stage,
    warnings,
    opened_at: at,
    shipped_at: at,
    shipped_by: user.userId,
    shipped_key: partnerKeyOf(user),
    isNew: reviewId === null,
  }));
  await INSERT.run(em, [JSON.stringify(rows.filter(({ isNew }) => isNew))]);
  await SHIP.run(em, [JSON.stringify(rows.filter(({ isNew }) => !isNew))]);
  await signRows(
    em,
    SHIPPING_REVIEW_ROWS,
    rows.map(({ id }) => id),
  );
}

/** Asks a second person before a lot is shipped, and keeps what auditors have to look at afterwards. */
export class ShippingReviews {
  readonly #database: Database;
  readonly #lots: AuthorizedLots;
  readonly #permissions: PermissionTable;
  readonly #findShippingRisks: FindShippingRisks;
  readonly #clock: () => Date;

  constructor(parts: {
    database: Database;
    lots: AuthorizedLots;
    permissions: PermissionTable;
    findShippingRisks: FindShippingRisks;
    clock?: () => Date;
  }) {
    this.#database = parts.database;
    this.#lots = parts.lots;
    this.#permissions = parts.permissions;
    this.#findShippingRisks = parts.findShippingRisks;
    this.#clock = parts.clock ?? (() => new Date());
  }

  /** One page of those of visible lots, the newest first. @throws Refused unauthenticated */
  async list(
    caller: Caller,
    { page, limit, ...filter }: ReviewFilter & { page: number; limit: number },
  ): Promise<{ reviews: ShippingReviewView[]; pagination: Pagination }> {
    const user = requireUser(caller);
    const scope = scopeOf(this.#permissions, caller);
    if (scope.kind === 'none') return { reviews: [], pagination: pageOf(0, page, limit) };
    const now = this.#clock();
    const farmId = scope.kind === 'farm' ? scope.farmId : null;
    const where = [now, farmId, filter.state ?? null, filter.lotId ?? null, null];
    const [rows, total] = await Promise.all([
      this.#database.rows<ReviewRow>(
        `select ${COLUMNS} ${REVIEWS} order by r.opened_at desc, r.id limit $6 offset $7`,
        [...where, limit, (page - 1) * limit],
      ),
      this.#database.row<{ count: number }>(`select count(*)::int as count ${REVIEWS}`, where),
    ]);
    return {
      reviews: rows.map((row) => this.#view(user, row, now)),
      pagination: pageOf(total?.count ?? 0, page, limit),
    };
  }

  /**
   * Asks for a second person's confirmation before a lot is shipped. An active request that holds all that speaks
   * against it now is answered; any other is replaced.
   * @throws Refused unauthenticated, not-found, forbidden, stage-not-allowed, conflict (nothing speaks against it)
   */
  async ask(
    caller: Caller,
    idOrLotId: string,
    { stage, moisture }: ConfirmationRequest,
    info: RequestInfo,
  ): Promise<ShippingReviewView> {
    const user = requireUser(caller);
    const again = carriedOutTarget('shipping-review');
    if (again !== null) return this.#one(caller, again);
    const lot = await this.#lots.find(caller, idOrLotId);
    if (lot === null) throw notFound('Lot');
    this.#assertMay(user, 'edit_lot', lot.farmId);
    const id = await this.#database.write(async (em) => {
      await lockCaller(em, user);
      const at = this.#clock();
      if ((await LOCK_LOT.run(em, [lot.id])).length === 0) throw notFound('Lot');
      const said = moveRefusal(lot.currentProcess, stage);
      if (said !== null) throw new Refused({ kind: 'stage-not-allowed', from: lot.currentProcess, to: stage, said });
      const warnings = shippingWarnings(stage, {
        ...shippingRiskOf(lot, await this.#findShippingRisks(em, [lot.id])),
        moistureHundredths: hundredthsFrom(moisture ?? lot.moistureContent),
      });
      if (warnings.length === 0) throw new Refused({ kind: 'conflict', said: SHIPPING.nothingToConfirm({}) });
      const [active] = await ACTIVE.run(em, [lot.id, stage, at]);
      if (active !== undefined) {
        if (coversWarnings(active.warnings, warnings)) return active.id;
        await removeSignedRows(em, SHIPPING_REVIEW_ROWS, { condition: 'id = $1', value: active.id });
      }
      const condition = 'shipped_at is null and expires_at < now() and lot_id = $1';
      await removeSignedRows(em, SHIPPING_REVIEW_ROWS, { condition, value: lot.id });
      const review = {
        id: randomUUID(),
        lot_id: lot.id,
        stage,
        warnings,
        opened_at: at,
        asked_by: user.userId,
        asked_key: partnerKeyOf(user),
        expires_at: new Date(at.getTime() + CONFIRMATION_HOURS * 3_600_000),
      };
      await INSERT.run(em, [JSON.stringify([review])]);
      await signRows(em, SHIPPING_REVIEW_ROWS, [review.id]);
      const target = { kind: 'shipping-review', id: review.id };
      await audit(em, { caller: user, action: 'shipping.confirmation-asked', target, info, details: { lot: lot.id } });
      // Screens ask for notifications again.
      await logEvent(em, { topic: 'lot', kind: 'changed', lotId: lot.id });
      return review.id;
    });
    return this.#one(caller, id);
  }

  /**
   * Confirms as the second person that a lot may be shipped. Repeating it changes nothing.
   * @throws Refused unauthenticated, forbidden (a partner key, without close_alerts), not-found, conflict (the own request,
   *   it is over)
   */
  async confirm(caller: Caller, id: string, info: RequestInfo): Promise<ShippingReviewView> {
    const person = requirePerson(caller);
    return this.#step(person, id, info, 'shipping.confirmed', (review, at) => {
      if (review.askedBy === person.userId) throw conflict(SHIPPING.ownRequest({}));
      if (review.confirmedAt !== null) return null;
      if (review.shippedAt !== null || review.expiresAt === null || review.expiresAt <= at) {
        throw conflict(SHIPPING.requestOver({}));
      }
      return { sql: 'confirmed_at = ?, confirmed_by = ?', values: [at, person.userId] };
    });
  }

  /**
   * Notes that somebody looked at a lot that was shipped. Repeating it changes nothing.
   * @throws Refused unauthenticated, forbidden, not-found, conflict (it was not shipped)
   */
  async close(caller: Caller, id: string, info: RequestInfo): Promise<ShippingReviewView> {
    const user = requireUser(caller);
    return this.#step(user, id, info, 'shipping.review-closed', (review, at) => {
      if (review.shippedAt === null) throw conflict(SHIPPING.notShipped({}));
      if (review.closedAt !== null) return null;
      return { sql: 'closed_at = ?, closed_by = ?, closed_key = ?', values: [at, user.userId, partnerKeyOf(user)] };
    });
  }

  async #step(
    user: UserCaller,
    id: string,
    info: RequestInfo,
    action: 'shipping.confirmed' | 'shipping.review-closed',
    judge: (
      review: { askedBy: string | null; expiresAt: Date | null } & Record<
        'confirmedAt' | 'shippedAt' | 'closedAt',
        Date | null
      >,
      at: Date,
    ) => { sql: string; values: unknown[] } | null,
  ): Promise<ShippingReviewView> {
    const again = carriedOutTarget('shipping-review');
    if (again !== null) return this.#one(user, again);
    const seen = await this.#one(user, id);
    await this.#database.write(async (em) => {
      await lockCaller(em, user);
      const [lot] = await LOCK_LOT.run(em, [seen.lotUuid]);
      if (lot === undefined) throw notFound('ShippingReview');
      this.#assertMay(user, 'close_alerts', lot.farmId);
      const [review] = await LOCK.run(em, [id]);
      if (review === undefined || !(await verifiedRows(em, SHIPPING_REVIEW_ROWS, [id])).has(id)) {
        throw notFound('ShippingReview');
      }
      const change = judge(review, this.#clock());
      if (change === null) return;
      // The columns are one of two constants.
      await em.execute(`update shipping_review set ${change.sql} where id = ?`, [...change.values, id]);
      await signRows(em, SHIPPING_REVIEW_ROWS, [id]);
      await audit(em, { caller: user, action, target: { kind: 'shipping-review', id }, info });
      await logEvent(em, { topic: 'lot', kind: 'changed', lotId: seen.lotUuid });
    });
    return this.#one(user, id);
  }

  async #one(caller: Caller, id: string): Promise<ShippingReviewView> {
    return this.#view(requireUser(caller), await this.#row(caller, id), this.#clock());
  }

  /** @throws Refused not-found, also for one of a lot that the caller may not see */
  async #row(caller: Caller, id: string): Promise<ReviewRow> {
    const row = isUuid(id)
      ? await this.#database.row<ReviewRow>(`select ${COLUMNS} ${REVIEWS}`, [this.#clock(), null, null, null, id])
      : null;
    if (row === null || !inScope(scopeOf(this.#permissions, caller), row.farmId)) throw notFound('ShippingReview');
    return row;
  }

  #view(user: UserCaller, { farmId, askedById, ...row }: ReviewRow, now: Date): ShippingReviewView {
    const state = reviewState(row, now);
    const mayClose = mayTouchLot(this.#permissions, user, 'close_alerts', { farmId, harvested: false });
    return {
      ...row,
      state,
      mayConfirm: mayClose && state === 'waiting' && user.userId !== null && user.userId !== askedById,
      mayClose: mayClose && state === 'open',
    };
  }

  #assertMay(user: UserCaller, action: Action, farmId: string | null): void {
    requireGrant(this.#permissions, user, action);
    if (!mayTouchLot(this.#permissions, user, action, { farmId, harvested: false })) throw forbidden();
  }
}

function conflict(said: ReturnType<(typeof SHIPPING)[keyof typeof SHIPPING]>): Refused {
  return new Refused({ kind: 'conflict', said });
}
