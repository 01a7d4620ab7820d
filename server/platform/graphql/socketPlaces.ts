/**
 * How many sockets may be open at the same time, in each process (docs/api.md). An office, or a mobile network, shares one
 * address: who signs in is counted by account, and those who do not leave room for those who do.
 */
export const SOCKET_LIMITS = {
  /** of one address, on which nobody has said yet who they are */
  unknownPerAddress: 100,
  /** of one address, on which nobody signed in */
  anonymousPerAddress: 50,
  /** of one address */
  perAddress: 1_000,
  /** of one user or partner key: each tab of a browser has one */
  perAccount: 50,
} as const;

/** A socket's place among those of its address and, once somebody signed in on it, of the account. */
export interface Permit {
  /**
   * It is known who opened it.
   * @param subject id of the user or partner key; null for nobody
   * @returns false when they have too many
   */
  take(subject: string | null): boolean;
  leave(): void;
}

/** Counts sockets by address and by account. */
export class SocketPermits {
  readonly #addresses = new Counts();
  readonly #unknown = new Counts();
  readonly #anonymous = new Counts();
  readonly #accounts = new Counts();

  /**
   * Takes a place for a socket of which nobody knows yet who opened it.
   * @param address what counts as one (`addressGroup`)
   * @returns null when the address has too many
   */
  enter(address: string): Permit | null {
    if (this.#addresses.of(address) >= SOCKET_LIMITS.perAddress) return null;
    if (this.#unknown.of(address) >= SOCKET_LIMITS.unknownPerAddress) return null;
    this.#addresses.add(address, 1);
    let leaves = this.#unknown.enter(address);
    let left = false;
    return {
      take: (subject) => {
        if (left) return true;
        const [counts, key, most] =
          subject === null
            ? ([this.#anonymous, address, SOCKET_LIMITS.anonymousPerAddress] as const)
            : ([this.#accounts, subject, SOCKET_LIMITS.perAccount] as const);
        if (counts.of(key) >= most) return false;
        leaves();
        leaves = counts.enter(key);
        return true;
      },
      leave: () => {
        if (left) return;
        left = true;
        leaves();
        this.#addresses.add(address, -1);
      },
    };
  }
}

class Counts {
  readonly #counts = new Map<string, number>();

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: string, difference: 1 | -1): void {
    const count = this.of(key) + difference;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }

  /** Counts one. @returns what takes that back */
  enter(key: string): () => void {
    this.add(key, 1);
    return () => this.add(key, -1);
  }
}
