import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { assertOutsideWrite } from '../database/openWrite.ts';
import { currentRequest } from '../database/requestScope.ts';

/** What a thread can be asked to do, by name. What goes in and comes out must survive being copied between threads. */
export type Tasks = Record<string, (input: never) => unknown>;

export interface TaskCall {
  task: string;
  argument: unknown;
}

export type TaskOutcome = { value: unknown } | { error: unknown };

/** For the compiler's heap; a thread that needs more ends, and with it what it was making. */
const HEAP_MB = 768;
/** A larger space for new objects grows with each large task, and is returned late. */
const NEW_OBJECTS_MB = 24;
/** A thread without work gives its memory back. */
const IDLE_MS = 60_000;

interface Thread {
  worker: Worker;
  idle: NodeJS.Timeout | null;
}

/**
 * Threads of this process for what would hold up all requests on the one that answers them. They are started when there is
 * work, at most `count`, and end when they had none for a minute, or for `idleMs`.
 */
export class Threads<Own extends Tasks> {
  readonly #entry: URL;
  readonly #count: number;
  readonly #idleMs: number;
  readonly #threads = new Set<Thread>();
  readonly #waiting: (() => void)[] = [];
  #closed = false;

  /**
   * @param entry the module of the threads without its ending, which calls `answerTasks`: as it is compiled, or as it is
   *   written where this module runs as it is written
   * @param idleMs milliseconds until a thread without work ends; short where tasks are large and rare
   */
  constructor(entry: URL, count: number, { idleMs = IDLE_MS }: { idleMs?: number } = {}) {
    const source = import.meta.url.endsWith('.ts');
    this.#entry = new URL(`${entry.href}${source ? '.ts' : '.js'}`);
    this.#count = count;
    this.#idleMs = idleMs;
  }

  /** Threads that there are now. */
  get size(): number {
    return this.#threads.size;
  }

  /**
   * Does a task in a thread. When the request that it is done for is over, the thread ends in the middle of it.
   * @throws what the task throws; RequestTimeout; Error when the thread ended, or all of them were closed
   */
  async run<Name extends keyof Own & string>(
    task: Name,
    input: Parameters<Own[Name]>[0],
  ): Promise<Awaited<ReturnType<Own[Name]>>> {
    assertOutsideWrite();
    const thread = await this.#free();
    try {
      const outcome = await answered(thread.worker, { task, argument: input });
      if ('error' in outcome) throw outcome.error;
      // The thread's module is checked against the same `Own` type.
      return asSent(outcome.value) as Awaited<ReturnType<Own[Name]>>;
    } finally {
      this.#release(thread);
    }
  }

  /** Ends all threads, also in the middle of their work. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#threads].map((thread) => this.#end(thread)));
    for (const next of this.#waiting.splice(0)) next();
  }

  async #free(): Promise<Thread> {
    for (;;) {
      if (this.#closed) throw new Error('The threads were closed');
      const free = [...this.#threads].find(({ idle }) => idle !== null);
      if (free?.idle) {
        clearTimeout(free.idle);
        free.idle = null;
        return free;
      }
      if (this.#threads.size < this.#count) return this.#start();
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #start(): Thread {
    const worker = new Worker(this.#entry, {
      // As it is written it needs a loader where Node does not read TypeScript by itself.
      execArgv: this.#entry.href.endsWith('.ts') && !process.features.typescript ? ['--import', 'tsx'] : [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: NEW_OBJECTS_MB },
    });
    const thread: Thread = { worker, idle: null };
    this.#threads.add(thread);
    worker.unref();
    // Without a listener an error of the thread would end the process.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      this.#threads.delete(thread);
      if (thread.idle !== null) clearTimeout(thread.idle);
      this.#waiting.shift()?.();
    });
    return thread;
  }

  #release(thread: Thread): void {
    if (!this.#threads.has(thread)) return;
    thread.idle = setTimeout(() => void this.#end(thread), this.#idleMs);
    thread.idle.unref();
    this.#waiting.shift()?.();
  }

  async #end(thread: Thread): Promise<void> {
    this.#threads.delete(thread);
    await thread.worker.terminate();
  }
}

/** A Buffer loses its class on the way. */
function asSent(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
}

/** One question at a time goes to a thread, so the next message is its answer. */
async function answered(worker: Worker, call: TaskCall): Promise<TaskOutcome> {
  const request = currentRequest();
  if (request !== undefined && request.timeout !== null) throw request.timeout;
  const over = new AbortController();
  const takeBack = request?.whenOver((reason) => over.abort(reason));
  worker.ref();
  try {
    worker.postMessage(call, []);
    const ended = once(worker, 'exit', { signal: over.signal }).then(() => {
      throw new Error('The thread ended before its work was done');
    });
    const [outcome]: TaskOutcome[] = await Promise.race([once(worker, 'message', { signal: over.signal }), ended]);
    if (outcome === undefined) throw new Error('The thread answered nothing');
    return outcome;
  } catch (error) {
    await worker.terminate();
    throw over.signal.aborted ? over.signal.reason : error;
  } finally {
    takeBack?.();
    over.abort();
    worker.unref();
  }
}
