import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { removeSignedRows } from '../../platform/row-signatures/signedRows.ts';
import { INVITATIONS } from './signedIdentity.ts';

const rows = z.array(
  z.object({ id: z.string(), name: z.string(), role: z.string(), email: z.string(), farmId: z.string() }),
);
export type NamedInvitation = z.infer<typeof rows>[number];

/** Open invitations that name a person by name or address. There are few at a time. */
export async function invitationsThat(em: EntityManager, names: (text: string) => boolean): Promise<NamedInvitation[]> {
  const all = rows.parse(
    await em.execute('select id, name, role, email, farm_id as "farmId" from invitation order by created_at, id'),
  );
  return all.filter(({ name, email }) => names(`${name} | ${email}`));
}

/** Removes invitations of a person, and those that an account made: it can vouch for nobody any more. */
export async function eraseInvitations(
  em: EntityManager,
  { ids, inviterId }: { ids: readonly string[]; inviterId: string | null },
): Promise<number> {
  const named = await removeSignedRows(em, INVITATIONS, {
    condition: 'id in (select value::uuid from json_array_elements_text($1::json))',
    value: JSON.stringify(ids),
  });
  if (inviterId === null) return named;
  return named + (await removeSignedRows(em, INVITATIONS, { condition: 'invited_by = $1', value: inviterId }));
}

/** What a person gets of the invitations that they made: not whom they invited. `?`: the account */
export const INVITATIONS_BY = `select id, role, created_at as "createdAt", expires_at as "expiresAt", mail
  from invitation where invited_by = ? order by created_at, id`;
