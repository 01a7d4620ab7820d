import type { ByteRanges } from './byteRanges.ts';
import type { FileContents } from './openFile.ts';
import type { TileDamaged } from './tileErrors.ts';

/** A damaged file is asked at most this often whether it has changed. */
const LOOK_EVERY_MS = 60_000;
const PROBE_BYTES = 8;

interface DamagedFile {
  contents: FileContents;
  error: TileDamaged;
  lookedAt: number;
}

/** Files that were found damaged. Each is read again only once its contents are others. */
export class DamagedFiles {
  readonly #files = new Map<string, DamagedFile>();
  readonly #lookEveryMs: number;

  constructor(lookEveryMs = LOOK_EVERY_MS) {
    this.#lookEveryMs = lookEveryMs;
  }

  /** Names of the files, without their places. */
  get names(): string[] {
    return [...new Set([...this.#files.keys()].map((name) => name.slice(name.lastIndexOf('/') + 1)))];
  }

  /**
   * A source that does not identify its contents cannot show whether they changed: its file is not noted. @param name
   * of the file, its location and a slash before it
   */
  note(name: string, contents: FileContents, error: TileDamaged): void {
    if (contents.tag === null) return;
    this.#files.set(name, { contents, error, lookedAt: performance.now() });
  }

  /**
   * Tests a damaged file from time to time with one small request for a change.
   * @param ranges without any cache
   * @throws TileDamaged while the file is the same, and errors of the ranges
   */
  async assertReadable(name: string, ranges: ByteRanges, signal: AbortSignal): Promise<void> {
    const known = this.#files.get(name);
    if (known === undefined) return;
    if (performance.now() - known.lookedAt < this.#lookEveryMs) throw known.error;
    known.lookedAt = performance.now();
    const { total, tag } = await ranges.read(0, PROBE_BYTES, signal);
    if (tag === known.contents.tag && total === known.contents.total) throw known.error;
    this.#files.delete(name);
  }
}
