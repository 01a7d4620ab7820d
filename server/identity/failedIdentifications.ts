import { RateLimiterMemory } from 'rate-limiter-flexible';
import { countCall } from '../bounds/rateLimit.ts';
import { addressGroup } from './loginLimits.ts';

const WINDOW_SECONDS = 60;

/**
 * How often an address may ask the database who it is and be nobody: counted per process. Whoever is known costs their
 * address nothing, since offices share one.
 */
export class FailedIdentifications {
  readonly #rates: RateLimiterMemory | null;

  /** @param perMinute failures that an address is let; 0 is off */
  constructor(perMinute: number) {
    this.#rates = perMinute === 0 ? null : new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS });
  }

  /**
   * Asks in the name of an address. Counted as a failure before it is asked, so that many at once cannot get past the
   * limit, and taken back when somebody is found.
   * @param ask null for nobody
   * @throws Refused too-many-requests without asking, with the seconds to wait
   */
  async counted<Known>(address: string, ask: () => Promise<Known | null>): Promise<Known | null> {
    if (this.#rates === null) return ask();
    const group = addressGroup(address);
    await countCall(this.#rates, group);
    const known = await ask();
    if (known !== null) await this.#rates.reward(group);
    return known;
  }
}
