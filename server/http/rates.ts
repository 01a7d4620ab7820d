import { RateLimiterMemory } from 'rate-limiter-flexible';
import { subjectOf, type Caller, type RequestInfo } from '../identity/caller.ts';
import { addressGroup } from '../identity/loginLimits.ts';
import { countCall } from '../bounds/rateLimit.ts';

const WINDOW_SECONDS = 60;

/** Requests a minute: anonymous ones per address, known ones per user or partner key; counted per process (interfaces, 'Environment'). */
export class Rates {
  readonly #anonymous: RateLimiterMemory | null;
  readonly #users: RateLimiterMemory | null;

  /** @param limits requests a minute; 0 is off */
  constructor(limits: { publicRateLimit: number; staffRateLimit: number }) {
    this.#anonymous = limiter(limits.publicRateLimit);
    this.#users = limiter(limits.staffRateLimit);
  }

  /** @throws Refused too-many-requests, with the seconds to wait */
  async spend(caller: Caller, info: RequestInfo): Promise<void> {
    const [rates, key] = this.#countedBy(caller, info);
    if (rates !== null) await countCall(rates, key);
  }

  /** Counts what a request has cost beyond itself. It is not refused any more; the next one may be. */
  charge(caller: Caller, info: RequestInfo, requests: number): void {
    const [rates, key] = this.#countedBy(caller, info);
    void rates?.penalty(key, requests);
  }

  #countedBy(caller: Caller, info: RequestInfo): [RateLimiterMemory | null, string] {
    return caller.kind === 'user' ? [this.#users, subjectOf(caller)] : [this.#anonymous, addressGroup(info.address)];
  }
}

function limiter(perMinute: number): RateLimiterMemory | null {
  return perMinute === 0 ? null : new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS });
}
