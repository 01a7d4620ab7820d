import type { ByteRanges, RangeOfFile } from './byteRanges.ts';

/** Tells one state of a file from another. */
export type FileContents = Pick<RangeOfFile, 'total' | 'tag'>;

/** An opened file with several readers. Its running work continues while a reader waits, and ends without any. */
export class HeldFile<Opened> {
  readonly #opened: Promise<Opened>;
  readonly #left = new AbortController();
  readonly #ranges: ByteRanges;
  #readers = 0;
  #contents: FileContents | null = null;

  /** @param open opens it; its signal is aborted once everybody has left */
  constructor(ranges: ByteRanges, open: (ranges: ByteRanges, left: AbortSignal) => Promise<Opened>) {
    this.#ranges = ranges;
    const noted: ByteRanges = {
      read: async (...asked) => {
        const read = await ranges.read(...asked);
        this.#contents ??= { total: read.total, tag: read.tag };
        return read;
      },
    };
    this.#opened = open(noted, this.#left.signal);
    // Readers get the error; without any it is no unhandled error.
    this.#opened.catch(() => undefined);
  }

  /** All readers have left: it must be opened again. */
  get isOver(): boolean {
    return this.#left.signal.aborted;
  }

  /** Which contents were read first; null before that. */
  get contents(): FileContents | null {
    return this.#contents;
  }

  /** Cached bytes of it must not be used again. */
  async forget(): Promise<void> {
    await this.#ranges.forget?.();
  }

  /** @throws errors of opening and reading, and the signal's reason */
  async read<Result>(read: (opened: Opened) => Promise<Result>, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    this.#readers += 1;
    const gone = Promise.withResolvers<never>();
    const leave = (): void => {
      this.#readers -= 1;
      gone.reject(signal.reason);
      if (this.#readers === 0) this.#left.abort(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([this.#opened.then(read), gone.promise]);
    } finally {
      if (!signal.aborted) this.#readers -= 1;
      signal.removeEventListener('abort', leave);
    }
  }
}
