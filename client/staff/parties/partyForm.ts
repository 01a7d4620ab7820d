import { z } from 'zod';
import { newPartyInput, type PartyKind } from '../../../server/domain/party/partyInput.ts';
import type { PartyRowFragment } from '../../graphql/generated.ts';

const rules = newPartyInput.shape;

/** Schema of a party: the server's rules, for controls that are never undefined. */
export const partyForm = z.strictObject({
  ...rules,
  address: rules.address.unwrap(),
  eori: rules.eori.unwrap(),
  email: rules.email.unwrap(),
});
type PartyFormValues = z.input<typeof partyForm>;
export type TypedParty = z.output<typeof partyForm>;

/** Initial values of a new party. */
export function newParty(kind: PartyKind, name = ''): PartyFormValues {
  return { kind, name, address: '', country: '', eori: '', email: '' };
}

/** Initial values of an edited party. */
export function editedParty({ kind, name, address, country, eori, email }: PartyRowFragment): PartyFormValues {
  return { kind, name, address, country, eori, email };
}

/** The changed values only, with the version that they were typed over. */
export function partyChanges(party: PartyRowFragment, typed: TypedParty): Partial<TypedParty> & { version: number } {
  const changed = Object.entries(typed).filter(([field, value]) => Reflect.get(party, field) !== value);
  return { ...Object.fromEntries(changed), version: party.version };
}
