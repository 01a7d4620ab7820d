import { SATELLITE_FRESH_DAYS } from './deforestation.ts';
import { STAGES, type Stage } from '../lot/stages.ts';

const DAY_MS = 86_400_000;
const PERIOD_MS = SATELLITE_FRESH_DAYS * DAY_MS;
/** No lot is checked again by the clock within a day of a check. */
const LEAST_MS = DAY_MS;

/** Countries of high risk, ISO 3166-1 alpha-2 (Implementing Regulation (EU) 2025/1093, Annex): Belarus, North Korea, Myanmar, Russia. */
export const HIGH_RISK_COUNTRIES: ReadonlySet<string> = new Set(['BY', 'KP', 'MM', 'RU']);

/** Which lots are checked again first, the most urgent first (decision 53). */
export const RECHECK_CLASSES = ['open_alert', 'high_risk', 'to_be_shipped', 'other'] as const;
export type RecheckClass = (typeof RECHECK_CLASSES)[number];

/** A lot of this stage is shipped with its next step. */
const BEFORE_SHIPPING = STAGES[STAGES.indexOf('shipped') - 1];

/**
 * How urgent the next check of a lot is: of several reasons the first one counts.
 * @param lot.openAlert an alert of it is active or acknowledged
 * @param lot.country of its place, ISO 3166-1 alpha-2; null where it is in none
 */
export function recheckClass(lot: { openAlert: boolean; country: string | null; stage: Stage }): RecheckClass {
  if (lot.openAlert) return 'open_alert';
  if (lot.country !== null && HIGH_RISK_COUNTRIES.has(lot.country)) return 'high_risk';
  return lot.stage === BEFORE_SHIPPING ? 'to_be_shipped' : 'other';
}

/** Position of the class in the order, 0 first, as stored. */
export function classPosition(name: RecheckClass): number {
  return RECHECK_CLASSES.indexOf(name);
}

/** A share of one, 0 included, by the last 32 bits of a UUID, which are random. */
function shareOf(uuid: string): number {
  return Number.parseInt(uuid.slice(-8), 16) / 2 ** 32;
}

/**
 * When a lot must be checked again: each has its own time in a period of 30 days, derived from its id, so that lots
 * registered in one hour are not due in one hour. Never later than 30 days after a check, when its data would be
 * outdated; if the lot's time is less than a day away, a day before the following one.
 * @param uuid of the lot
 * @param checkedAt when its last check ended
 * @param damaged the check met damaged files, which may be repaired the next day
 */
export function nextRecheck(uuid: string, checkedAt: Date, damaged = false): Date {
  const checked = checkedAt.getTime();
  if (damaged) return new Date(checked + DAY_MS);
  const moment = shareOf(uuid) * PERIOD_MS;
  const wait = PERIOD_MS - ((checked - moment) % PERIOD_MS);
  return new Date(checked + Math.round(wait <= LEAST_MS ? wait + PERIOD_MS - LEAST_MS : wait));
}

/** A pace cannot be measured from less. */
const LEAST_SPAN_MS = 60_000;

/**
 * When the backlog will be worked off at the pace of the last hour.
 * @param backlog.checks that ended since `since`, which is the first of them within the last hour
 * @returns null where it cannot be known: nothing waits, nothing was checked, or the source is away
 */
export function backlogEnds(backlog: {
  now: Date;
  due: number;
  checks: number;
  since: Date | null;
  away: boolean;
}): Date | null {
  const { now, due, checks, since, away } = backlog;
  if (due === 0 || checks === 0 || since === null || away) return null;
  const span = Math.max(LEAST_SPAN_MS, now.getTime() - since.getTime());
  return new Date(now.getTime() + Math.round((due * span) / checks));
}
