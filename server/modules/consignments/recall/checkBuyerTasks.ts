import type { Finding } from '../../../domain/ledger/finding.ts';
import type { Database } from '../../../platform/database/database.ts';
import { ALERT_FACTS } from '../../alerts/alertViews.ts';
import { LOT_ANCESTORS, LOT_ORIGINS } from '../../transformations/originViews.ts';

const MOST_FINDINGS = 100;

/** Alerts that were open when a consignment with beans of their lot was shipped, or were raised later, without a task. */
const MISSING = `select distinct c.number || ': ' || a.id as row
  from ${ALERT_FACTS} a
    join (
      select h.consignment_id, h.lot_id from consignment_lot h
      union all select h.consignment_id, o.origin_id from consignment_lot h join ${LOT_ORIGINS} o on o.lot_id = h.lot_id
      union all select h.consignment_id, b.ancestor_id from consignment_lot h join ${LOT_ANCESTORS} b on b.lot_id = h.lot_id
    ) held on held.lot_id = a.lot_id
    join consignment c on c.id = held.consignment_id and c.state in ('shipped', 'delivered')
  where (a.closed_at is null or a.closed_at > c.shipped_at or a.created_at > c.shipped_at)
    and not exists (select from buyer_task t where t.alert_id = a.id and t.consignment_id = c.id)
  order by 1 limit ${MOST_FINDINGS}`;

/** Looks for tasks 'inform the buyer' that are gone: the alert and the consignment tell that there was one. */
export async function checkBuyerTasks(database: Pick<Database, 'rows'>): Promise<Finding[]> {
  const rows = await database.rows<{ row: string }>(MISSING);
  const fault = 'is missing, and a shipped consignment holds beans of the lot of this alert';
  return rows.map(({ row }) => ({ table: 'buyer_task', row, fault }));
}
