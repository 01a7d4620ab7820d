import type { EntityManager } from '@mikro-orm/postgresql';
import { sealErasedFiles, signReports, intactReports } from './signedReports.ts';

/**
 * Waits, in an erasure's transaction, for reports that are being made, so that none keeps what was read before, and lets
 * none begin until it ends (ReportService). The first lock that an erasure takes, so erasures run one after another.
 */
export async function holdReports(em: EntityManager): Promise<void> {
  await em.execute('lock table report in share row exclusive mode');
}

/**
 * Erases, in the caller's transaction, what stored reports say of lots' producers, farms and places, and the files that
 * name people, which then answer 410. Figures and figures-only files keep their bytes (decisions, 'Erasure').
 * The caller has called `holdReports`.
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
  // What somebody else made of a report is erased too, and not sealed for that.
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
