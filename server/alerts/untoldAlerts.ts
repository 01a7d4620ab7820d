import type { EntityManager } from '@mikro-orm/postgresql';
import { AlertEntity } from './alert.ts';
import type { AlertFacts } from './alertOnLedger.ts';

/** A lot's alerts that the ledger was never told of: those from before it was told of any. */
export async function alertsUntold(em: EntityManager, lotUuid: string): Promise<{ id: string; facts: AlertFacts }[]> {
  const alerts = await em.find(
    AlertEntity,
    { lotId: lotUuid, ledgerKey: null },
    { orderBy: { createdAt: 'asc', id: 'asc' } },
  );
  return alerts.map((alert) => ({ id: alert.id, facts: alert }));
}

/** Gives an alert its name on the ledger. */
export async function nameAlert(em: EntityManager, id: string, ledgerKey: string): Promise<void> {
  await em.execute('update alert set ledger_key = ? where id = ? and ledger_key is null', [ledgerKey, id]);
}
