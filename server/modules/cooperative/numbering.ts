import { numberForm, parseLotNumbering, type NumberForm } from '../../domain/lot/lotNumbering.ts';
import type { Database } from '../../platform/database/database.ts';
import { COOPERATIVE_ID } from './issuer.ts';
import { COOPERATIVE_ROWS } from './signedCooperative.ts';
import type { SignedFacts } from '../../platform/row-signatures/signedKinds.ts';

/** The form of this year's lot ids; null where none is set, and when it was changed outside of the program. */
export async function readNumberForm(database: Pick<Database, 'row' | 'seals'>): Promise<NumberForm | null> {
  const row = await database.row<{ lotNumbers: string; facts: SignedFacts; seal: string | null }>(
    `select t.lot_numbers as "lotNumbers", ${COOPERATIVE_ROWS.facts('t')} as facts, t.seal from cooperative t
     where t.id = $1`,
    [COOPERATIVE_ID],
  );
  if (row === null || !database.seals.holds(COOPERATIVE_ROWS.kind, COOPERATIVE_ID, row.facts, row.seal)) return null;
  const numbering = parseLotNumbering(row.lotNumbers);
  return numbering === null ? null : numberForm(numbering, new Date().getUTCFullYear());
}
