/** What is used of a pino logger. */
export interface ClosingLog {
  error(details: object, message: string): void;
}

/** All phases together: a stop may take 10 s (docs/spec/settings-and-commands.md, 'Commands'). */
const ALL_WITHIN_MS = 9_200;

/**
 * How a program ends: phase after phase, all parts of a phase at the same time. A part that takes longer is left behind, so
 * that an outside world that hangs does not keep the program.
 */
const PHASES = [
  /** answers running requests, puts jobs back, ends the batch that is being recorded */
  { name: 'work', withinMs: 5_500 },
  /** followers of the event log */
  { name: 'news', withinMs: 500 },
  /** the connections to the database */
  { name: 'connections', withinMs: 500 },
  /** the embedded database itself: all the time that is left */
  { name: 'database', withinMs: ALL_WITHIN_MS },
] as const;
export type Phase = (typeof PHASES)[number]['name'];

interface Part {
  phase: Phase;
  name: string;
  /** @param withinMs time that it has */
  end(withinMs: number): Promise<unknown>;
}

/** Everything that was started and must be stopped. */
export class Closing {
  readonly #log: ClosingLog;
  readonly #parts: Part[] = [];
  #running: Promise<void> | null = null;
  readonly #late: string[] = [];

  constructor(log: ClosingLog) {
    this.#log = log;
  }

  /** Adds a part that was started; it is ended at once when the end has begun. */
  add(phase: Phase, name: string, end: Part['end']): void {
    const part = { phase, name, end };
    if (this.#running === null) this.#parts.push(part);
    else void this.#end(part, 0);
  }

  /** Ends everything; further calls wait for the first. It never throws. @returns parts that did not end in order */
  async run(): Promise<readonly string[]> {
    this.#running ??= this.#run();
    await this.#running;
    return this.#late;
  }

  async #run(): Promise<void> {
    const began = performance.now();
    for (const phase of PHASES) {
      const left = ALL_WITHIN_MS - (performance.now() - began);
      const withinMs = Math.max(0, Math.min(phase.withinMs, left));
      const parts = this.#parts.filter((part) => part.phase === phase.name);
      await Promise.all(parts.map((part) => this.#end(part, withinMs)));
    }
  }

  async #end(part: Part, withinMs: number): Promise<void> {
    const late = Promise.withResolvers<'late'>();
    const timer = setTimeout(() => late.resolve('late'), withinMs);
    try {
      if ((await Promise.race([part.end(withinMs), late.promise])) !== 'late') return;
      this.#late.push(part.name);
      this.#log.error(
        { part: part.name, withinMs: Math.round(withinMs) },
        'A part did not end in time and is left behind',
      );
    } catch (error) {
      this.#late.push(part.name);
      this.#log.error({ err: error, part: part.name }, 'A part did not stop cleanly');
    } finally {
      clearTimeout(timer);
    }
  }
}
