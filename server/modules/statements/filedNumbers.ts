import { z } from 'zod';
import { STATEMENT_STATES, type StatementState } from '../../domain/statement/statement.ts';
import type { Database } from '../../platform/database/database.ts';
import { CONSIGNMENT_LOTS } from '../consignments/consignmentViews.ts';
import { LIVE_LOTS } from '../lots/lotViews.ts';
import { LOT_ANCESTORS, LOT_ORIGINS } from '../transformations/originViews.ts';
import { STATEMENT_ROWS } from './signedStatements.ts';

/** The numbers of a statement, as they are passed on. */
export interface FiledNumbers {
  internalReference: string;
  referenceNumber: string;
  verificationNumber: string;
  state: StatementState;
  submittedAt: Date | null;
}

const MOST = 500;

const numbersRow = z.object({
  id: z.string(),
  internalReference: z.string(),
  referenceNumber: z.string(),
  verificationNumber: z.string(),
  state: z.enum(STATEMENT_STATES),
  submittedAt: z.coerce.date().nullable(),
  facts: z.record(z.string(), z.unknown()),
  seal: z.string().nullable(),
});

/** SQL of the numbers that count now. A condition on `t` follows. */
const NUMBERS = `select t.id, t.internal_reference as "internalReference", t.reference_number as "referenceNumber",
    t.verification_number as "verificationNumber", t.state, t.submitted_at as "submittedAt",
    ${STATEMENT_ROWS.facts('t')} as facts, t.seal
  from statement t where t.reference_number is not null and t.verification_number is not null
    and t.state in ('submitted', 'handed_over', 'available', 'grouped', 'archived')`;
const OF_CONSIGNMENT = `${NUMBERS} and t.consignment_id = $1 order by t.created_at desc, t.part_number, t.id limit ${MOST}`;
/** Of consignments with beans of the lot `$1`, where the importer allows it. */
const OF_LOT = `${NUMBERS} and t.numbers_public and t.consignment_id in (
    select h.consignment_id from ${CONSIGNMENT_LOTS} h where h.lot_id = $1
      or h.lot_id in (select o.lot_id from ${LOT_ORIGINS} o where o.origin_id = $1)
      or h.lot_id in (select a.lot_id from ${LOT_ANCESTORS} a where a.ancestor_id = $1))
  order by t.created_at desc, t.part_number, t.id limit ${MOST}`;

/** The numbers of a consignment's statements, for its buyer; the newest first. */
export async function filedNumbersOf(database: Database, consignmentId: string): Promise<FiledNumbers[]> {
  return read(database, OF_CONSIGNMENT, consignmentId);
}

/** The numbers that are shown on the public page of a lot; null for no such lot. */
export async function publicNumbersOf(database: Database, lotId: string): Promise<FiledNumbers[] | null> {
  const lot = await database.row<{ id: string }>(`select l.id from ${LIVE_LOTS} l where l.lot_id = $1`, [lotId]);
  return lot === null ? null : read(database, OF_LOT, lot.id);
}

async function read(database: Database, sql: string, id: string): Promise<FiledNumbers[]> {
  const rows = z.array(numbersRow).parse(await database.rows(sql, [id]));
  return rows.flatMap(({ id: own, facts, seal, ...numbers }) =>
    database.seals.holds(STATEMENT_ROWS.kind, own, facts, seal) ? [numbers] : [],
  );
}
