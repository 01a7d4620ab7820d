import { z } from 'zod';
import { nameInput } from '../access/nameInput.ts';
import { lineText } from '../lot/lotInput.ts';
import { CALL } from '../messages/callMessages.ts';
import { encodeMessage } from '../messages/encodeMessage.ts';
import { INPUT, type InputField } from '../messages/inputMessages.ts';
import { isCountryCode } from '../party/countryCodes.ts';
import { plotFarmId } from '../plot/plotInput.ts';
import { hidesCharacters } from '../text/hiddenCharacters.ts';
import { isStorable, STORABLE_PATTERN } from '../text/validText.ts';

/** Lengths in characters, and counts. */
export const FARM_LIMITS = {
  nameLength: 120,
  phoneLength: 40,
  memberCodeLength: 40,
  numberLength: 80,
  textLength: 200,
  notesLength: 2_000,
  /** farmers, consents and certificates of one farm, each */
  entries: 20,
} as const;

/** A text that may be empty. @param lines whether it may have several */
function optionalText(field: InputField, most: number, lines: 'one' | 'many' = 'one') {
  return z
    .string(encodeMessage(INPUT.notText({ field })))
    .max(most, encodeMessage(INPUT.tooLong({ field, most })))
    .trim()
    .normalize('NFC')
    .refine(
      (text) => isStorable(text) && (lines === 'many' || !/[\t\n\r]/.test(text)),
      encodeMessage(INPUT.notStorable({ field })),
    )
    .refine((text) => !hidesCharacters(text), encodeMessage(INPUT.hiddenCharacters({ field })))
    .meta({ pattern: STORABLE_PATTERN });
}

const COUNTRY = encodeMessage(INPUT.countryCode({}));
const country = z
  .string(COUNTRY)
  .trim()
  .toUpperCase()
  .refine((code) => code === '' || isCountryCode(code), COUNTRY)
  .meta({ pattern: '^\\s*([A-Za-z]{2})?\\s*$' });

function day(field: InputField) {
  const wrong = encodeMessage(INPUT.notADay({ field }));
  // PostgreSQL has no year 0.
  return z.iso.date({ error: wrong, abort: true }).refine((iso) => !iso.startsWith('0000'), wrong);
}

function listOf<Entry extends z.ZodType>(field: InputField, entry: Entry) {
  return z
    .array(entry, encodeMessage(CALL.list({ field })))
    .max(FARM_LIMITS.entries, encodeMessage(INPUT.tooMany({ field, most: FARM_LIMITS.entries })));
}

/** Who grows at a farm. */
export const farmFarmer = z.strictObject({
  name: nameInput(FARM_LIMITS.nameLength).describe('As lots have it'),
  memberCode: optionalText('memberCode', FARM_LIMITS.memberCodeLength)
    .default('')
    .describe("The cooperative's number of the member; empty: none"),
});
export type FarmFarmer = z.output<typeof farmFarmer>;

/** What farmers agreed to. */
export const farmConsent = z.strictObject({
  text: lineText('consentText', FARM_LIMITS.textLength).describe('What was agreed to'),
  givenOn: day('givenOn').describe('YYYY-MM-DD'),
});
export type FarmConsent = z.output<typeof farmConsent>;

/** A certificate of a farm. */
export const farmCertificate = z.strictObject({
  number: lineText('number', FARM_LIMITS.numberLength).describe('As the certificate has it'),
  body: lineText('certificationBody', FARM_LIMITS.nameLength).describe('Who certified it'),
  expiresOn: day('expiresOn').describe('YYYY-MM-DD, the last day on which it is valid'),
});
export type FarmCertificate = z.output<typeof farmCertificate>;

const fields = {
  name: optionalText('name', FARM_LIMITS.nameLength).describe('What people call it; empty: no name'),
  village: optionalText('village', FARM_LIMITS.nameLength).describe('Empty: not known'),
  district: optionalText('district', FARM_LIMITS.nameLength).describe('Empty: not known'),
  country: country.describe('ISO 3166-1 alpha-2; empty: not known'),
  phone: optionalText('phone', FARM_LIMITS.phoneLength).describe('Empty: not known'),
  farmers: listOf('farmers', farmFarmer).describe('The first one is proposed for new lots; at most 20'),
  consents: listOf('consents', farmConsent).describe('At most 20'),
  certificates: listOf('certificates', farmCertificate).describe('At most 20'),
  notes: optionalText('notes', FARM_LIMITS.notesLength, 'many').describe('At most 2,000 characters'),
};

/** The values of a farm in the register, in the order of its form. */
export const FARM_FIELDS = [
  'name',
  'village',
  'district',
  'country',
  'phone',
  'farmers',
  'consents',
  'certificates',
  'notes',
] as const satisfies readonly (keyof typeof fields)[];
export type FarmField = (typeof FARM_FIELDS)[number];

/** A farm that is entered into the register. */
export const newFarmInput = z.strictObject({
  farmId: plotFarmId.describe('As lots have it, e.g. FARM001'),
  name: fields.name.default(''),
  village: fields.village.default(''),
  district: fields.district.default(''),
  country: fields.country.default(''),
  phone: fields.phone.default(''),
  farmers: fields.farmers.default([]),
  consents: fields.consents.default([]),
  certificates: fields.certificates.default([]),
  notes: fields.notes.default(''),
});
export type NewFarm = z.output<typeof newFarmInput>;

/** A change of a farm; values that are left out stay, and lists are replaced whole. */
export const farmPatch = z.strictObject({
  name: fields.name.optional(),
  village: fields.village.optional(),
  district: fields.district.optional(),
  country: fields.country.optional(),
  phone: fields.phone.optional(),
  farmers: fields.farmers.optional(),
  consents: fields.consents.optional(),
  certificates: fields.certificates.optional(),
  notes: fields.notes.optional(),
  version: z
    .int(encodeMessage(INPUT.notWhole({ field: 'version' })))
    .min(1, encodeMessage(INPUT.tooLow({ field: 'version', least: 1 })))
    .optional()
    .describe('The version that was read; another one now is 409'),
});
export type FarmPatch = z.output<typeof farmPatch>;

/** Farms of a list: all, those that are not in the register, those without plots, those with loss of forest. */
export const FARM_SHOWN = ['all', 'unregistered', 'withoutPlots', 'detected'] as const;
export type FarmShown = (typeof FARM_SHOWN)[number];

/** Orders of a list of farms: most lots first, or by id or name. */
export const FARM_SORTS = ['lots', 'farmId', 'name'] as const;
export type FarmSort = (typeof FARM_SORTS)[number];

/** What a list of farms is narrowed by, and its order. */
export const farmFilter = {
  search: z
    .string(encodeMessage(CALL.text({ field: 'search' })))
    .max(100, encodeMessage(CALL.tooLong({ field: 'search', most: 100 })))
    .refine(isStorable, encodeMessage(CALL.notStorable({ field: 'search' })))
    .meta({ pattern: STORABLE_PATTERN })
    .default('')
    .describe('Looks in ids, names, villages and farmers'),
  show: z
    .enum(FARM_SHOWN, encodeMessage(CALL.oneOf({ field: 'show', choices: FARM_SHOWN })))
    .default('all')
    .describe('All, those that are not in the register, those without plots, or those with lots that lost forest'),
  sort: z
    .enum(FARM_SORTS, encodeMessage(CALL.oneOf({ field: 'sort', choices: FARM_SORTS })))
    .default('lots')
    .describe('Most lots first, or by id or name'),
};
