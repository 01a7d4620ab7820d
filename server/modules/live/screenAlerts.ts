import type { AlertQueries } from '../alerts/alertQueries.ts';
import type { AlertView } from '../alerts/alertAnswerSchemas.ts';
import { inScope, type LotScope } from '../../domain/access/permissions.ts';
import type { AlertChannel } from '../alerts/notifications/alertChannel.ts';
import type { AlertNotification, AlertPayload } from '../alerts/notifications/alertPayload.ts';
import { Followers, type Subscriber } from './followers.ts';

export interface AlertChanges {
  kind: 'RAISED' | 'CHANGED' | 'DISMISSED';
  alert: AlertView;
}

const EVERYTHING: LotScope = { kind: 'all' };

const KINDS = {
  'alert.raised': 'RAISED',
  'alert.changed': 'CHANGED',
  'alert.dismissed': 'DISMISSED',
} as const satisfies Record<AlertPayload['event'], AlertChanges['kind']>;

/**
 * Delivers alerts to open screens. Each process serves its own subscribers, from the present on, and stores nothing: a
 * client that reconnects reads the list. An alert is sent in full, as the list shows it now; several events of one
 * alert become one.
 */
export class ScreenAlerts implements AlertChannel {
  readonly #followers: Followers<AlertChanges>;
  readonly #alerts: Pick<AlertQueries, 'byIds'>;

  /** @param most alerts that may wait for one subscriber */
  constructor(alerts: Pick<AlertQueries, 'byIds'>, most: number) {
    this.#alerts = alerts;
    this.#followers = new Followers(most);
  }

  get size(): number {
    return this.#followers.size;
  }

  /** Accounts or keys changed: their streams end if they have lost access. */
  look(subjects: ReadonlySet<string>): void {
    this.#followers.look(subjects);
  }

  /** Alerts as they are raised, changed and dismissed, in the subscriber's scope. */
  follow(subscriber: Subscriber): AsyncIterableIterator<AlertChanges> {
    return this.#followers.follow(subscriber);
  }

  async take(notifications: readonly AlertNotification[]): Promise<() => void> {
    const kinds = new Map<string, AlertChanges['kind']>();
    for (const { told } of notifications) {
      const { id } = told.alert;
      kinds.set(id, afterAll(KINDS[told.event], kinds.get(id)));
    }
    const alerts = kinds.size === 0 ? [] : await this.#alerts.byIds(EVERYTHING, [...kinds.keys()]);
    return () => {
      for (const { alert, farmId } of alerts) {
        const event: AlertChanges = { kind: kinds.get(alert.id) ?? 'CHANGED', alert };
        this.#followers.tell((scope) => (inScope(scope, farmId) ? { ...event } : null));
      }
    };
  }
}

/** Several events of one alert combined. */
function afterAll(kind: AlertChanges['kind'], before: AlertChanges['kind'] | undefined): AlertChanges['kind'] {
  return before === 'RAISED' && kind === 'CHANGED' ? 'RAISED' : kind;
}
