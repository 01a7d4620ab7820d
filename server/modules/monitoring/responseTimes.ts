/** Upper bounds of the histogram of response times, milliseconds; the last bucket holds slower ones. */
export const BUCKET_ENDS_MS = [25, 50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800] as const;

/** Where a response time is counted: 0 to `BUCKET_ENDS_MS.length`. */
export function bucketOf(ms: number): number {
  const index = BUCKET_ENDS_MS.findIndex((end) => ms <= end);
  return index === -1 ? BUCKET_ENDS_MS.length : index;
}

/**
 * The time within which a share of the searches was answered, interpolated in its bucket.
 * @param counts searches in each bucket
 * @param share 0 to 1
 * @returns whole milliseconds; null without searches; the last bucket answers its lower end, since it has no upper one
 */
export function percentileMs(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const wanted = total * share;
  let seen = 0;
  for (const [index, count] of counts.entries()) {
    if (count > 0 && seen + count >= wanted) {
      const from = BUCKET_ENDS_MS[index - 1] ?? 0;
      const to = BUCKET_ENDS_MS[index] ?? from;
      return Math.round(from + ((to - from) * (wanted - seen)) / count);
    }
    seen += count;
  }
  return BUCKET_ENDS_MS.at(-1) ?? null;
}
