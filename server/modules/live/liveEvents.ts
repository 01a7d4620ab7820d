import type { AlertQueries } from '../alerts/alertQueries.ts';
import { subjectsOf, type Change } from '../../platform/change-feed/changeFeed.ts';
import { withinTime } from '../../platform/database/requestScope.ts';
import type { LotScope } from '../../domain/access/permissions.ts';
import type { LotReader } from '../lots/lotReader.ts';
import type { RecentActivity } from '../monitoring/recentActivity.ts';
import type { ConsignmentReader } from '../consignments/consignmentReader.ts';
import type { ConsignmentChanges } from './consignmentChange.ts';
import { Followers, type Subscriber } from './followers.ts';
import { fewLots, LotDigest, lotThrough, type LotsChanges } from './lotDigest.ts';
import { lotsIn, type LotChange, type LotChanges } from './lotChange.ts';
import { ScreenAlerts, type AlertChanges } from './screenAlerts.ts';

const EVERYTHING: LotScope = { kind: 'all' };
/** Limits of waiting events for one subscriber: of single lots and alerts, and of messages of many lots. */
export const MOST_WAITING = 5_000;
export const MOST_MESSAGES = 100;
/** Lots that change within this time come in one message, and a continuous stream sends a message this often. */
const PAUSE_MS = 100;
const LONGEST_MS = 1_000;
/** The same for many lots, and the pause after a message of many: they are recorded and checked gradually. */
const BULK_MS = 5_000;
/** Time for reading the lots of a message: while the database hangs, only their ids are sent. */
const READ_WITHIN_MS = 5_000;

/** A changed lot, with its content for subscribers who may see it. */
interface Whole {
  change: LotChange;
  told: Omit<LotChanges, 'kind'>;
}

/** Turns rows of the event log into events for subscribers; it loads their content once per process. */
export class LiveEvents {
  readonly #lotFollowers = new Followers<LotChanges>(MOST_WAITING);
  readonly #manyFollowers = new Followers<LotsChanges>(MOST_MESSAGES);
  readonly #consignmentFollowers = new Followers<ConsignmentChanges>(MOST_WAITING);
  readonly #consignments: Pick<ConsignmentReader, 'byIds'>;
  readonly #lots: LotReader;
  readonly #alerts: Pick<AlertQueries, 'notifications'>;
  readonly #screens: ScreenAlerts;
  readonly #activity: Pick<RecentActivity, 'ofLots'>;
  /** the content of the next message of many lots, and its start, ms of the process's clock */
  #gathered = { digest: new LotDigest(), since: 0 };
  #pause: NodeJS.Timeout | undefined;
  /** when the next message may go out, on the same clock */
  #notBefore = 0;
  /** messages are sent one after the other */
  #told: Promise<void> = Promise.resolve();

  constructor(
    lots: LotReader,
    alerts: Pick<AlertQueries, 'byIds' | 'notifications'>,
    activity: Pick<RecentActivity, 'ofLots'>,
    consignments: Pick<ConsignmentReader, 'byIds'>,
  ) {
    this.#consignments = consignments;
    this.#lots = lots;
    this.#alerts = alerts;
    this.#screens = new ScreenAlerts(alerts, MOST_WAITING);
    this.#activity = activity;
  }

  /**
   * Loads the subjects of events and delivers them to the subscribers of this process: all of them, or none when it
   * throws, so that it may be called again.
   */
  async publish(news: readonly Change[]): Promise<void> {
    if (this.followers === 0) return;
    const subjects = subjectsOf(news);
    for (const followers of this.#kinds()) followers.look(subjects);
    const changes = await this.#changes(news);
    const [lots, tellAlerts, consignments] = await Promise.all([
      this.#lotFollowers.size > 0 ? this.#whole(changes) : [],
      this.#screens.size > 0 ? this.#screens.take(await this.#alerts.notifications(news)) : null,
      this.#consignmentFollowers.size > 0 ? this.#changedConsignments(news) : [],
    ]);
    // Those who see all lots read all consignments, and nobody else follows them.
    for (const event of consignments) {
      this.#consignmentFollowers.tell((scope) => (scope.kind === 'all' ? event : null));
    }
    for (const { change, told } of lots) this.#lotFollowers.tell((scope) => lotThrough(change, told, scope));
    tellAlerts?.();
    if (this.#manyFollowers.size > 0) this.#collect(changes);
  }

  /** streams with a subscriber */
  get followers(): number {
    return this.#kinds().reduce((sum, { size }) => sum + size, 0);
  }

  /** Lots as they change, in the subscriber's scope, one event each. */
  lots(subscriber: Subscriber): AsyncIterableIterator<LotChanges> {
    return this.#lotFollowers.follow(subscriber);
  }

  /** Lots as they change, in the subscriber's scope: those that change within a short time in one message. */
  manyLots(subscriber: Subscriber): AsyncIterableIterator<LotsChanges> {
    return this.#manyFollowers.follow(subscriber);
  }

  /** Alerts as they are raised, changed and dismissed, in the subscriber's scope. */
  alerts(subscriber: Subscriber): AsyncIterableIterator<AlertChanges> {
    return this.#screens.follow(subscriber);
  }

  /** Consignments as they change, for those who see all lots. */
  consignments(subscriber: Subscriber): AsyncIterableIterator<ConsignmentChanges> {
    return this.#consignmentFollowers.follow(subscriber);
  }

  #kinds(): [Followers<LotChanges>, ScreenAlerts, Followers<LotsChanges>, Followers<ConsignmentChanges>] {
    return [this.#lotFollowers, this.#screens, this.#manyFollowers, this.#consignmentFollowers];
  }

  /** The consignments of events as they are now, each once, with the last of their kinds. */
  async #changedConsignments(news: readonly Change[]): Promise<ConsignmentChanges[]> {
    const kinds = new Map(
      news.flatMap((item) => (item.topic === 'consignment' ? [[item.consignmentId, item.kind] as const] : [])),
    );
    const views = kinds.size === 0 ? [] : await this.#consignments.byIds([...kinds.keys()]);
    return views.map((consignment) => ({ kind: kinds.get(consignment.id) ?? 'changed', consignment }));
  }

  #collect(changes: readonly LotChange[]): void {
    if (changes.length === 0) return;
    const now = performance.now();
    if (this.#pause === undefined) this.#gathered.since = now;
    const { digest, since } = this.#gathered;
    for (const change of changes) digest.add(change);
    const latest = since + (digest.isBulk ? BULK_MS : LONGEST_MS);
    const at = Math.max(Math.min(now + PAUSE_MS, latest), this.#notBefore);
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.#send(), Math.max(0, at - now));
    this.#pause.unref();
  }

  #send(): void {
    const { digest } = this.#gathered;
    this.#gathered = { digest: new LotDigest(), since: 0 };
    this.#pause = undefined;
    if (digest.isBulk) this.#notBefore = performance.now() + BULK_MS;
    this.#told = this.#told.then(() => this.#tell(digest));
  }

  async #tell(digest: LotDigest): Promise<void> {
    const few = digest.few();
    // Lots that cannot be read now are named by id: the subscriber reads them.
    const whole = few && (await withinTime(READ_WITHIN_MS, () => this.#whole(few)).catch(() => null));
    this.#manyFollowers.tell((scope) => (whole === null ? digest.through(scope) : fewLots(whole, scope)));
  }

  /** The lots of events, with their farms. */
  async #changes(news: readonly Change[]): Promise<LotChange[]> {
    const named = this.#lotFollowers.size + this.#manyFollowers.size > 0 ? lotsIn(news) : new Map<string, never>();
    if (named.size === 0) return [];
    const names = await this.#lots.namesOf([...named.keys()]);
    return names.flatMap((name): LotChange[] => {
      const change = named.get(name.id);
      if (change === undefined) return [];
      const { kind, left, erased } = change;
      return [{ ...name, kind, left, farmErased: erased && name.farmId === null }];
    });
  }

  async #whole(changes: readonly LotChange[]): Promise<Whole[]> {
    if (changes.length === 0) return [];
    const ids = changes.map(({ id }) => id);
    const [views, activity] = await Promise.all([this.#lots.byIds(EVERYTHING, ids), this.#activity.ofLots(ids)]);
    const byId = new Map(views.map((view) => [view.id, view]));
    return changes.flatMap((change): Whole[] => {
      const { id, lotId, kind } = change;
      const lot = byId.get(id) ?? null;
      if (kind === 'DELETED') return [{ change, told: { id, lotId, lot: null, activity: null } }];
      // Deleted since, or before: its deletion is reported once, by its own event.
      if (lot === null) return [];
      return [{ change, told: { id, lotId, lot, activity: activity.get(id) ?? null } }];
    });
  }
}
