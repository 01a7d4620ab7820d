import type { Database } from '../../platform/database/database.ts';
import { geometryFrom } from '../../domain/plot/geometry/geoJson.ts';
import { pause } from '../../platform/concurrency/pause.ts';
import type { Finding } from '../../domain/ledger/finding.ts';
import { boxOf } from './plotJudge.ts';
import { nameKey } from './plotStore.ts';

const MOST_FINDINGS = 100;
const PLOTS_AT_ONCE = 100;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** Of an outline that was erased. */
const NO_BOX = [0, 0, 0, 0];

interface PlotBox {
  id: string;
  nameKey: string | null;
  box: number[];
  name: string | null;
  geometry: string;
}

/**
 * Finds plots without one of their versions, which no signature shows once the row is deleted, and plots whose box or
 * compared name differs from their newest version.
 */
export async function checkPlots(database: Database): Promise<Finding[]> {
  const rows = await database.rows<{ row: string }>(
    `select p.id::text as row from plot p left join plot_version v on v.plot_id = p.id
     group by p.id having count(v.id) <> p.version order by p.id limit ${MOST_FINDINGS}`,
  );
  const findings = rows.map(({ row }): Finding => ({ table: 'plot', row, fault: 'lacks some of its versions' }));
  for (let after = FIRST_ID; findings.length < MOST_FINDINGS;) {
    const plots = await database.rows<PlotBox>(
      `select p.id, p.name_key as "nameKey", array[p.west_micro, p.south_micro, p.east_micro, p.north_micro] as box, v.name, v.geometry
       from plot p join plot_version v on v.plot_id = p.id and v.version = p.version
       where p.id > $1 order by p.id limit ${PLOTS_AT_ONCE}`,
      [after],
    );
    const last = plots.at(-1)?.id;
    if (last === undefined) break;
    for (const plot of plots) {
      await pause();
      if (!hasBox(plot)) findings.push({ table: 'plot', row: plot.id, fault: 'has another box than its outline' });
      if (plot.nameKey !== (plot.name === null ? null : nameKey(plot.name))) {
        findings.push({ table: 'plot', row: plot.id, fault: 'is compared by another name than its own' });
      }
    }
    after = last;
  }
  return findings;
}

function hasBox({ geometry, box }: PlotBox): boolean {
  try {
    const own = geometry === '' ? NO_BOX : boxOf(geometryFrom(geometry));
    return own.every((side, i) => side === box[i]);
  } catch {
    // An outline that cannot be read was changed.
    return false;
  }
}
