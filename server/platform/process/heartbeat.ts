import { writeFile } from 'node:fs/promises';
import type { BaseLogger } from 'pino';

const EVERY_MS = 10_000;

/**
 * Renews the time of a file every 10 s while a process does its work. A worker listens on no port, so the health check of its
 * container reads the age of this file (docker-compose.yml).
 */
export class Heartbeat {
  readonly #file: string;
  readonly #isWorking: () => Promise<boolean>;
  readonly #log: Pick<BaseLogger, 'warn'>;
  #timer: NodeJS.Timeout | null = null;

  /** @param isWorking asked before each renewal; an error counts as no */
  constructor(file: string, isWorking: () => Promise<boolean>, log: Pick<BaseLogger, 'warn'>) {
    this.#file = file;
    this.#isWorking = isWorking;
    this.#log = log;
  }

  async start(): Promise<void> {
    await this.beat();
    this.#timer = setInterval(() => void this.beat(), EVERY_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Renews the file once, if the process does its work. */
  async beat(): Promise<void> {
    try {
      if (await this.#isWorking()) await writeFile(this.#file, `${new Date().toISOString()}\n`);
    } catch (error) {
      this.#log.warn({ err: error }, 'The heartbeat file was not renewed');
    }
  }
}
