/** Nights within which every share is checked once. */
export const SHARES = 28;
/** By so many days after its last check a share is to be checked again. */
export const COVERED_WITHIN_DAYS = 30;

const DAY_MS = 86_400_000;
/** A night is left over: one may fail. */
const NIGHTS = COVERED_WITHIN_DAYS - 1;

/** A range of lot keys; `before` null: to the end. */
export interface KeyRange {
  from: string;
  before: string | null;
}

/** All keys. */
export const ALL_KEYS: KeyRange = { from: '', before: null };

/**
 * The shares to check tonight, least recently checked first: as many as it takes each night for every share to be checked in time, more of them
 * where nights were missed.
 * @param checkedAt when each share was checked last, milliseconds; null: never
 */
export function sharesDue(checkedAt: readonly (number | null)[], now: number): number[] {
  const oldestFirst = checkedAt
    .map((at, share) => ({ share, at: at ?? -Infinity }))
    .sort((a, b) => a.at - b.at || a.share - b.share);
  const perNight = oldestFirst.map(({ at }, index) => {
    const nightsLeft = Math.max(1, Math.floor((at - now) / DAY_MS + NIGHTS) + 1);
    return Math.ceil((index + 1) / nightsLeft);
  });
  const count = Math.max(...perNight);
  return oldestFirst.slice(0, count).map(({ share }) => share);
}

/** The lot keys of a share: they are random hex digits, so ranges of equal width hold about the same number of lots. */
export function keysOfShare(share: number, of: number): KeyRange {
  return { from: share === 0 ? '' : bound(share, of), before: share === of - 1 ? null : bound(share + 1, of) };
}

/** Whether a key is in one of the ranges. */
export function isWithin(key: string, ranges: readonly KeyRange[]): boolean {
  return ranges.some(({ from, before }) => key >= from && (before === null || key < before));
}

function bound(share: number, of: number): string {
  return Math.floor((share * 2 ** 32) / of)
    .toString(16)
    .padStart(8, '0');
}
