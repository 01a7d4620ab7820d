import { AsyncResource } from 'node:async_hooks';
import PQueue, { type Queue, type QueueAddOptions } from 'p-queue';
import { currentRequest } from '../database/requestScope.ts';
import type { Message } from '../../domain/messages/message.ts';
import { Refused } from '../errors/refusal.ts';

export interface FairQueueRules {
  /** tasks that run at once */
  concurrency: number;
  /** the same, of one caller; `concurrency` unless given */
  concurrencyEach?: number;
  /** tickets at once: calls that run, wait, or are still being sent */
  tickets: number;
  /** the same, of one caller */
  ticketsEach: number;
  /** the answer to a call that gets no ticket */
  full: { said: Message; retryAfterSeconds: number };
}

type Task = () => Promise<unknown>;
type TaskOptions = QueueAddOptions & { caller: string };
type WaitingTask = Pick<TaskOptions, 'caller' | 'id'> & { task: Task };

/** Waiting tasks. The next one is of the caller with the fewest running tasks; among those, of the one served longest ago. */
class CallerOrder implements Queue<Task, TaskOptions> {
  readonly #running: Map<string, number>;
  readonly #concurrencyEach: number;
  readonly #lastServed = new Map<string, number>();
  #served = 0;
  #waiting: WaitingTask[] = [];

  /** @param running tasks of each caller; the queue lowers the count when a task ends */
  constructor(running: Map<string, number>, concurrencyEach: number) {
    this.#running = running;
    this.#concurrencyEach = concurrencyEach;
  }

  /** Tasks that may start: p-queue starts none when this is 0. */
  get size(): number {
    return this.#allowed().length;
  }

  enqueue(task: Task, { id, caller = '' }: Partial<TaskOptions> = {}): void {
    if (this.#waiting.length === 0) {
      for (const served of this.#lastServed.keys()) if (!this.#running.has(served)) this.#lastServed.delete(served);
    }
    this.#waiting.push({ task, id, caller });
  }

  dequeue(): Task | undefined {
    const rank = (counts: ReadonlyMap<string, number>, a: string, b: string): number =>
      (counts.get(a) ?? 0) - (counts.get(b) ?? 0);
    const [next] = this.#allowed().sort(
      (a, b) => rank(this.#running, a.caller, b.caller) || rank(this.#lastServed, a.caller, b.caller),
    );
    if (next === undefined) return undefined;
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    count(this.#running, next.caller, 1);
    this.#lastServed.set(next.caller, ++this.#served);
    return next.task;
  }

  remove(id: string): void {
    this.#waiting = this.#waiting.filter((one) => one.id !== id);
  }

  /** All waiting tasks. */
  filter(): Task[] {
    return this.#waiting.map(({ task }) => task);
  }

  setPriority(): void {
    throw new Error('Tasks have no priority');
  }

  #allowed(): WaitingTask[] {
    return this.#waiting.filter(({ caller }) => (this.#running.get(caller) ?? 0) < this.#concurrencyEach);
  }
}

/**
 * A queue that callers share fairly: a caller who asks for much waits for its own tasks, others do not. p-queue runs the tasks; it
 * lacks the order between callers and the bound on what waits (docs/decisions/0015).
 */
export class FairQueue {
  readonly #rules: FairQueueRules;
  readonly #queue: PQueue<CallerOrder, TaskOptions>;
  readonly #running = new Map<string, number>();
  readonly #tickets = new Map<string, number>();

  constructor(rules: FairQueueRules) {
    const { concurrency, concurrencyEach = concurrency } = rules;
    const running = this.#running;
    class Order extends CallerOrder {
      constructor() {
        super(running, concurrencyEach);
      }
    }
    this.#rules = rules;
    this.#queue = new PQueue({ concurrency, queueClass: Order });
  }

  /** Tasks that run, tasks that wait, and tickets that are taken. */
  get figures(): { working: number; waiting: number; places: number } {
    return { working: sum(this.#running), waiting: this.#queue.sizeBy({}), places: sum(this.#tickets) };
  }

  /**
   * Takes a ticket, to be released when the call has been answered.
   * @throws Refused too-many-requests when all tickets, or those of one caller, are taken
   */
  acquire(caller: string): Ticket {
    const own = this.#tickets.get(caller) ?? 0;
    if (own >= this.#rules.ticketsEach || sum(this.#tickets) >= this.#rules.tickets) {
      throw new Refused({ kind: 'too-many-requests', ...this.#rules.full });
    }
    count(this.#tickets, caller, 1);
    return new Ticket(
      (task) => this.#run(caller, task),
      () => count(this.#tickets, caller, -1),
    );
  }

  /** Runs a task with a ticket of its own, for calls that answer at once. @throws as `acquire` and `Ticket.run` */
  async run<T>(caller: string, task: () => Promise<T>): Promise<T> {
    const ticket = this.acquire(caller);
    try {
      return await ticket.run(task);
    } finally {
      ticket.release();
    }
  }

  async #run<T>(caller: string, task: () => Promise<T>): Promise<T> {
    const request = currentRequest();
    if (request !== undefined && request.timeout !== null) throw request.timeout;
    // The request's own signal would also free the slot of a task that still runs.
    const waiting = new AbortController();
    const stopListening = request?.whenOver((reason) => waiting.abort(reason));
    // p-queue starts a task in the async context of the one that ended before it; a task belongs to the request of its caller.
    const started = AsyncResource.bind(async () => {
      stopListening?.();
      try {
        return await task();
      } finally {
        count(this.#running, caller, -1);
      }
    });
    return this.#queue.add(started, { caller, signal: waiting.signal });
  }
}

/** The right of one call to wait and run in a queue. */
export class Ticket {
  readonly #run: <T>(task: () => Promise<T>) => Promise<T>;
  readonly #release: () => void;
  #started = false;
  #released = false;

  constructor(run: <T>(task: () => Promise<T>) => Promise<T>, release: () => void) {
    this.#run = run;
    this.#release = release;
  }

  /** Whether any of its tasks has started. */
  get started(): boolean {
    return this.#started;
  }

  /**
   * Runs a task when its turn comes. A streamed answer runs each of its portions as a task.
   * @throws RequestTimeout when the request times out before the task starts; the task then never starts
   */
  run<T>(task: () => Promise<T>): Promise<T> {
    return this.#run(() => {
      this.#started = true;
      return task();
    });
  }

  /** Frees the ticket; further calls do nothing. A task that runs keeps its slot until it ends. */
  release(): void {
    if (this.#released) return;
    this.#released = true;
    this.#release();
  }
}

function count(counts: Map<string, number>, caller: string, change: number): void {
  const now = (counts.get(caller) ?? 0) + change;
  if (now === 0) counts.delete(caller);
  else counts.set(caller, now);
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((all, one) => all + one, 0);
}
