import type { Issuer } from '../../domain/cooperative/cooperativeInput.ts';
import type { Database } from '../../platform/database/database.ts';
import type { SignedFacts } from '../../platform/row-signatures/signedKinds.ts';
import { COOPERATIVE_ROWS } from './signedCooperative.ts';

/** The one row. */
export const COOPERATIVE_ID = 'own';

export interface StoredCooperative extends Issuer {
  lotNumbers: string;
  logo: Buffer | null;
  logoType: 'image/png' | 'image/jpeg' | null;
  version: number;
  updatedAt: Date;
}

/** The settings; null before they were set, and when they were changed outside of the program. */
export async function readCooperative(database: Pick<Database, 'row' | 'seals'>): Promise<StoredCooperative | null> {
  const row = await database.row<StoredCooperative & { facts: SignedFacts; seal: string | null }>(
    `select t.name, t.address, t.country, t.eori, t.email, t.lot_numbers as "lotNumbers", t.logo, t.logo_type as "logoType", t.version,
       t.updated_at as "updatedAt", ${COOPERATIVE_ROWS.facts('t')} as facts, t.seal from cooperative t where t.id = $1`,
    [COOPERATIVE_ID],
  );
  if (row === null) return null;
  const { facts, seal, ...stored } = row;
  return database.seals.holds(COOPERATIVE_ROWS.kind, COOPERATIVE_ID, facts, seal) ? stored : null;
}

/** Who issues papers; null where the settings name nobody. */
export async function readIssuer(database: Pick<Database, 'row' | 'seals'>): Promise<Issuer | null> {
  const stored = await readCooperative(database);
  if (stored === null) return null;
  const { name, address, country, eori, email, logo } = stored;
  return { name, address, country, eori, email, logo };
}
