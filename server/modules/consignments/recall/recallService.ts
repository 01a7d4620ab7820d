import { Readable } from 'node:stream';
import { grantOf } from '../../../domain/access/permissions.ts';
import { CONSIGNMENT } from '../../../domain/messages/consignmentMessages.ts';
import { isUuid } from '../../../domain/lot/lotId.ts';
import { isStorable } from '../../../domain/text/validText.ts';
import { pageOf, type Pagination } from '../../../domain/public/publicRoutes.ts';
import { partnerKeyOf, type Caller, type RequestInfo } from '../../../platform/access/caller.ts';
import { audit } from '../../../platform/audit-log/audit.ts';
import { logEvent } from '../../../platform/change-feed/eventLog.ts';
import {
  carriedOutTarget,
  currentRequest,
  streamedStep,
  type RequestScope,
} from '../../../platform/database/requestScope.ts';
import { invalid, notFound, type FieldFault } from '../../../platform/errors/refusal.ts';
import { signRows, verifiedRows } from '../../../platform/row-signatures/signedRows.ts';
import { ALERT_FACTS } from '../../alerts/alertViews.ts';
import { lockCaller } from '../../identity/actingAccount.ts';
import { KEY_NAMES, ACCOUNT_NAMES } from '../../identity/identityViews.ts';
import { LOT_IDS } from '../../lots/lotViews.ts';
import { ALL_PARTIES } from '../../parties/partyViews.ts';
import { consignmentManager, consignmentReader } from '../consignmentAccess.ts';
import type { ConsignmentParts } from '../consignmentService.ts';
import { BUYER_TASK_ROWS } from '../signedConsignments.ts';
import { RECALL_CSV_HEAD, recallCsvLines } from './recallCsv.ts';
import {
  RecallReader,
  type RecallBuyerView,
  type RecallConsignmentView,
  type RecallStart,
  type RecallView,
} from './recallReader.ts';

/** How a recall is asked for: one of the three. */
export interface RecallQuery {
  lotId?: string | undefined;
  plotId?: string | undefined;
  farmId?: string | undefined;
}

/** A buyer who is to be informed of an alert. */
export interface BuyerTaskView {
  id: string;
  alertId: string;
  alertTitle: string;
  /** lot that the alert was raised on */
  lotId: string;
  consignmentId: string;
  number: string;
  buyerId: string;
  /** null once erased */
  buyerName: string | null;
  openedAt: Date;
  /** null: not done */
  doneAt: Date | null;
  /** who informed the buyer; null: not done, or erased */
  doneBy: string | null;
}

/** What an alert reaches. */
export interface AlertAffected {
  /** lots with beans of the alert's lot, this one among them */
  lots: number;
  consignments: RecallConsignmentView[];
  consignmentCount: number;
  buyers: RecallBuyerView[];
}

const TASKS = `from buyer_task t join consignment c on c.id = t.consignment_id
  join ${ALL_PARTIES} b on b.id = c.buyer_id join ${ALERT_FACTS} a on a.id = t.alert_id
  join ${LOT_IDS} l on l.id = a.lot_id
  left join ${ACCOUNT_NAMES} u on u.id = t.done_by left join ${KEY_NAMES} k on k.id = t.done_key
  where ($1::boolean is null or (t.done_at is null) = $1) and ($2::uuid is null or t.consignment_id = $2)
    and ($3::uuid is null or t.id = $3)`;
const TASK = `t.id, t.alert_id as "alertId", a.title as "alertTitle", l.lot_id as "lotId",
  t.consignment_id as "consignmentId", c.number, c.buyer_id as "buyerId", nullif(b.name, '') as "buyerName",
  t.opened_at as "openedAt", t.done_at as "doneAt", nullif(coalesce(u.name, k.name), '') as "doneBy"`;

/** Finds what is affected by a lot, plot or farm, and keeps who of the buyers was informed. */
export class RecallService {
  readonly #parts: ConsignmentParts;
  readonly #reader: RecallReader;

  constructor(parts: ConsignmentParts) {
    this.#parts = parts;
    this.#reader = new RecallReader(parts.database);
  }

  /**
   * All that beans of a lot, plot or farm went into, and where they came from.
   * @throws Refused unauthenticated, forbidden, invalid, not-found
   */
  async recall(caller: Caller, query: RecallQuery): Promise<RecallView> {
    const user = consignmentReader(this.#parts.permissions, caller);
    return this.#reader.read(await this.#seeds(query), this.#readsParties(user.role));
  }

  /**
   * Whom to inform, as CSV with a line for each consignment, however many there are.
   * @returns a stream of UTF-8 text; the first part is read before, so that its errors are still answered as errors
   * @throws Refused as `recall`
   */
  async buyersCsv(caller: Caller, query: RecallQuery): Promise<Readable> {
    const user = consignmentReader(this.#parts.permissions, caller);
    const seeds = await this.#seeds(query);
    const buyers = await this.#reader.buyers(seeds, this.#readsParties(user.role));
    const first = (await this.#reader.consignments(seeds)).consignments;
    const byId = new Map(buyers.map((buyer) => [buyer.id, buyer]));
    return Readable.from(this.#csvTexts(seeds, byId, first, currentRequest()), { objectMode: false });
  }

  async *#csvTexts(
    seeds: readonly string[],
    buyers: ReadonlyMap<string, RecallBuyerView>,
    first: readonly RecallConsignmentView[],
    request: RequestScope | undefined,
  ): AsyncGenerator<string> {
    yield RECALL_CSV_HEAD;
    for (let page = first; page.length > 0;) {
      yield recallCsvLines(page, buyers);
      const after = page.at(-1)?.number;
      page = (await streamedStep(request, () => this.#reader.consignments(seeds, after))).consignments;
    }
  }

  async #seeds(query: RecallQuery): Promise<string[]> {
    const start = startOf(query);
    const seeds = await this.#reader.starts(start);
    if (seeds.length === 0) throw notFound(start.kind === 'lot' ? 'Lot' : start.kind === 'plot' ? 'Plot' : 'Farm');
    return seeds;
  }

  /** What an alert reaches. @throws Refused unauthenticated, forbidden */
  async affectedBy(caller: Caller, alertId: string): Promise<AlertAffected> {
    const user = consignmentReader(this.#parts.permissions, caller);
    const alert = await this.#parts.database.row<{ lot: string }>(
      `select lot_id as lot from ${ALERT_FACTS} a where a.id = $1`,
      [alertId],
    );
    const lotUuid = alert?.lot ?? alertId;
    const [lots, { consignments, total }, buyers] = await Promise.all([
      this.#reader.affectedCount([lotUuid]),
      this.#reader.consignments([lotUuid]),
      this.#reader.buyers([lotUuid], this.#readsParties(user.role)),
    ]);
    return { lots, consignments, consignmentCount: total, buyers };
  }

  /** One page of the tasks, the newest first. @throws Refused unauthenticated, forbidden */
  async tasks(
    caller: Caller,
    filter: { open?: boolean | undefined; consignmentId?: string | undefined; page: number; limit: number },
  ): Promise<{ tasks: BuyerTaskView[]; pagination: Pagination }> {
    consignmentReader(this.#parts.permissions, caller);
    const { open = null, consignmentId = null, page, limit } = filter;
    if (consignmentId !== null && !isUuid(consignmentId)) return { tasks: [], pagination: pageOf(0, page, limit) };
    const { database } = this.#parts;
    const [tasks, total] = await Promise.all([
      database.rows<BuyerTaskView & Record<string, unknown>>(
        `select ${TASK} ${TASKS} order by t.opened_at desc, t.id limit $4 offset $5`,
        [open, consignmentId, null, limit, (page - 1) * limit],
      ),
      database.row<{ count: number }>(`select count(*)::int as count ${TASKS}`, [open, consignmentId, null]),
    ]);
    return { tasks, pagination: pageOf(total?.count ?? 0, page, limit) };
  }

  /**
   * Notes that a buyer was informed. Repeating it changes nothing.
   * @throws Refused unauthenticated, forbidden, not-found (also one that was changed outside of the program)
   */
  async complete(caller: Caller, id: string, info: RequestInfo): Promise<BuyerTaskView> {
    const user = consignmentManager(this.#parts.permissions, caller);
    const again = carriedOutTarget('buyer-task');
    if (again !== null) return this.#task(again);
    if (!isUuid(id)) throw notFound('BuyerTask');
    await this.#parts.database.write(async (em) => {
      await lockCaller(em, user);
      const [task]: { done: boolean; consignmentId: string }[] = await em.execute(
        `select done_at is not null as done, consignment_id as "consignmentId" from buyer_task where id = ? for update`,
        [id],
      );
      if (task === undefined || !(await verifiedRows(em, BUYER_TASK_ROWS, [id])).has(id)) throw notFound('BuyerTask');
      if (task.done) return;
      await em.execute('update buyer_task set done_at = ?, done_by = ?, done_key = ? where id = ?', [
        this.#parts.clock(),
        user.userId,
        partnerKeyOf(user),
        id,
      ]);
      await signRows(em, BUYER_TASK_ROWS, [id]);
      await logEvent(em, { topic: 'consignment', kind: 'task', consignmentId: task.consignmentId });
      await audit(em, { caller: user, action: 'buyer-task.done', target: { kind: 'buyer-task', id }, info });
    });
    return this.#task(id);
  }

  async #task(id: string): Promise<BuyerTaskView> {
    const task = await this.#parts.database.row<BuyerTaskView & Record<string, unknown>>(`select ${TASK} ${TASKS}`, [
      null,
      null,
      id,
    ]);
    if (task === null) throw notFound('BuyerTask');
    return task;
  }

  #readsParties(role: Parameters<typeof grantOf>[1]): boolean {
    return (['view_all_lots', 'manage_parties'] as const).some(
      (action) => grantOf(this.#parts.permissions, role, action) !== null,
    );
  }
}

/** @throws Refused invalid, unless exactly one is named */
function startOf({ lotId, plotId, farmId }: RecallQuery): RecallStart {
  const said = CONSIGNMENT.recallOfOne({});
  const starts: RecallStart[] = [
    ...(lotId === undefined ? [] : [{ kind: 'lot', lot: lotId } as const]),
    ...(plotId === undefined ? [] : [{ kind: 'plot', plotId } as const]),
    ...(farmId === undefined ? [] : [{ kind: 'farm', farmId } as const]),
  ];
  const [start, second] = starts;
  const faults: FieldFault[] = [{ field: 'lotId', said }];
  if (start === undefined || second !== undefined) throw invalid(...faults);
  if (![lotId, plotId, farmId].every((text) => text === undefined || isStorable(text))) throw invalid(...faults);
  return start;
}
