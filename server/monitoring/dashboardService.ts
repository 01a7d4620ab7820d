import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { LotScope } from '../domain/permissions.ts';
import { lotCondition } from '../lots/lotQuery.ts';
import type { LotReader } from '../lots/lotReader.ts';
import { EarlierFigures, type EarlierFiguresView } from './earlierFigures.ts';
import type { ActivityView, RecentActivity } from './recentActivity.ts';

export interface DashboardView {
  totalLots: number;
  compliantLots: number;
  complianceRate: number | null;
  averageQuality: number | null;
  highAlerts: number;
  recentActivity: ActivityView[];
}

/** The figures and the activity of the dashboard, for the lots that a caller sees. */
export class DashboardService {
  readonly #database: Database;
  readonly #lots: LotReader;
  readonly #activity: RecentActivity;
  readonly #earlier: EarlierFigures;

  constructor(database: Database, lots: LotReader, activity: RecentActivity, log: Logger) {
    this.#database = database;
    this.#lots = lots;
    this.#activity = activity;
    this.#earlier = new EarlierFigures(database, log);
  }

  async stats(scope: LotScope): Promise<DashboardView> {
    const { where, values } = lotCondition(scope, {});
    const [lots, alerts, recentActivity] = await Promise.all([
      this.#lots.stats(scope, {}),
      this.#database.row<{ count: number }>(
        `select count(*) from alert a join lot l on l.id = a.lot_id
         where a.severity = 'high' and a.status in ('active', 'acknowledged') and ${where}`,
        values,
      ),
      this.recentActivity(scope, 10),
    ]);
    const { totalLots, compliantLots, complianceRate, averageQuality } = lots;
    return { totalLots, compliantLots, complianceRate, averageQuality, highAlerts: alerts?.count ?? 0, recentActivity };
  }

  /** The same figures 30 days ago; null when no lot in scope was there yet, or they could not be read. */
  earlier(scope: LotScope, now: Date): Promise<EarlierFiguresView | null> {
    return this.#earlier.read(scope, now);
  }

  /** The lots that changed last, newest first. */
  recentActivity(scope: LotScope, limit: number): Promise<ActivityView[]> {
    return this.#activity.newest(scope, limit);
  }
}
