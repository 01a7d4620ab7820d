/** Runs once the page has nothing better to do, after 5 s in any case. @returns what calls it off */
export function whenIdle(run: () => void): () => void {
  // Not in every browser.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 1_000);
    return () => clearTimeout(timer);
  }
  const waiting = requestIdleCallback(run, { timeout: 5_000 });
  return () => cancelIdleCallback(waiting);
}
