import { setTimeout as delay } from 'node:timers/promises';

const WITHIN_MS = 40_000;
const LOOK_MS = 50;

/**
 * Polls until there is a result.
 * @param look returns undefined, null or false while there is none; an exception counts as that, and is reported at the
 *   end
 * @param what the awaited condition, in words that end the sentence 'Waited ... s for'
 * @throws Error when there is no result in time
 */
export async function until<T>(
  look: () => Promise<T | undefined | null | false> | T | undefined | null | false,
  what: string,
  options: { withinMs?: number; lookMs?: number } = {},
): Promise<T> {
  const { withinMs = WITHIN_MS, lookMs = LOOK_MS } = options;
  const deadline = performance.now() + withinMs;
  for (;;) {
    let failure: unknown;
    try {
      const seen = await look();
      if (seen !== undefined && seen !== null && seen !== false) return seen;
    } catch (error) {
      failure = error;
    }
    if (performance.now() > deadline) {
      throw new Error(`Waited ${Math.round(withinMs / 1_000)} s for ${what}`, { cause: failure });
    }
    await delay(lookMs);
  }
}
