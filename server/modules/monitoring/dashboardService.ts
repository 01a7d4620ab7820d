import type { Logger } from 'pino';
import type { Database } from '../../platform/database/database.ts';
import type { PermissionTable } from '../../domain/access/permissions.ts';
import { scopeOf, type Caller } from '../../platform/access/caller.ts';
import { alikeAlerts, countAlike } from '../alerts/alertStatistics.ts';
import type { LotReader } from '../lots/lotReader.ts';
import { EarlierFiguresType, type EarlierFiguresView } from './earlierFigures.ts';
import type { ActivityView, RecentActivity } from './recentActivity.ts';

const OPEN = ['active', 'acknowledged'] as const;

export interface DashboardView {
  totalLots: number;
  compliantLots: number;
  complianceRate: number | null;
  averageQuality: number | null;
  highAlerts: number;
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
    const [lots, alerts, recentActivity] = await Promise.all([
      this.#lots.stats(scope, {}),
      Promise.all(high.map((alike) => countAlike(this.#database, alike))),
      this.#activity.newest(scope, 10),
    ]);
    const { totalLots, compliantLots, complianceRate, averageQuality } = lots;
    const sum = alerts.reduce((all, count) => all + count, 0);
    return { totalLots, compliantLots, complianceRate, averageQuality, highAlerts: sum, recentActivity };
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
