/**
 * Limits of open sockets in each process (docs/api.md). An office or a mobile network shares one address: signed-in
 * clients are counted by account, and the limits of the others leave room for them.
 */
export const SOCKET_LIMITS = {
  /** of one address, not signed in yet */
  unknownPerAddress: 100,
  /** of one address, anonymous */
  anonymousPerAddress: 50,
  /** of one address */
  perAddress: 1_000,
  /** of one user or partner key: each tab of a browser has one */
  perAccount: 50,
} as const;

/** A socket's slot among those of its address and, once it has signed in, of the account. */
export interface Permit {
  /**
   * The socket's owner is known.
   * @param subject id of the user or partner key; null for anonymous
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
   * Takes a slot for a socket whose owner is not known yet.
   * @param address client address (`addressGroup`)
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

  /** Counts one. @returns a function that uncounts it */
  enter(key: string): () => void {
    this.add(key, 1);
    return () => this.add(key, -1);
  }
}
