import { subjectOf, type Caller, type RequestInfo } from '../access/caller.ts';
import { addressGroup } from '../access/addressGroup.ts';
import type { Config } from '../config.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import type { Rate } from '../rate-limits/rate.ts';
import type { SharedRates } from '../rate-limits/sharedRates.ts';

const WINDOW_MS = 60_000;
const DAY_MS = 86_400_000;

/** The subject of rates and heavy work: the id of the user or key, or the address of an anonymous caller. */
export function askerOf(caller: Caller, info: RequestInfo): string {
  return caller.kind === 'user' ? subjectOf(caller) : addressGroup(info.address);
}

/**
 * Requests a minute: anonymous ones per address, known ones per user or partner key
 * (docs/spec/settings-and-commands.md, 'Rates').
 */
export class Rates {
  readonly #anonymous: Rate | null;
  readonly #users: Rate | null;
  readonly #changes: Rate | null;

  /** @param config requests a minute; 0 is off */
  constructor(
    shared: SharedRates,
    { publicRateLimit, staffRateLimit, limits }: Pick<Config, 'publicRateLimit' | 'staffRateLimit' | 'limits'>,
  ) {
    this.#anonymous = shared.make('anonymous', { calls: publicRateLimit, windowMs: WINDOW_MS });
    this.#users = shared.make('known', { calls: staffRateLimit, windowMs: WINDOW_MS });
    this.#changes = shared.make('changes', {
      calls: staffRateLimit === 0 ? 0 : limits.changesADay,
      windowMs: DAY_MS,
      said: REFUSED.tooManyChangesADay({ most: limits.changesADay }),
    });
  }

  /** @throws Refused too-many-requests, with the seconds to wait */
  async spend(caller: Caller, info: RequestInfo): Promise<void> {
    const [rate, key] = this.#countedBy(caller, info);
    rate?.count(key);
  }

  /** Charges the additional cost of a request. The request is not rejected any more; the next one may be. */
  charge(caller: Caller, info: RequestInfo, requests: number): void {
    const [rate, key] = this.#countedBy(caller, info);
    rate?.charge(key, requests);
  }

  /** Counts the changes of a known caller. @throws Refused too-many-requests above the limit of 24 hours */
  countChanges(caller: Caller, changes: number): void {
    if (caller.kind === 'user') this.#changes?.count(subjectOf(caller), changes);
  }

  #countedBy(caller: Caller, info: RequestInfo): [Rate | null, string] {
    return [caller.kind === 'user' ? this.#users : this.#anonymous, askerOf(caller, info)];
  }
}
