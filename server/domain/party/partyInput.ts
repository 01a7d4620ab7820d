import { z } from 'zod';
import { nameInput } from '../access/nameInput.ts';
import { CALL } from '../messages/callMessages.ts';
import { encodeMessage } from '../messages/encodeMessage.ts';
import { INPUT } from '../messages/inputMessages.ts';
import { hidesCharacters } from '../text/hiddenCharacters.ts';
import { isStorable, STORABLE_PATTERN } from '../text/validText.ts';
import { isCountryCode } from './countryCodes.ts';

/** What a party is to the cooperative: it buys, or it represents a buyer. */
export const PARTY_KINDS = ['buyer', 'representative'] as const;
export type PartyKind = (typeof PARTY_KINDS)[number];

/** Lengths in characters; the longest e-mail address is that of RFC 5321. */
export const PARTY_LIMITS = { nameLength: 120, addressLength: 300, emailLength: 254, eoriLength: 17 } as const;

const kind = z.enum(PARTY_KINDS, encodeMessage(INPUT.oneOf({ field: 'kind', choices: PARTY_KINDS })));

const address = z
  .string(encodeMessage(INPUT.notText({ field: 'address' })))
  .max(PARTY_LIMITS.addressLength, encodeMessage(INPUT.tooLong({ field: 'address', most: PARTY_LIMITS.addressLength })))
  .trim()
  .normalize('NFC')
  .refine(isStorable, encodeMessage(INPUT.notStorable({ field: 'address' })))
  .refine((text) => !hidesCharacters(text), encodeMessage(INPUT.hiddenCharacters({ field: 'address' })))
  .meta({ pattern: STORABLE_PATTERN });

const COUNTRY = encodeMessage(INPUT.countryCode({}));
const country = z
  .string(COUNTRY)
  .trim()
  .toUpperCase()
  .refine(isCountryCode, COUNTRY)
  .meta({ pattern: '^\\s*[A-Za-z]{2}\\s*$' });

const EORI_FORM = encodeMessage(INPUT.eoriForm({ most: 15 }));
/** Commission Regulation (EEC) 2454/93, Annex 38: the country's two letters, then at most 15 characters. */
const eori = z
  .string(EORI_FORM)
  .trim()
  .toUpperCase()
  .regex(/^(?:[A-Z]{2}[A-Z0-9]{1,15})?$/, EORI_FORM)
  .meta({ pattern: '^\\s*([A-Za-z]{2}[A-Za-z0-9]{1,15})?\\s*$' });

const EMAIL = encodeMessage(INPUT.emailForm({}));
const email = z.union([z.literal(''), z.email(EMAIL).max(PARTY_LIMITS.emailLength, EMAIL)], EMAIL);

const described = {
  kind: kind.describe('buyer, or representative of a buyer'),
  name: nameInput(PARTY_LIMITS.nameLength).describe('Its name in full, as on its papers'),
  country: country.describe('ISO 3166-1 alpha-2, e.g. DE'),
};
const ADDRESS = 'Street, postcode and town; empty: not known';
const EORI = 'Two letters of the country and up to 15 letters and digits; empty: none';
const MAIL = 'Where it is written to; empty: not known';

/** A new party. */
export const newPartyInput = z.strictObject({
  ...described,
  address: address.default('').describe(ADDRESS),
  eori: eori.default('').describe(EORI),
  email: email.default('').describe(MAIL),
});
export type NewParty = z.output<typeof newPartyInput>;

/** The values of a party, in the order of its form. */
export const PARTY_FIELDS = [
  'kind',
  'name',
  'address',
  'country',
  'eori',
  'email',
] as const satisfies readonly (keyof NewParty)[];
export type PartyField = (typeof PARTY_FIELDS)[number];

/** A change of a party; values that are left out stay. */
export const partyPatch = z.strictObject({
  kind: described.kind.optional(),
  name: described.name.optional(),
  address: address.optional().describe(ADDRESS),
  country: described.country.optional(),
  eori: eori.optional().describe(EORI),
  email: email.optional().describe(MAIL),
  version: z
    .int(encodeMessage(INPUT.notWhole({ field: 'version' })))
    .min(1, encodeMessage(INPUT.tooLow({ field: 'version', least: 1 })))
    .optional()
    .describe('The version that was read; another one now is 409'),
});
export type PartyPatch = z.output<typeof partyPatch>;

/** What a list of parties is narrowed by; a search looks in names and EORI numbers. */
export const partyFilter = {
  search: z
    .string(encodeMessage(CALL.text({ field: 'search' })))
    .max(100, encodeMessage(CALL.tooLong({ field: 'search', most: 100 })))
    .trim()
    .refine(isStorable, encodeMessage(CALL.notStorable({ field: 'search' })))
    .meta({ pattern: STORABLE_PATTERN, description: 'Looks in names and EORI numbers' })
    .optional(),
  kind: z.enum(PARTY_KINDS, encodeMessage(CALL.oneOf({ field: 'kind', choices: PARTY_KINDS }))).optional(),
};

/** One page of a list of parties. */
export const partyListing = z.object({ ...partyFilter, page: z.int().min(1), limit: z.int().min(1).max(100) });
export type PartyListing = z.output<typeof partyListing>;
