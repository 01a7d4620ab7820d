import type { Database } from '../../platform/database/database.ts';
import type { DeforestationStatus } from '../../domain/forest/deforestation.ts';
import { actionOf, readContent, type LotAction } from '../../domain/ledger/content.ts';
import type { LotScope } from '../../domain/access/permissions.ts';
import type { Stage } from '../../domain/lot/stages.ts';
import { lotCondition } from '../lots/lotQuery.ts';

export interface ActivityView {
  lotId: string;
  farmerName: string | null;
  deforestationStatus: DeforestationStatus;
  timestamp: string;
  /** the newest entry of the lot's history */
  action: LotAction;
  /** the stage that the lot is in */
  stage: Stage;
}

interface ActivityRow {
  id: string;
  lot_id: string;
  farmer_name: string | null;
  deforestation_status: DeforestationStatus;
  updated_at: Date;
  stage: Stage;
  content: string | null;
}

const COLUMNS = 'l.id, l.lot_id, l.farmer_name, l.deforestation_status, l.updated_at, l.stage, e.content';
/** The newest entry of a lot's history is its head. */
const WITH_NEWEST = 'left join lot_event e on e.lot_id = l.id and e.seq = l.head_seq';

/** What happened to lots last, one entry a lot: for the dashboard and for the news that keeps it up to date. */
export class RecentActivity {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The lots in scope that changed last, newest first. */
  async newest(scope: LotScope, limit: number): Promise<ActivityView[]> {
    const { where, values } = lotCondition(scope, {});
    const rows = await this.#database.rows<ActivityRow>(
      `select ${COLUMNS} from (
         select * from lot l where ${where} order by l.updated_at desc, l.id desc limit $${values.length + 1}
       ) l ${WITH_NEWEST} order by l.updated_at desc, l.id desc`,
      [...values, limit],
    );
    return rows.map(activityView);
  }

  /** The same of some lots, by UUID; deleted ones have none. */
  async ofLots(ids: readonly string[]): Promise<Map<string, ActivityView>> {
    const rows = await this.#database.rows<ActivityRow>(
      `select ${COLUMNS} from lot l ${WITH_NEWEST} where l.id = any($1) and l.deleted_at is null`,
      [ids],
    );
    return new Map(rows.map((row) => [row.id, activityView(row)]));
  }
}

function activityView(row: ActivityRow): ActivityView {
  return {
    lotId: row.lot_id,
    farmerName: row.farmer_name,
    deforestationStatus: row.deforestation_status,
    timestamp: row.updated_at.toISOString(),
    action: actionOf(readContent(row.content)),
    stage: row.stage,
  };
}
