import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { signRows, verifiedRows } from '../../platform/row-signatures/signedRows.ts';
import { PARTY_COLUMNS, partyRow, type PartyView } from './partyView.ts';
import { PARTY_ROWS } from './signedParties.ts';

/** The parties, not erased ones, in whose values `names` finds something; oldest first. */
export async function partiesThat(em: EntityManager, names: (text: string) => boolean): Promise<PartyView[]> {
  const found: unknown = await em.execute(
    `select ${PARTY_COLUMNS} from party t where t.erased_at is null order by t.created_at, t.id`,
  );
  return z
    .array(partyRow)
    .parse(found)
    .filter(({ name, address, email }) => names([name, address, email].join(' | ')));
}

/**
 * Empties the values of parties. The rows stay, because consignments refer to them. One that was changed outside of the
 * program is emptied too, and stays without a valid signature.
 * @param ids of parties that are not erased; locked here, in their order
 */
export async function eraseParties(em: EntityManager, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  const list = JSON.stringify(ids);
  const these = 'id in (select value::uuid from json_array_elements_text(?::json))';
  await em.execute(`select 1 from party where ${these} order by id for update`, [list]);
  const whole = await verifiedRows(em, PARTY_ROWS, ids);
  await em.execute(
    `update party set name = '', address = '', country = '', eori = '', email = '', version = version + 1,
       updated_at = ?, erased_at = ? where ${these}`,
    [at, at, list],
  );
  await signRows(em, PARTY_ROWS, [...whole]);
}

/** What a person gets of the parties that they added, first ones first. `?`: the account */
export const PARTIES_ADDED_BY = `select id, kind, created_at as "createdAt", erased_at as "erasedAt" from party
  where created_by = ? order by created_at, id`;
