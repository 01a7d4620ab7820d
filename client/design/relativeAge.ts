const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Days after which a date says more than an age. */
const MOST_DAYS = 7;

export interface RelativeAge {
  /** 'date': too long ago, or more than a minute ahead, which only a wrong clock explains */
  unit: 'now' | 'minutes' | 'hours' | 'days' | 'date';
  count: number;
}

/**
 * How long ago something was, in its largest whole unit.
 * @param now ms since 1970
 */
export function relativeAge(iso: string, now: number): RelativeAge {
  const age = now - Date.parse(iso);
  if (age < -MINUTE_MS || age >= MOST_DAYS * DAY_MS || Number.isNaN(age)) return { unit: 'date', count: 0 };
  if (age < MINUTE_MS) return { unit: 'now', count: 0 };
  if (age < HOUR_MS) return { unit: 'minutes', count: Math.floor(age / MINUTE_MS) };
  if (age < DAY_MS) return { unit: 'hours', count: Math.floor(age / HOUR_MS) };
  return { unit: 'days', count: Math.floor(age / DAY_MS) };
}
