import { currentRequest } from '../database/requestScope.ts';
import type { Said } from '../../domain/said/said.ts';
import { Refused } from '../errors/refusal.ts';

export interface QueueRules {
  /** works under way at once */
  slots: number;
  /** the same, of one caller; as many as `slots` where it is not set */
  slotsEach?: number;
  /** calls that work, wait for it, or are still being sent */
  places: number;
  /** the same, of one caller */
  placesEach: number;
  /** what a call is told that finds no place */
  full: { said: Said; retryAfterSeconds: number };
}

interface Waiting {
  subject: string;
  begin(): void;
}

/**
 * Heavy work of one kind: a few at a time, and a bound on what waits. Whoever has the fewest works under way comes next, of
 * those whose last turn was longest ago: nobody who asks for much makes others wait for all of it.
 */
export class FairQueue {
  readonly #rules: QueueRules;
  readonly #waiting: Waiting[] = [];
  readonly #working = new Map<string, number>();
  readonly #places = new Map<string, number>();
  /** which turn was the last of each caller, while anybody waits */
  readonly #lastTurns = new Map<string, number>();
  #turns = 0;

  constructor(rules: QueueRules) {
    this.#rules = rules;
  }

  /** Works under way, those that wait, and calls in the lane altogether. */
  get figures(): { working: number; waiting: number; places: number } {
    return { working: sum(this.#working), waiting: this.#waiting.length, places: sum(this.#places) };
  }

  /**
   * Takes a place, which is to be left when the call has been answered.
   * @param subject who asks, so that all get their share
   * @throws Refused too-many-requests when the lane, or the caller's share of it, is full
   */
  enter(subject: string): Permit {
    const own = this.#places.get(subject) ?? 0;
    if (own >= this.#rules.placesEach || sum(this.#places) >= this.#rules.places) {
      throw new Refused({ kind: 'too-many-requests', ...this.#rules.full });
    }
    count(this.#places, subject, 1);
    return new Permit(
      (work, began) => this.#run(subject, work, began),
      () => count(this.#places, subject, -1),
    );
  }

  /** Work with a place of its own, for calls whose answer is all there is. @throws as `enter` and `Permit.run` */
  async during<T>(subject: string, work: () => Promise<T>): Promise<T> {
    const place = this.enter(subject);
    try {
      return await place.run(work);
    } finally {
      place.leave();
    }
  }

  async #run<T>(subject: string, work: () => Promise<T>, began: () => void): Promise<T> {
    await this.#turn(subject);
    try {
      began();
      return await work();
    } finally {
      count(this.#working, subject, -1);
      this.#next();
    }
  }

  /** Resolves when a slot has been taken. Whoever's request is over meanwhile does not wait on. @throws RequestTimeout */
  #turn(subject: string): Promise<void> {
    const request = currentRequest();
    if (request !== undefined && request.timeout !== null) return Promise.reject(request.timeout);
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        subject,
        begin: () => {
          stay?.();
          count(this.#working, subject, 1);
          resolve();
        },
      };
      const stay = request?.whenOver((reason) => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(reason);
      });
      this.#waiting.push(waiting);
      this.#next();
    });
  }

  #next(): void {
    if (this.#waiting.length === 0) this.#lastTurns.clear();
    if (this.#waiting.length === 0 || sum(this.#working) >= this.#rules.slots) return;
    const { slots, slotsEach = slots } = this.#rules;
    const allowed = this.#waiting.filter(({ subject }) => (this.#working.get(subject) ?? 0) < slotsEach);
    const [first] = allowed;
    if (first === undefined) return;
    const next = allowed.reduce((best, one) => (this.#before(one.subject, best.subject) ? one : best), first);
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.#lastTurns.set(next.subject, ++this.#turns);
    next.begin();
  }

  #before(one: string, other: string): boolean {
    const works = (this.#working.get(one) ?? 0) - (this.#working.get(other) ?? 0);
    return works < 0 || (works === 0 && (this.#lastTurns.get(one) ?? 0) < (this.#lastTurns.get(other) ?? 0));
  }
}

/** One call in a lane. */
export class Permit {
  readonly #run: <T>(work: () => Promise<T>, began: () => void) => Promise<T>;
  readonly #leave: () => void;
  #begun = false;
  #left = false;

  constructor(run: <T>(work: () => Promise<T>, began: () => void) => Promise<T>, leave: () => void) {
    this.#run = run;
    this.#leave = leave;
  }

  /** Whether any of its work has begun. */
  get begun(): boolean {
    return this.#begun;
  }

  /**
   * Runs work when it is its turn. A call that goes on in portions, as a stream does, takes a turn for each of them.
   * @throws RequestTimeout when the request is over before it begins; then it never does
   */
  run<T>(work: () => Promise<T>): Promise<T> {
    return this.#run(work, () => (this.#begun = true));
  }

  /** Gives the place to others; further calls do nothing. Work under way keeps its slot until it ends. */
  leave(): void {
    if (this.#left) return;
    this.#left = true;
    this.#leave();
  }
}

function count(counts: Map<string, number>, subject: string, change: number): void {
  const now = (counts.get(subject) ?? 0) + change;
  if (now === 0) counts.delete(subject);
  else counts.set(subject, now);
}

function sum(counts: ReadonlyMap<string, number>): number {
  let all = 0;
  for (const one of counts.values()) all += one;
  return all;
}
