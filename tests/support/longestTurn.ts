/**
 * Measures the longest turn of the event loop in computing time. A wall clock would count the time as well in which the machine runs
 * other processes.
 * @returns ends the measure and answers the longest turn in ms
 */
export function measureTurns(): () => number {
  let longestUs = 0;
  let before = process.cpuUsage();
  const look = (): void => {
    const { user, system } = process.cpuUsage(before);
    longestUs = Math.max(longestUs, user + system);
    before = process.cpuUsage();
  };
  const timer = setInterval(look, 1);
  return () => {
    clearInterval(timer);
    look();
    return longestUs / 1_000;
  };
}
