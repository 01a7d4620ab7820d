const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** What is left of the time in which a statement may be amended or withdrawn, in whole minutes. */
export interface TimeLeft {
  days: number;
  hours: number;
  minutes: number;
}

/**
 * The time that is left.
 * @param endsAt ISO 8601
 * @param now ms since 1970
 * @returns null: it is over
 */
export function timeLeft(endsAt: string, now: number): TimeLeft | null {
  const left = Date.parse(endsAt) - now;
  // The server takes a change at the last moment itself.
  if (Number.isNaN(left) || left < 0) return null;
  return {
    days: Math.floor(left / DAY_MS),
    hours: Math.floor((left % DAY_MS) / HOUR_MS),
    minutes: Math.floor((left % HOUR_MS) / MINUTE_MS),
  };
}

/** How urgent it is. Screen readers are told when this changes, and not each minute. */
export type WindowStage = 'days' | 'day' | 'hours' | 'hour' | 'over';

/** The stage of the time that is left. */
export function windowStage(left: TimeLeft | null): WindowStage {
  if (left === null) return 'over';
  const { days, hours } = left;
  if (days > 0) return 'days';
  if (hours >= 6) return 'day';
  return hours >= 1 ? 'hours' : 'hour';
}
