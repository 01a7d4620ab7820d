import type { Logger } from 'pino';
import type { Database } from '../../platform/database/database.ts';
import type { PermissionTable } from '../../domain/access/permissions.ts';
import { scopeOf, type Caller } from '../../platform/access/caller.ts';
import { alikeAlerts, countAlike } from '../alerts/alertStatistics.ts';
import { consignmentFigures } from '../consignments/consignmentFigures.ts';
import type { LotReader } from '../lots/lotReader.ts';
import { EarlierFiguresType, type EarlierFiguresView } from './earlierFigures.ts';
import type { ActivityView, RecentActivity } from './recentActivity.ts';

const OPEN = ['active', 'acknowledged'] as const;

/** The dashboard's figures (docs/spec/figures.md). */
export interface DashboardView {
  /** origin lots, as the next three figures */
  totalLots: number;
  compliantLots: number;
  complianceRate: number | null;
  averageQuality: number | null;
  highAlerts: number;
  /** kg available of all lots that are not shipped; null without lots */
  stockKg: number | null;
  /** of consignments, as the next two; null for those who do not see all lots. kg in shipped and delivered ones; null without them */
  shippedKg: number | null;
  shippedConsignments: number | null;
  openConsignments: number | null;
  recentActivity: ActivityView[];
}

/** The figures and the activity of the dashboard, for the lots that a caller sees. What a caller asks for throws Refused 'unauthenticated'. */
export class DashboardService {
  readonly #database: Database;
  readonly #lots: LotReader;
  readonly #activity: RecentActivity;
  readonly #permissions: PermissionTable;
  readonly #earlier: EarlierFiguresType;

  constructor(parts: {
    database: Database;
    lots: LotReader;
    activity: RecentActivity;
    permissions: PermissionTable;
    log: Logger;
  }) {
    this.#database = parts.database;
    this.#lots = parts.lots;
    this.#activity = parts.activity;
    this.#permissions = parts.permissions;
    this.#earlier = new EarlierFiguresType(parts.database, parts.log);
  }

  async stats(caller: Caller): Promise<DashboardView> {
    const scope = scopeOf(this.#permissions, caller);
    const high = OPEN.map((status) => alikeAlerts(scope, { severity: 'high', status }));
    const [lots, alerts, consignments, recentActivity] = await Promise.all([
      this.#lots.stats(scope, {}),
      Promise.all(high.map((alike) => countAlike(this.#database, alike))),
      scope.kind === 'all' ? consignmentFigures(this.#database) : null,
      this.#activity.newest(scope, 10),
    ]);
    const { originLots, compliantLots, complianceRate, averageQuality, stockKg } = lots;
    return {
      totalLots: originLots,
      compliantLots,
      complianceRate,
      averageQuality,
      highAlerts: alerts.reduce((all, count) => all + count, 0),
      stockKg,
      shippedKg: consignments?.shippedKg ?? null,
      shippedConsignments: consignments?.shipped ?? null,
      openConsignments: consignments?.open ?? null,
      recentActivity,
    };
  }

  /** The same figures 30 days ago; null when no visible lot existed yet, or they could not be read. */
  async earlier(caller: Caller, now: Date): Promise<EarlierFiguresView | null> {
    return this.#earlier.read(scopeOf(this.#permissions, caller), now);
  }

  /** Has the figures of 30 days ago at hand, for today and tomorrow. */
  readAhead(now: Date, signal?: AbortSignal): Promise<void> {
    return this.#earlier.readAhead(now, signal);
  }

  /** The lots that changed last, newest first. */
  async recentActivity(caller: Caller, limit: number): Promise<ActivityView[]> {
    return this.#activity.newest(scopeOf(this.#permissions, caller), limit);
  }
}
