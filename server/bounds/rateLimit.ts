import { RateLimiterRes, type RateLimiterMemory } from 'rate-limiter-flexible';
import { REFUSED } from '../domain/said/refusedSaid.ts';
import { Refused } from '../refusal.ts';

/** Counts one call of somebody. @throws Refused too-many-requests, with the seconds to wait */
export async function countCall(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (rejected) {
    if (!(rejected instanceof RateLimiterRes)) throw rejected;
    throw new Refused({
      kind: 'too-many-requests',
      said: REFUSED.tooManyRequests({}),
      retryAfterSeconds: Math.max(1, Math.ceil(rejected.msBeforeNext / 1000)),
    });
  }
}
