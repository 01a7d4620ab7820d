import type { Rows } from '../../platform/database/rows.ts';
import type { RowSigner } from '../../platform/row-signatures/rowSigner.ts';
import type { SignedFacts } from '../../platform/row-signatures/signedKinds.ts';
import { FARM_COLUMNS, farmRow, type FarmView } from './farmView.ts';
import { FARM_ROWS } from './signedFarms.ts';

/** A page of the register's entries by farm id, without those that were changed outside of the program. */
export interface RegisterPage {
  farms: FarmView[];
  /** the last farm id that was looked at; null at the end */
  last: string | null;
}

/** The entries after a farm id. @param after empty for the first ones */
export async function nextFarms(
  database: Pick<Rows, 'rows'> & { seals: RowSigner },
  after: string,
  limit: number,
): Promise<RegisterPage> {
  const rows = await database.rows<Record<string, unknown> & { facts: SignedFacts; seal: string | null }>(
    `select ${FARM_COLUMNS}, ${FARM_ROWS.facts('t')} as facts, t.seal from farm t
     where t.erased_at is null and t.farm_id > $1 order by t.farm_id limit ${limit}`,
    [after],
  );
  const farms = wholeFarms(database.seals, rows);
  const last = rows.at(-1)?.['farmId'];
  return { farms, last: rows.length === limit && typeof last === 'string' ? last : null };
}

/** The register's entries of farms by farm id, without those that were changed outside of the program. */
export async function registeredFarms(
  database: Pick<Rows, 'rows'> & { seals: RowSigner },
  farmIds: readonly string[],
): Promise<Map<string, FarmView>> {
  const rows = await database.rows<Record<string, unknown> & { facts: SignedFacts; seal: string | null }>(
    `select ${FARM_COLUMNS}, ${FARM_ROWS.facts('t')} as facts, t.seal from farm t
     where t.erased_at is null and t.farm_id = any($1::text[])`,
    [farmIds],
  );
  return new Map(wholeFarms(database.seals, rows).map((farm) => [farm.farmId, farm] as const));
}

function wholeFarms(
  seals: RowSigner,
  rows: readonly (Record<string, unknown> & { facts: SignedFacts; seal: string | null })[],
): FarmView[] {
  return rows.flatMap(({ facts, seal, ...row }) => {
    const farm = farmRow.parse(row);
    return seals.holds(FARM_ROWS.kind, farm.id, facts, seal) ? [farm] : [];
  });
}
