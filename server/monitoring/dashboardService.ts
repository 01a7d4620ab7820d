import type { Database } from '../database/database.ts';
import type { DeforestationStatus } from '../domain/deforestation.ts';
import type { LotScope } from '../domain/permissions.ts';
import { lotCondition } from '../lots/lotQuery.ts';
import type { LotReader } from '../lots/lotReader.ts';

export interface ActivityView {
  lotId: string;
  farmerName: string | null;
  deforestationStatus: DeforestationStatus;
  timestamp: string;
}

export interface DashboardView {
  totalLots: number;
  compliantLots: number;
  complianceRate: number | null;
  averageQuality: number | null;
  highAlerts: number;
  recentActivity: ActivityView[];
}

interface ActivityRow {
  lot_id: string;
  farmer_name: string | null;
  deforestation_status: DeforestationStatus;
  updated_at: Date;
}

/** The figures and the activity of the dashboard, for the lots that a caller sees. */
export class DashboardService {
  readonly #database: Database;
  readonly #lots: LotReader;

  constructor(database: Database, lots: LotReader) {
    this.#database = database;
    this.#lots = lots;
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

  /** The lots that changed last, newest first. */
  async recentActivity(scope: LotScope, limit: number): Promise<ActivityView[]> {
    const { where, values } = lotCondition(scope, {});
    const rows = await this.#database.rows<ActivityRow>(
      `select l.lot_id, l.farmer_name, l.deforestation_status, l.updated_at from lot l
       where ${where} order by l.updated_at desc, l.id desc limit $${values.length + 1}`,
      [...values, limit],
    );
    return rows.map((row) => ({
      lotId: row.lot_id,
      farmerName: row.farmer_name,
      deforestationStatus: row.deforestation_status,
      timestamp: row.updated_at.toISOString(),
    }));
  }
}
