import { setTimeout as delay } from 'node:timers/promises';
import type { LotScope } from '../../domain/access/permissions.ts';
import { ChangeQueue } from './newsQueue.ts';

/** Whoever follows a stream. */
export interface Subscriber {
  /** id of the user or the partner key */
  subject: string;
  /** the lots in sight now; null once the session or the account ended, which ends the stream */
  scope(): Promise<LotScope | null>;
  /** more news waits for them than may: they are cut off, and read the present state when they come back */
  cutOff(): void;
}

/** Something about an account, its sessions or a partner key changed: its streams look whether they may go on. */
interface SubjectChange {
  subject: string;
}

/** One event, for all who follow. */
class Told<News extends object> {
  readonly #through: (scope: LotScope) => News | null;
  readonly #views = new Map<string, News | null>();

  constructor(through: (scope: LotScope) => News | null) {
    this.#through = through;
  }

  /** As a scope shows it: the same object for all who see it through the same one. Null when they do not see it. */
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

/** Before it is asked again what a subscriber may see, when that could not be found out. */
const ASK_AGAIN_MS = 500;

/**
 * Those in this process who follow one kind of news. Each one's scope is asked anew for every event. All who see an event
 * through the same scope get the same object, by which what it brings can be told to be the same.
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

  /** Hands on an event. @param through what each scope shows of it; null: nothing */
  tell(through: (scope: LotScope) => News | null): void {
    const told = new Told(through);
    for (const follower of this.#all) this.#hand(follower, told);
  }

  /** Something became of accounts or keys: their streams end when they are no longer let in. */
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
  /** What a subscriber sees of what comes from now on. */
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
