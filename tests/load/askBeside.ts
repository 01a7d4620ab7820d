import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

const taken = z.object({ took: z.array(z.number()), failed: z.number() });

/** Answers of one address since the last look. */
export interface Beside {
  answers: number;
  /** ms */
  p50: number;
  p99: number;
  most: number;
  /** answers other than 2xx */
  failed: number;
}

/** Somebody who asks for one address again and again while others are measured. */
export class AskBeside {
  readonly #worker: Worker;

  constructor(url: string, headers: Record<string, string> = {}, pauseMs = 5) {
    this.#worker = new Worker(new URL('./healthAsker.ts', import.meta.url), {
      execArgv: ['--import', 'tsx'],
      workerData: { url, headers, pauseMs },
    });
  }

  /** How it went since the last look. */
  async look(): Promise<Beside> {
    this.#worker.postMessage('look', []);
    const [message]: unknown[] = await once(this.#worker, 'message');
    const { took, failed } = taken.parse(message);
    const sorted = took.sort((a, b) => a - b);
    const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    return { answers: sorted.length, p50: at(0.5), p99: at(0.99), most: at(1), failed };
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}
