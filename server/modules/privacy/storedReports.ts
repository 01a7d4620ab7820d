import { eraseReportFiles } from '../reports/reportErasure.ts';
import { jsonRows } from './jsonRows.ts';
import type { PersonalStore } from './personalStore.ts';

/**
 * Reports: texts about the person's lots are erased, figures stay (docs/spec/privacy-and-erasure.md, 'Stored reports').
 */
export const storedReports: PersonalStore = {
  erase: async (em, { lotIds }) => ((await eraseReportFiles(em, lotIds)) > 0 ? ['reportFiles'] : []),
  async *export(em, { userId }) {
    const sql = `select id, kind, period_from::text as "periodFrom", period_to::text as "periodTo", created_at as "createdAt"
       from report where created_by = ? order by created_at`;
    yield ['reportsMade', jsonRows(em, sql, [userId])];
  },
};
