import type { Rate } from '../bounds/rate.ts';
import { addressGroup } from './loginLimits.ts';

/**
 * How often an address may ask the database who it is and be nobody. Whoever is known costs their address nothing, since offices
 * share one.
 */
export class FailedIdentifications {
  readonly #rate: Rate | null;

  /** @param rate of failures that an address is let; null: any */
  constructor(rate: Rate | null) {
    this.#rate = rate;
  }

  /**
   * Asks in the name of an address. Counted as a failure before it is asked, so that many at once cannot get past the
   * limit, and taken back when somebody is found.
   * @param ask null for nobody
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
