import { setTimeout as delay } from 'node:timers/promises';
import { subjectsOf, type NewsItem } from '../database/eventFollower.ts';
import type { AlertView } from '../alerts/alertView.ts';
import type { AlertService } from '../alerts/alertService.ts';
import { inScope, type LotScope } from '../domain/permissions.ts';
import type { LotReader } from '../lots/lotReader.ts';
import type { LotView } from '../lots/lotView.ts';
import type { ActivityView, RecentActivity } from '../monitoring/recentActivity.ts';
import { NewsQueue } from './newsQueue.ts';

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
  /** what happened to it, for those who list that; null when deleted */
  activity: ActivityView | null;
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
/** News that may wait for one subscriber; all share the same. */
export const MOST_WAITING = 5_000;

/** One event, for all who follow. */
interface Told<News> {
  event: News;
  /** as each scope shows it: what it brings is the same for all who get the same object */
  views: Map<string, News>;
}

interface Follower<News> {
  subscriber: Subscriber;
  queue: NewsQueue<Told<News> | SubjectNews>;
}

/**
 * Turns rows of the event log into what subscribers get: each page is loaded once per process, and each subscriber's
 * scope is asked anew for every event. All who see an event through the same scope get the same object, by which what
 * it brings can be told to be the same.
 */
export class LiveEvents {
  readonly #lotFollowers = new Set<Follower<LotNews>>();
  readonly #alertFollowers = new Set<Follower<AlertNews>>();
  readonly #lots: LotReader;
  readonly #alerts: Pick<AlertService, 'byIds'>;
  readonly #activity: Pick<RecentActivity, 'ofLots'>;

  constructor(lots: LotReader, alerts: Pick<AlertService, 'byIds'>, activity: Pick<RecentActivity, 'ofLots'>) {
    this.#lots = lots;
    this.#alerts = alerts;
    this.#activity = activity;
  }

  /**
   * Loads what the news names and hands it to the subscribers of this process: all of it, or nothing when it throws, so that
   * it may be called again.
   */
  async publish(news: readonly NewsItem[]): Promise<void> {
    if (this.followers === 0) return;
    for (const subject of subjectsOf(news)) {
      hand(this.#lotFollowers, { subject });
      hand(this.#alertFollowers, { subject });
    }
    const [lots, alerts] = await Promise.all([this.#lotNews(news), this.#alertNews(news)]);
    for (const event of lots) hand(this.#lotFollowers, { event, views: new Map() });
    for (const event of alerts) hand(this.#alertFollowers, { event, views: new Map() });
  }

  /** streams that somebody follows */
  get followers(): number {
    return this.#lotFollowers.size + this.#alertFollowers.size;
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
    const [views, names, activity] = await Promise.all([
      this.#lots.byIds(EVERYTHING, ids),
      this.#lots.namesOf(ids),
      this.#activity.ofLots(ids),
    ]);
    const byId = new Map(views.map((view) => [view.id, view]));
    return names.flatMap((name): LotNews[] => {
      const kind = kinds.get(name.id) ?? 'CHANGED';
      const lot = byId.get(name.id) ?? null;
      if (kind === 'DELETED') return [{ kind, ...name, lot: null, activity: null }];
      // Deleted since, or before: its deletion is told once, by its own news.
      if (lot === null) return [];
      return [{ kind, ...name, lot, activity: activity.get(name.id) ?? null }];
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

  /** Lots as they change, in the subscriber's scope. Reading on throws FellBehind when too many wait. */
  lots(subscriber: Subscriber): AsyncIterableIterator<LotNews> {
    return this.#follow(this.#lotFollowers, subscriber);
  }

  /** Alerts as they are raised, changed and dismissed, in the subscriber's scope. Reading on throws FellBehind when too many wait. */
  alerts(subscriber: Subscriber): AsyncIterableIterator<AlertNews> {
    return this.#follow(this.#alertFollowers, subscriber);
  }

  // Not a generator: its return() would wait for the next event while a next() is pending, and leak the follower.
  #follow<News extends LotNews | AlertNews>(
    followers: Set<Follower<News>>,
    subscriber: Subscriber,
  ): AsyncIterableIterator<News, undefined> {
    const queue = new NewsQueue<Told<News> | SubjectNews>(MOST_WAITING);
    const follower = { subscriber, queue };
    followers.add(follower);
    let over = false;
    const end = async (): Promise<IteratorReturnResult<undefined>> => {
      over = true;
      followers.delete(follower);
      queue.end();
      return { value: undefined, done: true };
    };
    return {
      next: async () => {
        for (;;) {
          const told = await queue.next();
          if (told === null) return end();
          const scope = await sight(subscriber, () => over);
          if (scope === null) return end();
          if (!('subject' in told) && inScope(scope, told.event.farmId)) {
            return { value: through(scope, told), done: false };
          }
        }
      },
      return: end,
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }
}

/** An event as a scope shows it. */
function through<News extends object>(scope: LotScope, { event, views }: Told<News>): News {
  const key = scope.kind === 'farm' ? `farm ${scope.farmId}` : scope.kind;
  const view = views.get(key) ?? { ...event };
  views.set(key, view);
  return view;
}

/** Hands news to those whom it may concern. */
function hand<News>(followers: Set<Follower<News>>, told: Told<News> | SubjectNews): void {
  for (const follower of followers) {
    if ('subject' in told && told.subject !== follower.subscriber.subject) continue;
    if (!follower.queue.push(told)) followers.delete(follower);
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
  if (kind === 'deleted' || before === 'DELETED') return 'DELETED';
  return kind === 'created' || before === 'CREATED' ? 'CREATED' : 'CHANGED';
}

function alertKind(kind: string, before: AlertNews['kind'] | undefined): AlertNews['kind'] {
  if (kind === 'dismissed') return 'DISMISSED';
  return kind === 'raised' || before === 'RAISED' ? 'RAISED' : 'CHANGED';
}
