import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { boundedTotal, type TotalCache } from '../../platform/database/boundedTotal.ts';
import type { Database } from '../../platform/database/database.ts';
import { DEEP_FROM, DeepPages, type OrderedList } from '../../platform/database/deepPages.ts';
import { logEvent } from '../../platform/change-feed/eventLog.ts';
import type { Change } from '../../platform/change-feed/changeFeed.ts';
import {
  ALERT_SEVERITIES,
  ALERT_STATUSES,
  ALERT_TYPES,
  alertMove,
  lotStatusAfterAlertStep,
  saysTheSame,
  type AlertSeverity,
  type AlertStatus,
  type AlertType,
  type AlertStepText,
} from '../../domain/alert/alerts.ts';
import { isUuid } from '../../domain/lot/lotId.ts';
import { pageOf, type Pagination } from '../../domain/public/publicRoutes.ts';
import { inScope, mayTouchLot, type LotScope, type PermissionTable } from '../../domain/access/permissions.ts';
import { fieldMessage } from '../../domain/messages/fieldMessages.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { lockCaller } from '../identity/actingAccount.ts';
import {
  partnerKeyOf,
  requireUser,
  scopeOf,
  type Caller,
  type RequestInfo,
  type UserCaller,
} from '../../platform/access/caller.ts';
import type { Lot } from '../lots/lot.ts';
import { actorOf } from '../lots/lotService.ts';
import type { LotWriter } from '../lots/lotWriter.ts';
import { assertMatchesEvents } from '../lots/matchesEvents.ts';
import { audit } from '../audit/audit.ts';
import { parseInput } from '../../platform/validation/parseInput.ts';
import { forbidden, notFound, Refused } from '../../platform/errors/refusal.ts';
import { NOTIFIED_ALERTS, notificationsOf, type AlertNotification } from './notifications/alertPayload.ts';
import { AlertEntity } from './alert.ts';
import { alertStep } from './alertOnLedger.ts';
import { alikeAlerts, areSummed, countAlike } from './alertStatistics.ts';
import { alertCondition, type AskedAlerts } from './alertQuery.ts';
import { alertLimit, alertListing, bulkUpdate, dismissal, resolution } from './alertInput.ts';
import { watchedLots, type WatchedLotsView } from './watchedLots.ts';
import { alertPlaces, type AlertPlacesView } from './alertPlaces.ts';
import { ALERT_COLUMNS, ALERT_SOURCES, ALERTS_OF_LOTS, alertView, type AlertRow, type AlertView } from './alertView.ts';

export interface AlertStatsView {
  total: number;
  active: number;
  byStatus: Record<AlertStatus, number>;
  bySeverity: Record<AlertSeverity, number>;
  byType: Record<AlertType, number>;
  /** hours from raised to first answered; null when nothing was answered yet */
  averageResponseHours: number | null;
}

interface StatsRow {
  status: AlertStatus;
  severity: AlertSeverity;
  type: AlertType;
  count: number;
  answered: number;
  seconds: number;
}

/** A step that a person takes on an alert. */
interface Step extends AlertStepText {
  to: Exclude<AlertStatus, 'active'>;
}

const BY_IDS = `select ${ALERT_COLUMNS} ${ALERT_SOURCES} where a.id = any($1)`;
const LOTS_OF = `select a.id, a.lot_id as "lotId", l.farm_id as "farmId", l.stage ${ALERTS_OF_LOTS} where a.id = any($1)`;

/** An alert with its lot, as far as is known who may take a step on it. */
interface KnownAlert extends Pick<Lot, 'farmId' | 'stage'> {
  id: string;
  lotId: string;
}

/** Alerts and the steps that people take on them (docs/spec/alerts.md, 'Steps of an alert'). */
export class AlertService {
  readonly #database: Database;
  readonly #lotWriter: LotWriter;
  readonly #permissions: PermissionTable;
  readonly #clock: () => Date;
  readonly #matchesLedger: (lotUuid: string) => Promise<boolean>;
  readonly #totals: TotalCache = new Map();
  readonly #deepPages = new DeepPages();

  constructor(parts: {
    database: Database;
    lotWriter: LotWriter;
    permissionTable: PermissionTable;
    /**
     * whether a lot's record matches the ledger: no step is allowed on rows that were changed outside of the program
     */
    matchesLedger?: (lotUuid: string) => Promise<boolean>;
    clock?: () => Date;
  }) {
    this.#database = parts.database;
    this.#lotWriter = parts.lotWriter;
    this.#permissions = parts.permissionTable;
    this.#clock = parts.clock ?? (() => new Date());
    this.#matchesLedger = parts.matchesLedger ?? (async () => true);
  }

  /**
   * One page of the visible alerts, newest first.
   * @param listing as `alertListing` takes it: page, limit and the filters status, type and severity
   * @throws Refused unauthenticated, invalid
   */
  async list(caller: Caller, listing: unknown): Promise<{ alerts: AlertView[]; pagination: Pagination }> {
    const scope = scopeOf(this.#permissions, caller);
    const { page, limit, ...given } = parseInput(alertListing, listing);
    const filter: AskedAlerts = {
      ...given,
      asker: requireUser(caller).userId,
      today: this.#clock().toISOString().slice(0, 10),
    };
    const offset = (page - 1) * limit;
    const [alerts, total] =
      offset < DEEP_FROM
        ? await Promise.all([this.#page(scope, filter, limit, offset), this.#total(scope, filter)])
        : await this.#deepPage(scope, filter, limit, offset);
    return { alerts, pagination: pageOf(total, page, limit) };
  }

  /** One alert; null if the caller may not see it. @throws Refused unauthenticated */
  async find(caller: Caller, id: string): Promise<AlertView | null> {
    const [found] = await this.byIds(scopeOf(this.#permissions, caller), [id].filter(isUuid));
    return found?.alert ?? null;
  }

  /** One visible alert. @throws Refused unauthenticated, not-found */
  async one(caller: Caller, id: string): Promise<AlertView> {
    const alert = await this.find(caller, id);
    if (alert === null) throw notFound('Alert');
    return alert;
  }

  /** The newest visible alerts. @throws Refused unauthenticated, invalid */
  async recent(caller: Caller, limit?: unknown): Promise<AlertView[]> {
    return this.#newest(caller, {}, parseInput(alertLimit(10), { limit }).limit);
  }

  /** The newest visible alerts of satellite checks. @throws Refused unauthenticated, invalid */
  async satellite(caller: Caller, limit?: unknown): Promise<AlertView[]> {
    return this.#newest(caller, { type: 'deforestation' }, parseInput(alertLimit(50), { limit }).limit);
  }

  /** Counts of the visible alerts, and their response times. @throws Refused unauthenticated */
  async stats(caller: Caller): Promise<AlertStatsView> {
    const { from, where, values } = alikeAlerts(scopeOf(this.#permissions, caller), {});
    const rows = await this.#database.rows<StatsRow>(
      `select a.status, a.severity, a.type, sum(a.alerts) as count, sum(a.answered) as answered,
         sum(a.answer_us)::float8 / 1e6 as seconds
       ${from} where ${where} group by a.status, a.severity, a.type`,
      values,
    );
    const sum = (pick: (row: StatsRow) => number): number => rows.reduce((total, row) => total + pick(row), 0);
    const countsOf = <Name extends AlertStatus | AlertSeverity | AlertType>(
      names: readonly Name[],
      nameOf: (row: StatsRow) => string,
    ): Record<Name, number> => {
      const counts = Object.fromEntries(
        names.map((name) => [name, sum((row) => (nameOf(row) === name ? row.count : 0))]),
      );
      return counts as Record<Name, number>;
    };
    const byStatus = countsOf(ALERT_STATUSES, (row) => row.status);
    const answered = sum((row) => row.answered);
    return {
      total: sum((row) => row.count),
      active: byStatus.active,
      byStatus,
      bySeverity: countsOf(ALERT_SEVERITIES, (row) => row.severity),
      byType: countsOf(ALERT_TYPES, (row) => row.type),
      averageResponseHours: answered === 0 ? null : sum((row) => row.seconds) / answered / 3600,
    };
  }

  /** Locations of the visible active alerts. @throws Refused unauthenticated */
  async places(caller: Caller): Promise<AlertPlacesView> {
    return alertPlaces(this.#database, scopeOf(this.#permissions, caller));
  }

  /** States of the visible lots. @throws Refused unauthenticated */
  async watchedLots(caller: Caller): Promise<WatchedLotsView> {
    return watchedLots(this.#database, scopeOf(this.#permissions, caller));
  }

  /** Alerts by id with their lot's farm, in any order; those out of scope or of deleted lots are missing. */
  async byIds(scope: LotScope, ids: readonly string[]): Promise<{ alert: AlertView; farmId: string | null }[]> {
    const rows = await this.#database.rows<AlertRow>(BY_IDS, [ids]);
    return rows
      .filter((row) => inScope(scope, row.farm_id))
      .map((row) => ({ alert: alertView(row), farmId: row.farm_id }));
  }

  /** The notifications about events; recipients may see the alert's lot. */
  async notifications(news: readonly Change[]): Promise<AlertNotification[]> {
    return notificationsOf(news, (ids) => this.#database.rows(NOTIFIED_ALERTS, [ids]));
  }

  /** @throws Refused unauthenticated, not-found, forbidden, alert-step-not-allowed, conflict (its lot differs from the ledger) */
  async acknowledge(caller: Caller, id: string, info: RequestInfo): Promise<AlertView> {
    return this.#answer(caller, id, { to: 'acknowledged', note: null, outcome: null }, info);
  }

  /**
   * Closes an alert with a conclusion. An outcome becomes the lot's status.
   * @param input as `resolution` takes it: note and outcome
   * @throws Refused unauthenticated, invalid, not-found, forbidden, alert-step-not-allowed, conflict (its lot differs
   *   from the ledger)
   */
  async resolve(caller: Caller, id: string, input: unknown, info: RequestInfo): Promise<AlertView> {
    requireUser(caller);
    const { note, outcome } = parseInput(resolution, input);
    return this.#answer(caller, id, { to: 'resolved', note, outcome: outcome ?? null }, info);
  }

  /**
   * Closes an alert without a conclusion; the lot's status stays.
   * @param input as `dismissal` takes it: reason
   * @throws Refused unauthenticated, invalid, not-found, forbidden, alert-step-not-allowed, conflict (its
   *   lot differs from the ledger)
   */
  async dismiss(caller: Caller, id: string, input: unknown, info: RequestInfo): Promise<AlertView> {
    requireUser(caller);
    return this.#answer(
      caller,
      id,
      { to: 'dismissed', note: parseInput(dismissal, input).reason, outcome: null },
      info,
    );
  }

  /**
   * Acknowledges or dismisses several alerts: all visible ones, or none.
   * @param input as `bulkUpdate` takes it: alertIds and status
   * @returns how many changed; ids that do not exist or are not visible
   * @throws Refused unauthenticated, invalid, forbidden, alert-step-not-allowed, conflict (lots of these alerts differ
   *   from the ledger; its details name the alerts)
   */
  async updateMany(
    caller: Caller,
    input: unknown,
    info: RequestInfo,
  ): Promise<{ updated: number; notFound: string[] }> {
    requireUser(caller);
    const { alertIds, status } = parseInput(bulkUpdate, input);
    return this.#step(caller, [...new Set(alertIds)], { to: status, note: null, outcome: null }, info, alertIds);
  }

  async #answer(caller: Caller, id: string, step: Step, info: RequestInfo): Promise<AlertView> {
    const { notFound: missing } = await this.#step(caller, [id], step, info);
    if (missing.length > 0) throw notFound('Alert');
    return this.one(caller, id);
  }

  /**
   * Takes one step on alerts in one transaction. Rows are locked in one order everywhere - accounts, lots by id, then
   * the alerts - so that simultaneous steps wait for each other without deadlock.
   * @param named ids as the caller listed them: errors refer to these
   */
  async #step(
    caller: Caller,
    ids: readonly string[],
    step: Step,
    info: RequestInfo,
    named: readonly string[] = [],
  ): Promise<{ updated: number; notFound: string[] }> {
    const user = requireUser(caller);
    const scope = scopeOf(this.#permissions, caller);
    const known = await this.#database.rows<KnownAlert>(LOTS_OF, [ids.filter(isUuid)]);
    const alertsOfLot = new Map<string, string[]>();
    for (const alert of known.filter(({ farmId }) => inScope(scope, farmId))) {
      // Before anything is read from the lot: a caller without the right learns nothing about it.
      this.#assertMay(user, step.to, alert);
      alertsOfLot.set(alert.lotId, [...(alertsOfLot.get(alert.lotId) ?? []), alert.id]);
    }
    await this.#assertMatchesLedger(alertsOfLot, named);
    const reached = new Set<string>();
    const at = this.#clock();
    let updated = 0;
    if (alertsOfLot.size > 0) {
      await this.#database.write(async (em) => {
        await lockCaller(em, user);
        await this.#lotWriter.lockCreators(em, [...alertsOfLot.keys()]);
        const lots: Lot[] = [];
        for (const lotUuid of [...alertsOfLot.keys()].sort()) {
          const lot = await this.#lotWriter.lock(em, lotUuid);
          if (lot !== null && inScope(scope, lot.farmId)) lots.push(lot);
        }
        for (const lot of lots) {
          this.#assertMay(user, step.to, lot);
          await assertMatchesEvents(em, lot.id);
          for (const id of (alertsOfLot.get(lot.id) ?? []).sort()) {
            reached.add(id);
            if (await this.#stepOne(em, lot, id, step, user, info, at)) updated += 1;
          }
        }
      });
    }
    return { updated, notFound: ids.filter((id) => !reached.has(id.toLowerCase())) };
  }

  /** @returns whether the alert changed */
  async #stepOne(
    em: EntityManager,
    lot: Lot,
    id: string,
    step: Step,
    user: UserCaller,
    info: RequestInfo,
    at: Date,
  ): Promise<boolean> {
    const alert = await em.findOneOrFail(AlertEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const move = alertMove(alert.status, step.to);
    if (move === 'already there' && saysTheSame(alert, step)) return false;
    if (move !== 'moves') {
      throw new Refused({ kind: 'alert-step-not-allowed', from: alert.status, to: step.to, outcome: alert.outcome });
    }
    alert.status = step.to;
    alert.updatedAt = at;
    if (step.to === 'acknowledged') {
      alert.acknowledgedAt = at;
      alert.acknowledgedBy = user.userId;
      alert.acknowledgedKey = partnerKeyOf(user);
    } else {
      alert.closedAt = at;
      alert.closedBy = user.userId;
      alert.closedKey = partnerKeyOf(user);
      alert.note = step.note;
      alert.outcome = step.outcome;
    }
    await em.flush();
    const status = lotStatusAfterAlertStep({ to: step.to, type: alert.type, outcome: step.outcome }, user.role);
    const actor = actorOf(user, info);
    if (status !== null) await this.#lotWriter.recordReview(em, lot, status, step.note, actor, at);
    await this.#lotWriter.recordAlert(em, lot, alertStep(alert, step.to, user.role), actor, at);
    await audit(em, { caller: user, action: `alert.${step.to}`, target: { kind: 'alert', id: alert.id }, info });
    const kind = step.to === 'dismissed' ? 'dismissed' : 'changed';
    await logEvent(em, { topic: 'alert', kind, alertId: alert.id, lotId: lot.id });
    return true;
  }

  /** @throws Refused conflict, naming the listed alerts whose lots differ from the ledger */
  async #assertMatchesLedger(
    alertsOfLot: ReadonlyMap<string, readonly string[]>,
    named: readonly string[],
  ): Promise<void> {
    const differing = new Set<string>();
    for (const [lotUuid, alerts] of alertsOfLot) {
      if (!(await this.#matchesLedger(lotUuid))) for (const id of alerts) differing.add(id);
    }
    if (differing.size === 0) return;
    const said = REFUSED.undecidableLot({});
    const details = named.flatMap((id, at) =>
      differing.has(id.toLowerCase()) ? [fieldMessage(`alertIds.${at}`, said)] : [],
    );
    throw new Refused({ kind: 'conflict', said, details });
  }

  /** Visibility was checked before. @throws Refused forbidden */
  #assertMay(user: UserCaller, to: AlertStatus, lot: Pick<Lot, 'farmId' | 'stage'>): void {
    const action = to === 'acknowledged' ? 'acknowledge_alerts' : 'close_alerts';
    const target = { farmId: lot.farmId, harvested: lot.stage === 'harvested' };
    if (!mayTouchLot(this.#permissions, user, action, target)) throw forbidden();
  }

  #newest(caller: Caller, filter: AskedAlerts, limit: number): Promise<AlertView[]> {
    return this.#page(scopeOf(this.#permissions, caller), filter, limit, 0);
  }

  #total(scope: LotScope, filter: AskedAlerts): Promise<number> {
    const { where, values } = alertCondition(scope, filter);
    const sum = areSummed(scope, filter) ? () => countAlike(this.#database, alikeAlerts(scope, filter)) : null;
    return boundedTotal(this.#database, this.#totals, `${ALERTS_OF_LOTS} where ${where}`, values, sum);
  }

  async #deepPage(scope: LotScope, filter: AskedAlerts, limit: number, offset: number): Promise<[AlertView[], number]> {
    const total = await this.#total(scope, filter);
    const { where, values } = alertCondition(scope, filter);
    const list: OrderedList = {
      select: `select ${ALERT_COLUMNS}`,
      from: ALERT_SOURCES,
      fromWhere: `${ALERTS_OF_LOTS} where ${where}`,
      values,
      id: 'a.id',
      sort: { column: 'a.created_at', type: 'timestamptz', order: 'desc', idOrder: 'asc' },
    };
    const rows = await this.#deepPages.read<AlertRow>(this.#database, list, { offset, limit, total });
    return [rows.map(alertView), total];
  }

  async #page(scope: LotScope, filter: AskedAlerts, limit: number, offset: number): Promise<AlertView[]> {
    const { where, values } = alertCondition(scope, filter);
    const rows = await this.#database.rows<AlertRow>(
      `select ${ALERT_COLUMNS} ${ALERT_SOURCES} where ${where} order by a.created_at desc, a.id
       limit $${values.length + 1} offset $${values.length + 2}`,
      [...values, limit, offset],
    );
    return rows.map(alertView);
  }
}
