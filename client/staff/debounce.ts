/**
 * Turns a burst of calls into one: runs when calls pause, and during a long burst at least every `longestMs`.
 * @returns `call`, and `stop` which forgets a waiting run
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
