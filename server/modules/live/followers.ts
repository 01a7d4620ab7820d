import { setTimeout as delay } from 'node:timers/promises';
import type { LotScope } from '../../domain/access/permissions.ts';
import { ChangeQueue } from './changeQueue.ts';

/** A subscriber of a stream. */
export interface Subscriber {
  /** id of the user or the partner key */
  subject: string;
  /** the visible lots now; null once the session or the account ended, which ends the stream */
  scope(): Promise<LotScope | null>;
  /** more events wait than allowed: the subscriber is disconnected, and reads the present state when it reconnects */
  cutOff(): void;
}

/** Something about an account, its sessions or a partner key changed: its streams check whether they may continue. */
interface SubjectChange {
  subject: string;
}

/** One event, for all subscribers. */
class Told<News extends object> {
  readonly #through: (scope: LotScope) => News | null;
  readonly #views = new Map<string, News | null>();

  constructor(through: (scope: LotScope) => News | null) {
    this.#through = through;
  }

  /**
   * The event within a scope: the same object for all subscribers of that scope. Null if the scope does not show it.
   */
  through(scope: LotScope): News | null {
    const key = scopeKey(scope);
    const known = this.#views.get(key);
    if (known !== undefined) return known;
    const view = this.#through(scope);
    this.#views.set(key, view);
    return view;
  }
}

interface Follower<News extends object> {
  subscriber: Subscriber;
  queue: ChangeQueue<Told<News> | SubjectChange>;
}

/** Delay before the scope of a subscriber is read again after a failure. */
const ASK_AGAIN_MS = 500;

/**
 * The subscribers of one kind of event in this process. Each one's scope is read again for every event. All subscribers
 * with the same scope get the same object, so that its answer can be shared.
 */
export class Followers<News extends object> {
  readonly #all = new Set<Follower<News>>();
  readonly #most: number;

  /** @param most events that may wait for one subscriber; all share the same */
  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#all.size;
  }

  /** Delivers an event. @param through what each scope shows of it; null: nothing */
  tell(through: (scope: LotScope) => News | null): void {
    const told = new Told(through);
    for (const follower of this.#all) this.#hand(follower, told);
  }

  /** Accounts or keys changed: their streams end if they have lost access. */
  look(subjects: ReadonlySet<string>): void {
    for (const follower of this.#all) {
      const { subject } = follower.subscriber;
      if (subjects.has(subject)) this.#hand(follower, { subject });
    }
  }

  #hand(follower: Follower<News>, told: Told<News> | SubjectChange): void {
    if (!follower.queue.push(told)) this.#all.delete(follower);
  }

  // Not a generator: its return() would wait for the next event while a next() is pending, and leak the follower.
  /** The events that a subscriber sees from now on. */
  follow(subscriber: Subscriber): AsyncIterableIterator<News, undefined> {
    const queue = new ChangeQueue<Told<News> | SubjectChange>(this.#most, () => subscriber.cutOff());
    const follower = { subscriber, queue };
    this.#all.add(follower);
    let over = false;
    const end = async (): Promise<IteratorReturnResult<undefined>> => {
      over = true;
      this.#all.delete(follower);
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
          const view = told instanceof Told ? told.through(scope) : null;
          if (view !== null) return { value: view, done: false };
        }
      },
      return: end,
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }
}

function scopeKey(scope: LotScope): string {
  return scope.kind === 'farm' ? `farm ${scope.farmId}` : scope.kind;
}

/**
 * The present scope of a subscriber. While the database cannot answer, its stream waits: an ended stream would have to
 * be started again by a client that notices the silence.
 * @returns null if the stream must end
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
