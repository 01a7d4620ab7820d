import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';

/** Key in `installation` under which the retention job says when it last ran to its end. */
export const RETENTION_KEY = 'retention';

const ANSWER_WITHIN_DAYS = 30;
const RETENTION_WITHIN_HOURS = 48;

export interface PrivacyState {
  /** all of the below is as it should be (decisions, 'Figures') */
  gdprCompliant: boolean;
  /** erasures asked for up to the end of the period that were not done within 30 days, or are not done */
  lateErasures: number;
  /** when the retention job last ran; null: never */
  retentionRanAt: Date | null;
}

const stateRows = z.array(z.object({ late: z.int(), ran: z.coerce.date().nullable() }));

/**
 * Whether erasures asked for up to a moment were done in time, and old data is being removed.
 * @param em whose transaction reads the rest of a report, so that all is of one moment
 * @param until the first moment after the period
 */
export async function privacyState(em: EntityManager, until: Date, now: Date): Promise<PrivacyState> {
  const [row] = stateRows.parse(
    await em.execute(
      `select
         (select count(*)::int from erasure where requested_at < ?
           and (done_at is null or done_at > requested_at + interval '${ANSWER_WITHIN_DAYS} days')) as late,
         (select at from installation where key = ?) as ran`,
      [until, RETENTION_KEY],
    ),
  );
  const lateErasures = row?.late ?? 0;
  const retentionRanAt = row?.ran ?? null;
  const runs =
    retentionRanAt !== null && now.getTime() - retentionRanAt.getTime() <= RETENTION_WITHIN_HOURS * 3_600_000;
  return { gdprCompliant: lateErasures === 0 && runs, lateErasures, retentionRanAt };
}
