import { Migration } from '@mikro-orm/migrations';
import { DERIVED_LOT_DDL } from './transformations/lots.ts';
import { PARTY_DDL } from './transformations/parties.ts';
import { TRANSFER_DDL } from './transformations/ledger.ts';
import { TRANSFORMATION_DDL } from './transformations/transformations.ts';
import { CONSIGNMENT_DDL } from './transformations/consignments.ts';
import { DELIVERIES_DDL } from './transformations/deliveries.ts';
import { KIND_FIGURE_DDL } from './transformations/figures.ts';

/** The parts by feature; each refers only to tables of the parts before it. */
const PARTS = [
  DERIVED_LOT_DDL,
  TRANSFER_DDL,
  TRANSFORMATION_DDL,
  PARTY_DDL,
  CONSIGNMENT_DDL,
  DELIVERIES_DDL,
  KIND_FIGURE_DDL,
];

/** Lots that are made of others, what carries their grams on the ledger, consignments, and whom they go to. */
export class Migration20261127000000_transformations extends Migration {
  override up(): void {
    for (const part of PARTS) this.addSql(part);
  }
}
