import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { logEvent } from '../../../platform/change-feed/eventLog.ts';
import { PreparedStatement } from '../../../platform/database/preparedStatement.ts';
import { signRows } from '../../../platform/row-signatures/signedRows.ts';
import { ALERT_FACTS } from '../../alerts/alertViews.ts';
import type { RaisedAlert } from '../../lots/lotWriter.ts';
import { ALL_LOTS } from '../../lots/lotViews.ts';
import { LOT_ANCESTORS, LOT_ORIGINS } from '../../transformations/originViews.ts';
import { BUYER_TASK_ROWS } from '../signedConsignments.ts';

/** SQL of the lots that beans of some lots are in, these among them. @param seeds SQL of the ids of the lots */
export const affectedLots = (seeds: string): string => `
  select id from ${ALL_LOTS} seed where id in (${seeds})
  union select lot_id from ${LOT_ORIGINS} o where o.origin_id in (${seeds})
  union select lot_id from ${LOT_ANCESTORS} a where a.ancestor_id in (${seeds})`;

interface NewTask {
  alertId: string;
  consignmentId: string;
}

const OF_ALERT = new PreparedStatement<NewTask>(
  `select distinct $2::uuid as "alertId", c.id as "consignmentId"
   from consignment_lot h join consignment c on c.id = h.consignment_id
   where c.state in ('shipped', 'delivered') and h.lot_id in (${affectedLots('select $1::uuid')})`,
);
const OF_CONSIGNMENT = new PreparedStatement<NewTask>(
  `select distinct a.id as "alertId", $1::uuid as "consignmentId" from ${ALERT_FACTS} a
   where a.status in ('active', 'acknowledged') and a.lot_id in (
     select h.lot_id from consignment_lot h where h.consignment_id = $1
     union select o.origin_id from consignment_lot h join ${LOT_ORIGINS} o on o.lot_id = h.lot_id where h.consignment_id = $1
     union select a.ancestor_id from consignment_lot h join ${LOT_ANCESTORS} a on a.lot_id = h.lot_id where h.consignment_id = $1)`,
);
const INSERT = new PreparedStatement<{ id: string; consignmentId: string }>(
  `insert into buyer_task (id, alert_id, consignment_id, opened_at)
   select id, alert_id, consignment_id, opened_at from json_populate_recordset(null::buyer_task, $1::json)
   on conflict (alert_id, consignment_id) do nothing returning id, consignment_id as "consignmentId"`,
);

/** Opens the task 'inform the buyer' for each shipped consignment with beans of a lot on which an alert was raised. */
export async function openBuyerTasks(em: EntityManager, { alertId, lotId, at }: RaisedAlert): Promise<void> {
  await open(em, await OF_ALERT.run(em, [lotId, alertId]), at);
}

/** The same for the open alerts on lots of a consignment that is being shipped; the caller holds these lots. */
export async function openTasksOfShipped(em: EntityManager, consignmentId: string, at: Date): Promise<void> {
  await open(em, await OF_CONSIGNMENT.run(em, [consignmentId]), at);
}

async function open(em: EntityManager, tasks: readonly NewTask[], at: Date): Promise<void> {
  if (tasks.length === 0) return;
  const rows = tasks.map(({ alertId, consignmentId }) => {
    return { id: randomUUID(), alert_id: alertId, consignment_id: consignmentId, opened_at: at };
  });
  const opened = await INSERT.run(em, [JSON.stringify(rows)]);
  await signRows(
    em,
    BUYER_TASK_ROWS,
    opened.map(({ id }) => id),
  );
  for (const consignmentId of new Set(opened.map((one) => one.consignmentId))) {
    await logEvent(em, { topic: 'consignment', kind: 'task', consignmentId });
  }
}
