import { boundedTotal, type TotalCache } from '../../platform/database/boundedTotal.ts';
import type { Database } from '../../platform/database/database.ts';
import { DEEP_FROM, DeepPages, type OrderedList } from '../../platform/database/deepPages.ts';
import type { Change } from '../../platform/change-feed/changeFeed.ts';
import { isUuid } from '../../domain/lot/lotId.ts';
import { pageOf, type Pagination } from '../../domain/public/publicRoutes.ts';
import { inScope, type LotScope, type PermissionTable } from '../../domain/access/permissions.ts';
import { requireUser, scopeOf, type Caller } from '../../platform/access/caller.ts';
import { notFound } from '../../platform/errors/refusal.ts';
import { NOTIFIED_ALERTS, notificationsOf, type AlertNotification } from './notifications/alertPayload.ts';
import type { AlertStatsView, AlertView } from './alertAnswerSchemas.ts';
import type { AlertListing } from './alertInput.ts';
import { alertPlaces, type AlertPlacesView } from './alertPlaces.ts';
import { alertCondition, type AskedAlerts } from './alertQuery.ts';
import { alertStats, alikeAlerts, areSummed, countAlike } from './alertStatistics.ts';
import { ALERT_COLUMNS, ALERT_SOURCES, ALERTS_OF_LOTS, alertView, type AlertRow } from './alertView.ts';
import { watchedLots, type WatchedLotsView } from './watchedLots.ts';

const BY_IDS = `select ${ALERT_COLUMNS} ${ALERT_SOURCES} where a.id = any($1)`;

/** Reads alerts for those who may see their lots (docs/spec/alerts.md). */
export class AlertQueries {
  readonly #database: Database;
  readonly #permissions: PermissionTable;
  readonly #clock: () => Date;
  readonly #totals: TotalCache = new Map();
  readonly #deepPages = new DeepPages();

  constructor(parts: { database: Database; permissionTable: PermissionTable; clock?: () => Date }) {
    this.#database = parts.database;
    this.#permissions = parts.permissionTable;
    this.#clock = parts.clock ?? (() => new Date());
  }

  /** One page of the visible alerts, newest first. @throws Refused unauthenticated */
  async list(
    caller: Caller,
    { page, limit, ...given }: AlertListing,
  ): Promise<{ alerts: AlertView[]; pagination: Pagination }> {
    const scope = scopeOf(this.#permissions, caller);
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

  /** The newest visible alerts. @throws Refused unauthenticated */
  async recent(caller: Caller, limit: number): Promise<AlertView[]> {
    return this.#page(scopeOf(this.#permissions, caller), {}, limit, 0);
  }

  /** The newest visible alerts of satellite checks. @throws Refused unauthenticated */
  async satellite(caller: Caller, limit: number): Promise<AlertView[]> {
    return this.#page(scopeOf(this.#permissions, caller), { type: 'deforestation' }, limit, 0);
  }

  /** Counts of the visible alerts, and their response times. @throws Refused unauthenticated */
  async stats(caller: Caller): Promise<AlertStatsView> {
    return alertStats(this.#database, scopeOf(this.#permissions, caller));
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
      .filter((row) => inScope(scope, row.farmId))
      .map((row) => ({ alert: alertView(row), farmId: row.farmId }));
  }

  /** The notifications about events; recipients may see the alert's lot. */
  async notifications(news: readonly Change[]): Promise<AlertNotification[]> {
    return notificationsOf(news, (ids) => this.#database.rows(NOTIFIED_ALERTS, [ids]));
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
