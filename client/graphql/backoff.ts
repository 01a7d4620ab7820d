/**
 * Delay before the next connection attempt: 1 s, 2 s, 4 s ... at most 30 s, randomized between half and all of it, so
 * that thousands of browsers do not reconnect at once.
 * @param tries failed attempts so far
 * @param random a number in [0, 1)
 * @returns milliseconds
 */
export function backoffMs(tries: number, random: number): number {
  const ceiling = Math.min(30_000, 1000 * 2 ** Math.min(tries, 10));
  return ceiling / 2 + (ceiling / 2) * random;
}

/**
 * Waits before the next attempt; ends early when the device is online again.
 * @param device dispatches 'online', as a window does
 */
export function waitForTry(ms: number, device: EventTarget): Promise<void> {
  return new Promise((resolve) => {
    const over = (): void => {
      clearTimeout(timer);
      device.removeEventListener('online', over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    device.addEventListener('online', over);
  });
}
