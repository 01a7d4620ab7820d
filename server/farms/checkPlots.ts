import type { Database } from '../database/database.ts';
import type { Finding } from '../seals/finding.ts';

const MOST_FINDINGS = 100;

/** Looks for plots that lack one of the versions that they had: the seal of a row cannot speak once it is deleted. */
export async function checkPlots(database: Database): Promise<Finding[]> {
  const rows = await database.rows<{ row: string }>(
    `select p.id::text as row from plot p left join plot_version v on v.plot_id = p.id
     group by p.id having count(v.id) <> p.version order by p.id limit ${MOST_FINDINGS}`,
  );
  return rows.map(({ row }) => ({ table: 'plot', row, fault: 'lacks some of its versions' }));
}
