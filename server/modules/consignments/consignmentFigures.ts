import type { Database } from '../../platform/database/database.ts';
import { kgFromGrams } from '../../domain/text/units.ts';

/** Figures of consignments (docs/spec/figures.md). */
export interface ConsignmentFigures {
  /** neither closed nor shipped */
  open: number;
  /** shipped or delivered */
  shipped: number;
  /** kg that shipped and delivered consignments took out of lots; null without such a consignment */
  shippedKg: number | null;
}

/** What a shipped consignment holds never changes again: its lots are read, and no sum of them is stored. */
const FIGURES = `
  select count(*) filter (where c.state = 'open')::int as open,
    count(*) filter (where c.state in ('shipped', 'delivered'))::int as shipped,
    (select coalesce(sum(l.grams), 0) from consignment_lot l join consignment s on s.id = l.consignment_id
      where s.state in ('shipped', 'delivered'))::bigint as grams
  from consignment c`;

/** Reads the figures of all consignments. The caller has checked that they may be seen. */
export async function consignmentFigures(database: Pick<Database, 'lists'>): Promise<ConsignmentFigures> {
  const row = await database.lists.row<{ open: number; shipped: number; grams: number }>(FIGURES);
  const shipped = row?.shipped ?? 0;
  return { open: row?.open ?? 0, shipped, shippedKg: shipped === 0 ? null : kgFromGrams(row?.grams ?? 0) };
}
