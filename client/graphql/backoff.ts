/**
 * How long to wait before the next try to connect: 1 s, 2 s, 4 s ... at most 30 s, each between half and all of it, so that
 * thousands of browsers do not come back in the same instant.
 * @param tries failed tries so far, from 0
 * @param random a number in [0, 1)
 * @returns milliseconds
 */
export function backoffMs(tries: number, random: number): number {
  const ceiling = Math.min(30_000, 1000 * 2 ** Math.min(tries, 10));
  return ceiling / 2 + (ceiling / 2) * random;
}

/**
 * Waits before the next try; not longer than until the device has a line again.
 * @param device tells 'online', as a window does
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
