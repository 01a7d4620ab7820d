import type { SignedKind } from './signedKinds.ts';

/** A row whose seal is missing or wrong: it was made, or changed, by somebody who went past the program. */
export interface TamperedRow {
  kind: SignedKind;
  /** what the row is found by */
  identity: string;
  firstSeenAt: Date;
  lastSeenAt: Date;
}

const REMEMBERED = 1_000;
/** A row that was not checked for this long is dropped from the list. */
const FORGOTTEN_AFTER_MS = 24 * 3_600_000;

/**
 * The rows with broken seals that this process has come upon, at most a thousand, until it finds them whole again or has not
 * seen them for a day: health counts them, and the log names each once.
 */
export class TamperedRows {
  readonly #known = new Map<string, TamperedRow>();
  #tell: (broken: TamperedRow) => void = () => undefined;

  /** Calls back once for each row, also with those that were found before. */
  onBroken(tell: (broken: TamperedRow) => void): void {
    this.#tell = tell;
    for (const broken of this.#known.values()) tell(broken);
  }

  add(kind: SignedKind, identity: string): void {
    const key = `${kind}\0${identity}`;
    const now = new Date();
    const known = this.#known.get(key);
    if (known !== undefined) known.lastSeenAt = now;
    if (known !== undefined || this.#known.size >= REMEMBERED) return;
    const broken = { kind, identity, firstSeenAt: now, lastSeenAt: now };
    this.#known.set(key, broken);
    this.#tell(broken);
  }

  /** The row is as the program made it again, or gone. */
  forget(kind: SignedKind, identity: string): void {
    if (this.#known.size > 0) this.#known.delete(`${kind}\0${identity}`);
  }

  /** How many rows of each kind, kinds in alphabetical order; kinds without any are left out. */
  counts(): { kind: SignedKind; count: number }[] {
    const since = Date.now() - FORGOTTEN_AFTER_MS;
    const counts = new Map<SignedKind, number>();
    for (const [key, { lastSeenAt }] of this.#known) if (lastSeenAt.getTime() < since) this.#known.delete(key);
    for (const { kind } of this.#known.values()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return [...counts].map(([kind, count]) => ({ kind, count })).sort((a, b) => (a.kind < b.kind ? -1 : 1));
  }
}
