import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Rate } from '../../platform/rate-limits/rate.ts';
import type { Database } from '../../platform/database/database.ts';
import { pleaseLogIn } from '../../platform/errors/refusal.ts';
import type { RowSigner } from '../../platform/row-signatures/rowSigner.ts';
import type { SignedFacts } from '../../platform/row-signatures/signedKinds.ts';
import type { KeyCaller } from '../../platform/access/caller.ts';
import { CallerCache } from './callerCache.ts';
import { addressGroup } from '../../platform/access/addressGroup.ts';
import { PARTNER_KEYS } from './signedIdentity.ts';
import type { StoredRow } from '../../platform/database/tableRow.ts';

/** A partner's API key: `mtk_` and 32 random bytes, base64url. */
const FORM = /^mtk_[\w-]{43}$/;
export const KEY_START = 'mtk_';

/** When a key was last used is written at most this often. */
const USE_WRITTEN_SECONDS = 60;
/** Limit of cached valid keys; reading these again does not count as an attempt. */
const MOST_GOOD = 10_000;
/** All keys are forgotten together: revoking one is rare, and reading them again is cheap. */
const ANY_KEY = 'key';

interface KeyRow extends StoredRow<'api_key', 'id' | 'name' | 'prefix' | 'role' | 'farm_id'> {
  use_untold: boolean;
  facts: SignedFacts;
  seal: string | null;
}

/** Whether a bearer token means to be a partner key, well formed or not. Access tokens hold dots and never begin so. */
export function isApiKey(token: string): boolean {
  return token.startsWith(KEY_START);
}

/** The stored hash of a key: a keyed hash, 32 bytes, which cannot be computed from the database alone. */
export function apiKeyHash(seals: RowSigner, key: string): Buffer {
  return seals.keyedHash('partner-key', createHash('sha256').update(key).digest());
}

/** Tells which partner calls. */
export class KeyReader {
  readonly #database: Database;
  readonly #clock: () => Date;
  readonly #callers: CallerCache<KeyCaller>;
  readonly #failures: FailedIdentifications;
  /** hashes of keys that were good */
  readonly #good = new LRUCache<string, true>({ max: MOST_GOOD });

  /** @param parts.failures unknown keys that an address may try; null: any */
  constructor(parts: { database: Database; clock: () => Date; failures: Rate | null }) {
    this.#database = parts.database;
    this.#clock = parts.clock;
    this.#callers = new CallerCache(parts.clock);
    this.#failures = new FailedIdentifications(parts.failures);
  }

  /**
   * @param address from which the key came
   * @throws Refused unauthenticated for a key that is unknown, revoked or not as the program made it; too-many-requests,
   *   without a look at the database, for one that was not good before, from an address that has tried too many
   */
  async authenticate(key: string, address: string): Promise<KeyCaller> {
    if (!FORM.test(key)) throw pleaseLogIn();
    const hash = apiKeyHash(this.#database.seals, key);
    const id = hash.toString('base64url');
    const caller = await this.#callers.get(id, ANY_KEY, () => this.#readCounted(hash, id, address));
    if (caller === null) throw pleaseLogIn();
    return caller;
  }

  async #readCounted(hash: Buffer, id: string, address: string): Promise<KeyCaller | null> {
    const read = (): Promise<KeyCaller | null> => this.#read(hash);
    const caller = await (this.#good.has(id) ? read() : this.#failures.counted(address, read));
    if (caller === null) this.#good.delete(id);
    else this.#good.set(id, true);
    return caller;
  }

  /** Reads every key again at its next use. */
  forget(): void {
    this.#callers.forget(ANY_KEY);
  }

  async #read(hash: Buffer): Promise<KeyCaller | null> {
    const now = this.#clock();
    const told = new Date(now.getTime() - USE_WRITTEN_SECONDS * 1000);
    const row = await this.#database.row<KeyRow>(
      `select id, name, prefix, role, farm_id, last_used_at is null or last_used_at <= $2 as use_untold,
         ${PARTNER_KEYS.facts('k')} as facts, seal
       from api_key k where hash = $1 and revoked_at is null`,
      [hash, told],
    );
    if (row === null || !this.#database.seals.holds('partner-key', row.id, row.facts, row.seal)) return null;
    if (row.use_untold) {
      await this.#database.rows(
        'update api_key set last_used_at = $2 where id = $1 and (last_used_at is null or last_used_at <= $3)',
        [row.id, now, told],
      );
    }
    return {
      kind: 'user',
      userId: null,
      username: row.prefix,
      name: row.name,
      role: row.role,
      email: '',
      farmId: row.farm_id,
      via: { kind: 'key', keyId: row.id },
    };
  }
}

/**
 * Limits unsuccessful identifications of an address in the database. Known callers do not count, since offices share
 * one address.
 */
class FailedIdentifications {
  readonly #rate: Rate | null;

  /** @param rate of failures that an address is let; null: any */
  constructor(rate: Rate | null) {
    this.#rate = rate;
  }

  /**
   * Identifies a caller for an address. Counted as a failure first, so that simultaneous attempts cannot pass the
   * limit, and uncounted on success.
   * @param ask null for an unknown caller
   * @throws Refused too-many-requests without asking, with the seconds to wait
   */
  async counted<Known>(address: string, ask: () => Promise<Known | null>): Promise<Known | null> {
    if (this.#rate === null) return ask();
    const group = addressGroup(address);
    this.#rate.count(group);
    const known = await ask();
    if (known !== null) this.#rate.giveBack(group);
    return known;
  }
}
