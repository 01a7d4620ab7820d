import type { EntityManager } from '@mikro-orm/postgresql';
import { sealErasedFiles, signReports, intactReports } from './signedReports.ts';

/**
 * In an erasure's transaction: waits for reports that are being made, so that none stores data read before the erasure,
 * and blocks new ones until the erasure ends (ReportService). The first lock of an erasure, so erasures run one after
 * another.
 */
export async function holdReports(em: EntityManager): Promise<void> {
  await em.execute('lock table report in share row exclusive mode');
}

/**
 * Erases, in the caller's transaction, producers, farms and locations from stored reports, and deletes the files that
 * name persons; these then answer 410. Figures and figures-only files keep their bytes
 * (docs/spec/privacy-and-erasure.md, 'Stored reports'). The caller has called `holdReports`.
 * @param lotUuids lots that are or were erased
 * @returns how many reports held one of them
 */
export async function eraseReportFiles(em: EntityManager, lotUuids: readonly string[]): Promise<number> {
  const rows: { id: string }[] = await em.execute(
    `select id from report
     where plots is not null and exists (
       select 1 from jsonb_array_elements(plots) plot
       where plot ->> 'lot' in (select jsonb_array_elements_text(?::jsonb)))`,
    [JSON.stringify(lotUuids)],
  );
  const ids = rows.map(({ id }) => id);
  // A report that was changed outside of the program is erased too, but not signed.
  const sound = await intactReports(em, ids);
  await em.execute(
    `update report set plots = null, erased_at = now() where id::text in (select jsonb_array_elements_text(?::jsonb))`,
    [JSON.stringify(ids)],
  );
  await em.execute(
    `update report_file set bytes = null, salt = null, erased_at = now()
     where personal and bytes is not null
       and report_id::text in (select jsonb_array_elements_text(?::jsonb))`,
    [JSON.stringify(ids)],
  );
  await signReports(em, [...sound]);
  await sealErasedFiles(em, [...sound]);
  return ids.length;
}

/** What a person gets of the reports that they had made, first ones first. `?`: the account */
export const REPORTS_MADE_BY = `select id, kind, period_from::text as "periodFrom", period_to::text as "periodTo", created_at as "createdAt"
  from report where created_by = ? order by created_at`;
