import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { readMark } from '../../platform/database/installationSettings.ts';
import { verifiedRows } from '../../platform/row-signatures/signedRows.ts';
import { ERASURES } from './signedErasures.ts';
import { AUDITED } from '../../platform/audit-log/auditFacts.ts';

/** Key in `installation` under which the retention job says when it last ran to its end. */
export const RETENTION_KEY = 'retention';

const ANSWER_WITHIN_DAYS = 30;
const RETENTION_WITHIN_HOURS = 48;

export interface PrivacyState {
  /** all of the below is as it should be (docs/spec/reports.md, 'Figures') */
  gdprCompliant: boolean;
  /**
   * erasures requested up to the end of the period that were not done within 30 days, or are not done; and those of
   * which this is unknown, because their rows are missing or have an invalid signature
   */
  lateErasures: number;
  /** when the retention job last ran; null: never */
  retentionRanAt: Date | null;
}

const erasureRows = z.array(z.object({ id: z.string(), inTime: z.boolean() }));
const missingRows = z.array(z.object({ missing: z.int() }));

/**
 * Whether erasures requested up to a time were done in time, and old data is being removed.
 * @param em of the transaction that reads the rest of a report, for one snapshot
 * @param until the first moment after the period
 */
export async function privacyState(em: EntityManager, until: Date, now: Date): Promise<PrivacyState> {
  const asked = erasureRows.parse(
    await em.execute(
      `select id, coalesce(done_at <= requested_at + interval '${ANSWER_WITHIN_DAYS} days', false) as "inTime"
       from erasure where requested_at < ?`,
      [until],
    ),
  );
  const whole = await verifiedRows(
    em,
    ERASURES,
    asked.map(({ id }) => id),
  );
  const [gone] = missingRows.parse(
    await em.execute(
      `select count(*)::int as missing from ${AUDITED} a
       where a.target_kind = 'erasure' and a.action = 'erasure.requested' and a.at < ?
         and not exists (select from erasure e where e.id::text = a.target_id)`,
      [until],
    ),
  );
  const late = asked.filter(({ id, inTime }) => !inTime || !whole.has(id)).length;
  const lateErasures = late + (gone?.missing ?? 0);
  const retentionRanAt = (await readMark(em, RETENTION_KEY))?.at ?? null;
  const runs =
    retentionRanAt !== null && now.getTime() - retentionRanAt.getTime() <= RETENTION_WITHIN_HOURS * 3_600_000;
  return { gdprCompliant: lateErasures === 0 && runs, lateErasures, retentionRanAt };
}
