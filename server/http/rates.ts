import { subjectOf, type Caller, type RequestInfo } from '../rights/caller.ts';
import { addressGroup } from '../identity/loginLimits.ts';
import type { Rate } from '../bounds/rate.ts';
import type { SharedRates } from '../bounds/sharedRates.ts';

const WINDOW_MS = 60_000;

/** Requests a minute: anonymous ones per address, known ones per user or partner key (interfaces, 'Environment'). */
export class Rates {
  readonly #anonymous: Rate | null;
  readonly #users: Rate | null;

  /** @param limits requests a minute; 0 is off */
  constructor(shared: SharedRates, limits: { publicRateLimit: number; staffRateLimit: number }) {
    this.#anonymous = shared.make('anonymous', { calls: limits.publicRateLimit, windowMs: WINDOW_MS });
    this.#users = shared.make('known', { calls: limits.staffRateLimit, windowMs: WINDOW_MS });
  }

  /** @throws Refused too-many-requests, with the seconds to wait */
  async spend(caller: Caller, info: RequestInfo): Promise<void> {
    const [rate, key] = this.#countedBy(caller, info);
    rate?.count(key);
  }

  /** Counts what a request has cost beyond itself. It is not refused any more; the next one may be. */
  charge(caller: Caller, info: RequestInfo, requests: number): void {
    const [rate, key] = this.#countedBy(caller, info);
    rate?.charge(key, requests);
  }

  #countedBy(caller: Caller, info: RequestInfo): [Rate | null, string] {
    return caller.kind === 'user' ? [this.#users, subjectOf(caller)] : [this.#anonymous, addressGroup(info.address)];
  }
}
