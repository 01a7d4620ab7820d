import type { EntityManager } from '@mikro-orm/postgresql';
import { verifiedRows } from '../../platform/row-signatures/signedRows.ts';
import type { Rows } from '../../platform/database/rows.ts';
import type { RowSigner } from '../../platform/row-signatures/rowSigner.ts';
import type { SignedFacts } from '../../platform/row-signatures/signedKinds.ts';
import { PARTY_COLUMNS, partyRow, type PartyView } from './partyView.ts';
import { PARTY_ROWS } from './signedParties.ts';

/**
 * A buyer that a consignment may go to, held until the transaction ends: it is neither changed nor erased meanwhile.
 * @returns null for none, for a representative, for an erased one, and for one that was changed outside of the program
 */
export async function buyerFor(em: EntityManager, id: string): Promise<PartyView | null> {
  const [found]: unknown[] = await em.execute(
    `select ${PARTY_COLUMNS} from party t where t.id = ? and t.kind = 'buyer' and t.erased_at is null for share`,
    [id],
  );
  if (found === undefined) return null;
  const party = partyRow.parse(found);
  return (await verifiedRows(em, PARTY_ROWS, [party.id])).has(party.id) ? party : null;
}

/** Parties by their ids, erased ones too, without those that were changed outside of the program. */
export async function wholeParties(
  database: Pick<Rows, 'rows'> & { seals: RowSigner },
  ids: readonly string[],
): Promise<Map<string, PartyView>> {
  const rows = await database.rows<PartyView & { facts: SignedFacts; seal: string | null }>(
    `select ${PARTY_COLUMNS}, ${PARTY_ROWS.facts('t')} as facts, t.seal from party t where t.id = any($1::uuid[])`,
    [ids],
  );
  return new Map(
    rows.flatMap(({ facts, seal, ...party }) =>
      database.seals.holds(PARTY_ROWS.kind, party.id, facts, seal) ? [[party.id, party] as const] : [],
    ),
  );
}
