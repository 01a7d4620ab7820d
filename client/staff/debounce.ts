/**
 * Combines a burst of calls into one run, when calls pause, or at least every `longestMs` during a long burst.
 * @returns `call`, and `stop`, which cancels a pending run
 */
export function debounce(run: () => void, pauseMs: number, longestMs: number): { call: () => void; stop: () => void } {
  let pause: ReturnType<typeof setTimeout> | undefined;
  let longest: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(pause);
    clearTimeout(longest);
    longest = undefined;
  };
  const now = () => {
    stop();
    run();
  };
  return {
    call: () => {
      clearTimeout(pause);
      pause = setTimeout(now, pauseMs);
      longest ??= setTimeout(now, longestMs);
    },
    stop,
  };
}
