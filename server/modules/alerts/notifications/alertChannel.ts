import type { EntityManager } from '@mikro-orm/postgresql';
import type { AlertNotification } from './alertPayload.ts';

/**
 * A way on which people and programs hear of alerts: screens, web hooks, mail. All of them are given the same, and each knows whom it
 * reaches: who may see a lot may hear of its alerts, asked anew when they are told. What happened once is told at least once, in the
 * order of the event log for each who hears it. (`tests/adapters/alertChannels.test.ts` holds every one to it.)
 */
export interface AlertChannel {
  /**
   * Takes in what is to be told. Nothing leaves the program before the transaction is committed: what a channel keeps it writes
   * down there, and tells it afterwards.
   * @param em the transaction that moves the reader's place in the log; screens, which keep nothing, are given none
   * @returns called once it is committed
   */
  take(notifications: readonly AlertNotification[], em: EntityManager): Promise<() => void>;
}
