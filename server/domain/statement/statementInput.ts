import { z } from 'zod';
import { lineText } from '../lot/lotInput.ts';
import { encodeMessage } from '../messages/encodeMessage.ts';
import { INPUT, type InputField } from '../messages/inputMessages.ts';
import { STATEMENT } from '../messages/statementMessages.ts';
import { isCountryCode } from '../party/countryCodes.ts';
import { PARTY_LIMITS } from '../party/partyInput.ts';
import { hidesCharacters } from '../text/hiddenCharacters.ts';
import { isStorable, STORABLE_PATTERN } from '../text/validText.ts';
import { EU_COUNTRY_CODES, isEuCountry } from './euCountries.ts';
import { HS_HEADINGS } from './hsHeadings.ts';
import { ACTIVITY_TYPES, OPERATOR_ROLES, STATEMENT_LIMITS } from './statement.ts';

/** What a person may make; grouped statements are made when others are split. */
export const MADE_STATEMENT_KINDS = ['due_diligence', 'simplified'] as const;

/** Percent by which the net mass of a domestic statement may differ. */
export const MOST_DEVIATION_PERCENT = 50;
const REJECTION_LENGTH = 1_000;
const VERIFICATION_LENGTH = 5;

function choice<const Value extends string>(field: InputField, choices: readonly Value[]) {
  return z.enum(choices, encodeMessage(INPUT.oneOf({ field, choices })));
}

/** A line of text; null and a blank one are none. */
function lineOrNone(field: InputField, most: number) {
  return z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
    lineText(field, most).meta({ minLength: 0, pattern: STORABLE_PATTERN }).nullable(),
  );
}

/** A text that may have several lines; null and a blank one are none. */
function textOrNone(field: InputField, most: number) {
  return z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
    z
      .string(encodeMessage(INPUT.notText({ field })))
      .trim()
      .normalize('NFC')
      .max(most, encodeMessage(INPUT.tooLong({ field, most })))
      .refine(isStorable, encodeMessage(INPUT.notStorable({ field })))
      .refine((text) => !hidesCharacters(text), encodeMessage(INPUT.hiddenCharacters({ field })))
      .meta({ pattern: STORABLE_PATTERN })
      .nullable(),
  );
}

function euCountry(field: InputField) {
  const wrong = encodeMessage(STATEMENT.euCountry({ field }));
  return z
    .string(wrong)
    .trim()
    .toUpperCase()
    .refine(isEuCountry, wrong)
    .meta({ pattern: `^\\s*(${EU_COUNTRY_CODES.join('|')}|[a-z]{2})\\s*$` })
    .nullable();
}

const COUNTRY = encodeMessage(INPUT.countryCode({}));
const country = z
  .string(COUNTRY)
  .trim()
  .toUpperCase()
  .refine(isCountryCode, COUNTRY)
  .meta({ pattern: '^\\s*[A-Za-z]{2}\\s*$' });

const EORI = encodeMessage(INPUT.eoriForm({ most: 15 }));
const EMAIL = encodeMessage(INPUT.emailForm({}));

/** Somebody in whose name a representative files. API V3 takes the address in parts. */
const representedOperator = z.strictObject({
  name: lineText('operatorName', STATEMENT_LIMITS.operatorNameLength).describe('Its name in full'),
  address: z.strictObject({
    country: country.describe('ISO 3166-1 alpha-2, e.g. DE'),
    street: lineText('street', PARTY_LIMITS.addressLength).describe('Street and number'),
    postalCode: lineText('postalCode', 80),
    city: lineText('city', 200),
  }),
  eori: z
    .string(EORI)
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}[A-Z0-9]{1,15}$/, EORI)
    .meta({ pattern: '^\\s*[A-Za-z]{2}[A-Za-z0-9]{1,15}\\s*$' })
    .nullable()
    .default(null)
    .describe('Two letters of the country and up to 15 letters and digits; null: none'),
  email: z.email(EMAIL).max(200, EMAIL).nullable().default(null).describe('null: none'),
});

const deviationForm = encodeMessage(INPUT.tooHigh({ field: 'deviationPercent', most: MOST_DEVIATION_PERCENT }));
const flag = encodeMessage(INPUT.notAFlag({ field: 'geolocationConfidential' }));

/** What a person decides about a statement. Goods, producers and places are those of its consignment. */
const statementFields = {
  kind: choice('kind', MADE_STATEMENT_KINDS),
  activityType: choice('activityType', ACTIVITY_TYPES),
  operatorRole: choice('operatorRole', OPERATOR_ROLES),
  representedOperator: representedOperator.nullable().describe('Of a representative only'),
  countryOfActivity: euCountry('countryOfActivity').describe('Member state in which the activity takes place'),
  borderCrossCountry: euCountry('borderCrossCountry').describe('Member state of entry or exit'),
  comment: textOrNone('comment', STATEMENT_LIMITS.commentLength).describe('For the authority'),
  geolocationConfidential: z.boolean(flag).describe('Whether the plots are kept from those who refer to the statement'),
  hsHeading: choice('hsHeading', HS_HEADINGS).describe('Heading of cocoa in the Harmonised System'),
  descriptionOfGoods: lineText('descriptionOfGoods', STATEMENT_LIMITS.descriptionLength),
  deviationPercent: z
    .number(deviationForm)
    .min(0, encodeMessage(INPUT.tooLow({ field: 'deviationPercent', least: 0 })))
    .max(MOST_DEVIATION_PERCENT, deviationForm)
    .transform((percent) => Math.round(percent * 1_000) / 1_000)
    .nullable()
    .describe('Percent by which the net mass may differ; of DOMESTIC only'),
  internalReference: lineOrNone('internalReference', STATEMENT_LIMITS.internalReferenceLength).describe(
    'Reference of its own; without one it is the number of the consignment',
  ),
};

/** A new statement as the API takes it: the activity is enough; an unknown field is an error. */
export const newStatementInput = z.strictObject({
  ...statementFields,
  kind: statementFields.kind.default('due_diligence'),
  operatorRole: statementFields.operatorRole.default('OPERATOR'),
  representedOperator: statementFields.representedOperator.default(null),
  countryOfActivity: statementFields.countryOfActivity.default(null),
  borderCrossCountry: statementFields.borderCrossCountry.default(null),
  comment: statementFields.comment.default(null),
  geolocationConfidential: statementFields.geolocationConfidential.default(false),
  hsHeading: statementFields.hsHeading.default('1801'),
  descriptionOfGoods: statementFields.descriptionOfGoods
    .nullable()
    .default(null)
    .describe('null: the name of the heading in Annex I of the Regulation'),
  deviationPercent: statementFields.deviationPercent.default(null),
  internalReference: statementFields.internalReference.default(null),
});
export type NewStatement = z.output<typeof newStatementInput>;

const version = z
  .int(encodeMessage(INPUT.notWhole({ field: 'version' })))
  .min(1, encodeMessage(INPUT.tooLow({ field: 'version', least: 1 })))
  .describe('The version that was read; another one now is 409');

/** A change of a draft: any of its fields but the kind; values that are left out stay. */
export const statementPatch = z
  .strictObject({ ...statementFields, version })
  .omit({ kind: true })
  .partial();
export type StatementPatch = z.output<typeof statementPatch>;

const reference = encodeMessage(STATEMENT.referenceNumberForm({ characters: STATEMENT_LIMITS.referenceNumberLength }));
const verification = encodeMessage(
  STATEMENT.verificationNumberForm({ least: VERIFICATION_LENGTH, most: STATEMENT_LIMITS.verificationNumberLength }),
);

/** A reference number as the EU Information System assigns it; small letters and spaces around are taken. */
export const referenceNumber = z
  .string(reference)
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{14}$/, reference)
  .meta({ pattern: '^\\s*[A-Za-z0-9]{14}\\s*$' });

/** The verification number beside it. */
export const verificationNumber = z
  .string(verification)
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{5,35}$/, verification)
  .meta({ pattern: '^\\s*[A-Za-z0-9]{5,35}\\s*$' });

/** Both numbers, such as those that a supplier gave. */
export const statementNumbersInput = z.strictObject({ referenceNumber, verificationNumber });

/**
 * What the importer reports about a statement that was handed over: its numbers, when it was submitted, or why it was
 * rejected. Whether the time has come yet is checked by `recordedFilingFault`.
 */
export const recordedFilingInput = z
  .strictObject({
    referenceNumber: referenceNumber.nullable().default(null),
    verificationNumber: verificationNumber.nullable().default(null),
    submittedAt: z.iso
      .datetime({ offset: true, error: encodeMessage(INPUT.notATime({ field: 'submittedAt' })) })
      .transform((text) => new Date(text))
      .nullable()
      .default(null),
    rejectionReason: textOrNone('rejectionReason', REJECTION_LENGTH).default(null),
    version: version.optional(),
  })
  .superRefine((given, context) => {
    const { referenceNumber: one, verificationNumber: other, submittedAt, rejectionReason } = given;
    if ((one === null) !== (other === null)) {
      const path = [one === null ? 'referenceNumber' : 'verificationNumber'];
      context.addIssue({ code: 'custom', path, message: encodeMessage(STATEMENT.numbersTogether({})) });
    }
    if (one === null && other === null && submittedAt === null && rejectionReason === null) {
      const path = ['referenceNumber'];
      context.addIssue({ code: 'custom', path, message: encodeMessage(STATEMENT.nothingRecorded({})) });
    }
  });
export type RecordedFiling = z.output<typeof recordedFilingInput>;

/** What is wrong with a recorded filing at a time; null if nothing is. */
export function recordedFilingFault({ submittedAt }: Pick<RecordedFiling, 'submittedAt'>, now: Date) {
  const isAhead = submittedAt !== null && submittedAt.getTime() > now.getTime();
  return isAhead ? { field: 'submittedAt' as const, message: STATEMENT.submittedInFuture({}) } : null;
}
