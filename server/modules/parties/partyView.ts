import { z } from 'zod';
import { PARTY_KINDS } from '../../domain/party/partyInput.ts';

/** A party as it is shown. All texts are empty once it is erased. */
export const partyRow = z.object({
  id: z.string(),
  kind: z.enum(PARTY_KINDS),
  name: z.string(),
  address: z.string(),
  /** ISO 3166-1 alpha-2 */
  country: z.string(),
  eori: z.string(),
  email: z.string(),
  /** counts its changes, from 1 */
  version: z.number(),
  createdAt: z.coerce.date(),
  updatedAt: z.coerce.date(),
  erasedAt: z.coerce.date().nullable(),
});
export type PartyView = z.output<typeof partyRow>;

/** SQL of `partyRow`, with the table's alias `t`. */
export const PARTY_COLUMNS = `t.id, t.kind, t.name, t.address, t.country, t.eori, t.email, t.version,
  t.created_at as "createdAt", t.updated_at as "updatedAt", t.erased_at as "erasedAt"`;
