import type { SignedHead } from '../../domain/proof/head.ts';
import { LEDGER } from '../../domain/messages/healthMessages.ts';
import type { Message } from '../../domain/messages/message.ts';
import type { HeadFile } from './headFile.ts';
import type { HeadLog, HeadWitnesses } from './witnesses.ts';

/** Heads are stored and sent at most this often: one for each block would be too many. */
const EVERY_MS = 1_000;

/** Keeps the newest head in the file and sends it to the witnesses, after the fact and never more than once a second. */
export class HeadKeeping {
  readonly #file: HeadFile | null;
  readonly #witnesses: HeadWitnesses | null;
  readonly #log: HeadLog | null;
  /** makes the newest head; null when all are stored */
  #waiting: (() => Promise<SignedHead>) | null = null;
  #declared = false;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  #writtenAt = -Infinity;
  #fileFails = false;

  constructor(file: HeadFile | null, witnesses: HeadWitnesses | null, log: HeadLog | null) {
    this.#file = file;
    this.#witnesses = witnesses;
    this.#log = log;
  }

  /** What of it does not work; null when all is well. */
  get trouble(): Message | null {
    if (this.#fileFails) return LEDGER.headUnkept({});
    return this.#witnesses?.trouble ?? null;
  }

  /**
   * Schedules storing a head.
   * @param make signs it; called once, or never if a newer one comes before
   * @param declared it may replace one with more blocks
   */
  keep(make: () => Promise<SignedHead>, declared: boolean): void {
    if (this.#file === null && this.#witnesses === null) return;
    this.#waiting = make;
    this.#declared ||= declared;
    if (this.#timer !== null) return;
    const wait = Math.max(0, this.#writtenAt + EVERY_MS - performance.now());
    this.#timer = setTimeout(() => void this.flush(), wait).unref();
  }

  /** Stores the waiting head now. It never throws. */
  async flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const [make, declared] = [this.#waiting, this.#declared];
    this.#waiting = null;
    this.#declared = false;
    if (make !== null) {
      this.#writtenAt = performance.now();
      this.#writing = this.#writing.then(() => this.#write(make, declared));
    }
    await this.#writing;
  }

  async close(): Promise<void> {
    await this.flush();
    await this.#witnesses?.close();
  }

  async #write(make: () => Promise<SignedHead>, declared: boolean): Promise<void> {
    try {
      const head = await make();
      this.#witnesses?.post(head);
      await this.#file?.write(head, declared);
      this.#fileFails = false;
    } catch (error) {
      if (!this.#fileFails) this.#log?.error({ err: error }, 'The newest head of the ledger could not be kept');
      this.#fileFails = true;
    }
  }
}
