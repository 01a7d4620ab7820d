import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { SYSTEM } from '../lots/lotEvents.ts';
import type { LotWriter } from '../lots/lotWriter.ts';
import { AlertEntity } from './alert.ts';
import { alertStep, newAlertKey, type AlertFacts } from './alertOnLedger.ts';

const AT_ONCE = 100;
const idRows = z.array(z.object({ id: z.string() }));

/** Lots with an alert that the ledger was never told of. */
const UNTOLD = `
  select distinct a.lot_id as id from alert a join lot l on l.id = a.lot_id and l.deleted_at is null
  where a.ledger_key is null and not exists (select from set_aside s where s.kind = 'lot' and s.id = a.lot_id::text)
  order by 1 limit ${AT_ONCE}`;

/**
 * Tells the ledger of the next alerts from a database of before it was told of any (decisions, 'Upgrade').
 * @returns of how many lots; 0 when none are left
 */
export async function tellAlerts(em: EntityManager, lotWriter: LotWriter, at: Date): Promise<number> {
  const ids = idRows.parse(await em.execute(UNTOLD)).map(({ id }) => id);
  for (const id of ids) {
    const lot = await lotWriter.lock(em, id);
    if (lot === null) continue;
    for (const { id: alertId, facts } of await alertsUntold(em, id)) {
      const told = { ...facts, ledgerKey: newAlertKey() };
      await nameAlert(em, alertId, told.ledgerKey);
      await lotWriter.recordAlert(em, lot, alertStep(told, 'taken over', 'system'), SYSTEM, at);
    }
  }
  return ids.length;
}

/** A lot's alerts that the ledger was never told of: those from before it was told of any. */
async function alertsUntold(em: EntityManager, lotUuid: string): Promise<{ id: string; facts: AlertFacts }[]> {
  const alerts = await em.find(
    AlertEntity,
    { lotId: lotUuid, ledgerKey: null },
    { orderBy: { createdAt: 'asc', id: 'asc' } },
  );
  return alerts.map((alert) => ({ id: alert.id, facts: alert }));
}

/** Gives an alert its name on the ledger. */
async function nameAlert(em: EntityManager, id: string, ledgerKey: string): Promise<void> {
  await em.execute('update alert set ledger_key = ? where id = ? and ledger_key is null', [ledgerKey, id]);
}
