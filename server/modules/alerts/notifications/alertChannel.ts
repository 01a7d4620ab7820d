import type { EntityManager } from '@mikro-orm/postgresql';
import type { AlertNotification } from './alertPayload.ts';

/**
 * A channel that notifies people and programs of alerts: screens, web hooks, mail. All channels get the same
 * notifications, and each determines its recipients: only callers who may see the lot at that time. Each notification
 * is delivered at least once, in the order of the event log for each recipient (`tests/adapters/alertChannels.test.ts`
 * tests every channel).
 */
export interface AlertChannel {
  /**
   * Accepts notifications. Nothing is sent before the transaction is committed: a channel stores notifications in it,
   * and sends them afterwards.
   * @param em the transaction that moves the reader's position in the log; absent for screens, which store nothing
   * @returns called once it is committed
   */
  take(notifications: readonly AlertNotification[], em: EntityManager): Promise<() => void>;
}
