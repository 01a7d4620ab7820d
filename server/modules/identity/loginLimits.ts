import { createHmac } from 'node:crypto';
import { addressGroup } from '../../platform/access/addressGroup.ts';
import type { Database } from '../../platform/database/database.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { Refused } from '../../platform/errors/refusal.ts';
import { derivedKey } from '../../platform/access/derivedKey.ts';

/** Failures that are let through within the window (docs/spec/rest-api.md, 'Session calls'). */
export const LOGIN_LIMITS = { windowMs: 15 * 60_000, perAccount: 10, perAddress: 100 } as const;

/** First key of our advisory locks here; the second is taken from the address key. */
const LOCK_SPACE = 0x6c6f67;
/** Rows of other addresses that one attempt clears away at most. */
const CLEARED_AT_ONCE = 100;

/** One failed attempt from an address. */
export interface CountedFailure {
  /** ms since 1970 */
  at: number;
  /** of the user name that is asked for now */
  sameAccount: boolean;
}

/**
 * How long an attempt has to wait: until enough failures have left the window.
 * @param failures from the same address, newest first
 * @returns whole seconds, at least 1; null when the attempt is let through
 */
export function secondsToWait(failures: readonly CountedFailure[], now: number): number | null {
  const ofAccount = failures.filter(({ sameAccount }) => sameAccount);
  // The attempt is free again once the failure that fills the limit has left the window.
  const filling = [ofAccount[LOGIN_LIMITS.perAccount - 1], failures[LOGIN_LIMITS.perAddress - 1]];
  const waits = filling.flatMap((failure) => (failure === undefined ? [] : [failure.at + LOGIN_LIMITS.windowMs - now]));
  const wait = Math.max(0, ...waits);
  return wait > 0 ? Math.ceil(wait / 1000) : null;
}

/**
 * Counts failed logins in PostgreSQL, for all processes: per user name and address, and per address. Only keyed hashes
 * (HMAC-SHA-256) of names and addresses are stored, for the length of the window.
 */
export class LoginLimits {
  readonly #database: Database;
  readonly #key: Uint8Array;
  readonly #clock: () => Date;

  constructor(parts: { database: Database; secret: string; clock: () => Date }) {
    this.#database = parts.database;
    this.#key = derivedKey(parts.secret, 'login-limits');
    this.#clock = parts.clock;
  }

  /**
   * Counts an attempt as failed before its password is checked, so that simultaneous attempts cannot pass the limit.
   * The caller deletes the row if the password is right.
   * @returns id of the row in `login_failure`
   * @throws Refused 'too-many-requests'; a rejected attempt is not counted
   */
  async reserve(username: string, address: string): Promise<string> {
    const now = this.#clock();
    const group = addressGroup(address);
    const addressKey = this.#keyed('address', group);
    const accountKey = this.#keyed('account', `${username.toLowerCase()}\0${group}`);
    const windowStart = new Date(now.getTime() - LOGIN_LIMITS.windowMs);
    const reserved = await this.#database.writeFromReserve(async (em) => {
      // Both limits are per address, so one lock per address orders all attempts that either of them counts.
      await em.execute('select pg_advisory_xact_lock(?, ?)', [LOCK_SPACE, addressKey.readInt32BE()]);
      await em.execute('delete from login_failure where address_key = ? and at <= ?', [addressKey, windowStart]);
      await em.execute(
        `delete from login_failure where id in (
           select id from login_failure
           where id in (select id from login_failure order by id limit ?) and at <= ?
           for update skip locked)`,
        [CLEARED_AT_ONCE, windowStart],
      );
      const failures: { at: string; same: boolean }[] = await em.execute(
        `select extract(epoch from at) * 1000 as at, account_key = ? as same
         from login_failure where address_key = ? order by at desc`,
        [accountKey, addressKey],
      );
      const counted = failures.map(({ at, same }) => ({ at: Number(at), sameAccount: same }));
      const wait = secondsToWait(counted, now.getTime());
      if (wait !== null) return { wait };
      const [row]: { id: string }[] = await em.execute(
        'insert into login_failure (at, account_key, address_key) values (?, ?, ?) returning id',
        [now, accountKey, addressKey],
      );
      if (row === undefined) throw new Error('login_failure took no row');
      return { id: row.id };
    });
    if (reserved.id !== undefined) return reserved.id;
    throw tooManyAttempts(reserved.wait);
  }

  #keyed(kind: 'account' | 'address', value: string): Buffer {
    return createHmac('sha256', this.#key).update(`${kind}\0${value}`).digest();
  }
}

function tooManyAttempts(seconds: number): Refused {
  const minutes = Math.ceil(seconds / 60);
  return new Refused({
    kind: 'too-many-requests',
    said: REFUSED.tooManyAttempts({ minutes }),
    retryAfterSeconds: seconds,
  });
}
