import type { Database } from '../../platform/database/database.ts';
import type { DeforestationStatus } from '../../domain/forest/deforestation.ts';
import { actionOf, readContent, type LotAction } from '../../domain/ledger/content.ts';
import type { LotScope } from '../../domain/access/permissions.ts';
import type { Stage } from '../../domain/lot/stages.ts';
import { lotCondition } from '../lots/lotQuery.ts';
import { LIVE_LOTS, LOT_EVENTS } from '../lots/lotViews.ts';
import type { StoredRow } from '../../platform/database/tableRow.ts';

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

interface ActivityRow extends StoredRow<'lot', 'id' | 'lot_id' | 'farmer_name' | 'updated_at'> {
  deforestation_status: DeforestationStatus;
  stage: Stage;
  content: string | null;
}

const COLUMNS = 'l.id, l.lot_id, l.farmer_name, l.deforestation_status, l.updated_at, l.stage, e.content';
/** The newest entry of a lot's history is its head. */
const WITH_NEWEST = `left join ${LOT_EVENTS} e on e.lot_id = l.id and e.seq = l.head_seq`;

/** What happened to lots last, one entry a lot: for the dashboard and for the news that keeps it up to date. */
export class RecentActivity {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The lots in scope that changed last, newest first. */
  async newest(scope: LotScope, limit: number): Promise<ActivityView[]> {
    const { from, where, values } = lotCondition(scope, {});
    const rows = await this.#database.rows<ActivityRow>(
      `select ${COLUMNS} from (
         select * from ${from} where ${where} order by l.updated_at desc, l.id desc limit $${values.length + 1}
       ) l ${WITH_NEWEST} order by l.updated_at desc, l.id desc`,
      [...values, limit],
    );
    return rows.map(activityView);
  }

  /** The same of some lots, by UUID; deleted ones have none. */
  async ofLots(ids: readonly string[]): Promise<Map<string, ActivityView>> {
    const rows = await this.#database.rows<ActivityRow>(
      `select ${COLUMNS} from ${LIVE_LOTS} l ${WITH_NEWEST} where l.id = any($1)`,
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
