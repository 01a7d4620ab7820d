import { EventEmitter, on } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { subjectsOf, type NewsItem } from '../database/eventFollower.ts';
import type { AlertView } from '../alerts/alertView.ts';
import type { AlertService } from '../alerts/alertService.ts';
import { inScope, type LotScope } from '../domain/permissions.ts';
import type { LotReader } from '../lots/lotReader.ts';
import type { LotView } from '../lots/lotView.ts';

export interface AlertNews {
  kind: 'RAISED' | 'CHANGED' | 'DISMISSED';
  alert: AlertView;
  /** the lot's farm, for the subscriber's scope */
  farmId: string | null;
}

export interface LotNews {
  kind: 'CREATED' | 'CHANGED' | 'DELETED';
  id: string;
  lotId: string;
  lot: LotView | null;
  farmId: string | null;
}

/** Something about an account, its sessions or a partner key changed: its streams look whether they may go on. */
interface SubjectNews {
  subject: string;
}

/** Whoever follows a stream. */
export interface Subscriber {
  /** id of the user or the partner key */
  subject: string;
  /** the lots in sight now; null once the session or the account ended, which ends the stream */
  scope(): Promise<LotScope | null>;
}

const EVERYTHING: LotScope = { kind: 'all' };
/** Before it is asked again what a subscriber may see, when that could not be found out. */
const ASK_AGAIN_MS = 500;

/**
 * Turns rows of the event log into what subscribers get: each page is loaded once per process, and each subscriber's
 * scope is asked anew for every event.
 */
export class LiveEvents {
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  readonly #lots: LotReader;
  readonly #alerts: Pick<AlertService, 'byIds'>;

  constructor(lots: LotReader, alerts: Pick<AlertService, 'byIds'>) {
    this.#lots = lots;
    this.#alerts = alerts;
  }

  /**
   * Loads what the news names and hands it to the subscribers of this process: all of it, or nothing when it throws, so that
   * it may be called again.
   */
  async publish(news: readonly NewsItem[]): Promise<void> {
    if (this.#emitter.listenerCount('lot') === 0 && this.#emitter.listenerCount('alert') === 0) return;
    this.#publishSubjects(news);
    const [lots, alerts] = await Promise.all([this.#lotNews(news), this.#alertNews(news)]);
    for (const event of lots) this.#emitter.emit('lot', event);
    for (const event of alerts) this.#emitter.emit('alert', event);
  }

  #publishSubjects(news: readonly NewsItem[]): void {
    for (const subject of subjectsOf(news)) {
      const event: SubjectNews = { subject };
      this.#emitter.emit('lot', event);
      this.#emitter.emit('alert', event);
    }
  }

  async #lotNews(news: readonly NewsItem[]): Promise<LotNews[]> {
    const kinds = new Map<string, LotNews['kind']>();
    for (const item of news) {
      if (item.topic !== 'lot' || item.lotId === null) continue;
      const before = kinds.get(item.lotId);
      kinds.set(item.lotId, lotKind(item.kind, before));
    }
    if (kinds.size === 0) return [];
    const ids = [...kinds.keys()];
    const [views, names] = await Promise.all([this.#lots.byIds(EVERYTHING, ids), this.#lots.namesOf(ids)]);
    const byId = new Map(views.map((view) => [view.id, view]));
    return names.map((name) => {
      const lot = byId.get(name.id) ?? null;
      const kind = lot === null ? 'DELETED' : (kinds.get(name.id) ?? 'CHANGED');
      return { kind, id: name.id, lotId: name.lotId, lot, farmId: name.farmId };
    });
  }

  async #alertNews(news: readonly NewsItem[]): Promise<AlertNews[]> {
    const kinds = new Map<string, AlertNews['kind']>();
    for (const item of news) {
      if (item.topic === 'alert' && item.alertId !== null)
        kinds.set(item.alertId, alertKind(item.kind, kinds.get(item.alertId)));
    }
    if (kinds.size === 0) return [];
    const alerts = await this.#alerts.byIds(EVERYTHING, [...kinds.keys()]);
    return alerts.map(({ alert, farmId }) => ({ kind: kinds.get(alert.id) ?? 'CHANGED', alert, farmId }));
  }

  /** Lots as they change, in the subscriber's scope. */
  lots(subscriber: Subscriber): AsyncIterableIterator<LotNews> {
    return this.#follow<LotNews>('lot', subscriber);
  }

  /** Alerts as they are raised, changed and dismissed, in the subscriber's scope. */
  alerts(subscriber: Subscriber): AsyncIterableIterator<AlertNews> {
    return this.#follow<AlertNews>('alert', subscriber);
  }

  // Not a generator: its return() would wait for the next event while a next() is pending, and leak the listener.
  #follow<News extends LotNews | AlertNews>(
    name: 'lot' | 'alert',
    subscriber: Subscriber,
  ): AsyncIterableIterator<News> {
    const events = on(this.#emitter, name) as AsyncIterableIterator<[News | SubjectNews]>;
    let over = false;
    const end = async (): Promise<IteratorReturnResult<undefined>> => {
      over = true;
      await events.return?.();
      return { value: undefined, done: true };
    };
    return {
      next: async () => {
        for (;;) {
          const result = await events.next();
          if (result.done) return end();
          const [event] = result.value;
          if ('subject' in event && event.subject !== subscriber.subject) continue;
          const seen = await sight(subscriber, () => over);
          if (seen === null) return end();
          if (!('subject' in event) && inScope(seen, event.farmId)) return { value: event, done: false };
        }
      },
      return: end,
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }
}

/**
 * What a subscriber may see now. While the database cannot say, its stream waits: ended, it would have to be begun anew, by
 * somebody who saw that nothing comes any more.
 * @returns null when the stream is to end
 */
async function sight(subscriber: Subscriber, isOver: () => boolean): Promise<LotScope | null> {
  while (!isOver()) {
    try {
      return await subscriber.scope();
    } catch {
      await delay(ASK_AGAIN_MS, undefined, { ref: false });
    }
  }
  return null;
}

function lotKind(kind: string, before: LotNews['kind'] | undefined): LotNews['kind'] {
  if (kind === 'deleted') return 'DELETED';
  return kind === 'created' || before === 'CREATED' ? 'CREATED' : 'CHANGED';
}

function alertKind(kind: string, before: AlertNews['kind'] | undefined): AlertNews['kind'] {
  if (kind === 'dismissed') return 'DISMISSED';
  return kind === 'raised' || before === 'RAISED' ? 'RAISED' : 'CHANGED';
}
