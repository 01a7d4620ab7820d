/**
 * Runs when the page is idle, after 5 s at the latest.
 * @returns cancels it
 */
export function whenIdle(run: () => void): () => void {
  // Some browsers lack it.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 1_000);
    return () => clearTimeout(timer);
  }
  const waiting = requestIdleCallback(run, { timeout: 5_000 });
  return () => cancelIdleCallback(waiting);
}
