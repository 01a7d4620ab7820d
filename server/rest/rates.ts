import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { subjectOf, type Caller, type RequestInfo } from '../identity/caller.ts';
import { addressGroup } from '../identity/loginLimits.ts';
import { Refused } from '../refusal.ts';

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
    const [rates, key] =
      caller.kind === 'user' ? [this.#users, subjectOf(caller)] : [this.#anonymous, addressGroup(info.address)];
    try {
      await rates?.consume(key);
    } catch (rejected) {
      if (!(rejected instanceof RateLimiterRes)) throw rejected;
      throw new Refused({
        kind: 'too-many-requests',
        message: 'Too many requests - please wait a moment and try again',
        retryAfterSeconds: Math.max(1, Math.ceil(rejected.msBeforeNext / 1000)),
      });
    }
  }
}

function limiter(perMinute: number): RateLimiterMemory | null {
  return perMinute === 0 ? null : new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS });
}
