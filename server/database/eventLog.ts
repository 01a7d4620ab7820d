import type { EntityManager } from '@mikro-orm/postgresql';

/** News for subscribers and caches, written with the change itself. It names rows; what a subscriber may see is read then. */
export interface LoggedEvent {
  topic: 'lot' | 'alert' | 'user' | 'key';
  kind: string;
  lotId?: string;
  alertId?: string;
  userId?: string;
  keyId?: string;
}

/** Adds one row to `event_log` in the caller's transaction. */
export async function logEvent(em: EntityManager, event: LoggedEvent): Promise<void> {
  await em.execute('insert into event_log (topic, kind, lot_id, alert_id, user_id, key_id) values (?, ?, ?, ?, ?, ?)', [
    event.topic,
    event.kind,
    event.lotId ?? null,
    event.alertId ?? null,
    event.userId ?? null,
    event.keyId ?? null,
  ]);
}
