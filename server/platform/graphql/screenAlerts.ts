import type { AlertService } from '../../modules/alerts/alertService.ts';
import type { AlertView } from '../../modules/alerts/alertView.ts';
import { inScope, type LotScope } from '../../domain/access/permissions.ts';
import type { AlertChannel } from '../../modules/alerts/notifications/alertChannel.ts';
import type { AlertNotification, AlertPayload } from '../../modules/alerts/notifications/alertPayload.ts';
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
 * Screens hear of alerts while they are open. Each process tells its own, from the present on, and keeps nothing: who comes back reads the
 * list. To whoever sees it an alert comes whole, as the list would show it now, several pieces of its news in one.
 */
export class ScreenAlerts implements AlertChannel {
  readonly #followers: Followers<AlertChanges>;
  readonly #alerts: Pick<AlertService, 'byIds'>;

  /** @param most alerts that may wait for one subscriber */
  constructor(alerts: Pick<AlertService, 'byIds'>, most: number) {
    this.#alerts = alerts;
    this.#followers = new Followers(most);
  }

  get size(): number {
    return this.#followers.size;
  }

  /** Something became of accounts or keys: their streams end when they are no longer let in. */
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

/** What several pieces of news of one alert come to. */
function afterAll(kind: AlertChanges['kind'], before: AlertChanges['kind'] | undefined): AlertChanges['kind'] {
  return before === 'RAISED' && kind === 'CHANGED' ? 'RAISED' : kind;
}
