import { z } from 'zod';
import { LOT_MESSAGES, lineText } from '../lot/lotInput.ts';
import { CONSIGNMENT } from '../messages/consignmentMessages.ts';
import { encodeMessage } from '../messages/encodeMessage.ts';
import { INPUT, type InputField } from '../messages/inputMessages.ts';
import type { Message } from '../messages/message.ts';
import { TRANSFORMATION_LIMITS } from '../mass/massBalance.ts';
import { gramsFromKg } from '../text/units.ts';
import { STORABLE_PATTERN } from '../text/validText.ts';

/** Lengths and counts of a consignment's data. `numberLength` is what a due diligence statement takes as reference. */
export const CONSIGNMENT_LIMITS = {
  numberLength: 35,
  billOfLadingLength: 35,
  sealLength: 20,
  sealsOfContainer: 10,
  containers: 200,
  bags: 1_000_000,
  netWeightKg: 10 * TRANSFORMATION_LIMITS.derivedKg,
} as const;

/** Incoterms 2020 of the International Chamber of Commerce. */
export const INCOTERMS = ['EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF'] as const;
export type Incoterm = (typeof INCOTERMS)[number];

const CONTAINER_NUMBER = /^[A-Z]{4}\d{7}$/;
const containerForm = encodeMessage(INPUT.containerNumber({}));

/** ISO 6346: owner, category and serial number with check digit; spaces and dashes as printed on the door are left out. */
const containerNumber = z
  .string(containerForm)
  .transform((text) => text.replaceAll(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(CONTAINER_NUMBER, containerForm))
  .meta({ pattern: STORABLE_PATTERN });

const container = z.strictObject({
  number: containerNumber,
  seals: list('seals', lineText('seals', CONSIGNMENT_LIMITS.sealLength), CONSIGNMENT_LIMITS.sealsOfContainer).default(
    [],
  ),
});
export type ShippingContainer = z.output<typeof container>;

function list<Part extends z.ZodType>(field: InputField, part: Part, most: number) {
  const many = encodeMessage(INPUT.tooMany({ field, most }));
  return z.array(part, many).max(most, many);
}

/** A line of text; null and a blank one are none. */
function textOrNone(field: InputField, most: number) {
  return z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
    lineText(field, most).meta({ minLength: 0, pattern: STORABLE_PATTERN }).nullable(),
  );
}

function day(field: InputField) {
  const wrong = encodeMessage(INPUT.notADay({ field }));
  return (
    z.iso
      .date({ error: wrong, abort: true })
      // PostgreSQL has no year 0.
      .refine((iso) => !iso.startsWith('0000'), wrong)
      .nullable()
  );
}

const bags = encodeMessage(INPUT.notWhole({ field: 'bags' }));
const netWeight = encodeMessage(INPUT.notPositive({ field: 'netWeight' }));

/** The data of a consignment; null takes a value away. Its lots are added by calls of their own. */
const consignmentFields = {
  number: lineText('number', CONSIGNMENT_LIMITS.numberLength),
  buyerId: z.uuid(encodeMessage(INPUT.partyId({}))).toLowerCase(),
  bags: z
    .int(bags)
    .min(1, encodeMessage(INPUT.tooLow({ field: 'bags', least: 1 })))
    .max(CONSIGNMENT_LIMITS.bags, encodeMessage(INPUT.tooHigh({ field: 'bags', most: CONSIGNMENT_LIMITS.bags })))
    .nullable(),
  /** as weighed before shipping, kg */
  netWeight: z
    .number(netWeight)
    .refine((kg) => gramsFromKg(kg) > 0, netWeight)
    .max(
      CONSIGNMENT_LIMITS.netWeightKg,
      encodeMessage(INPUT.tooHeavy({ field: 'netWeight', mostKg: CONSIGNMENT_LIMITS.netWeightKg })),
    )
    .meta({ minimum: 0.0005 })
    .nullable(),
  containers: list('containers', container, CONSIGNMENT_LIMITS.containers),
  billOfLading: textOrNone('billOfLading', CONSIGNMENT_LIMITS.billOfLadingLength),
  incoterm: z.enum(INCOTERMS, encodeMessage(INPUT.oneOf({ field: 'incoterm', choices: INCOTERMS }))).nullable(),
  loadingDate: day('loadingDate'),
  departureDate: day('departureDate'),
  arrivalDate: day('arrivalDate'),
  /** ISO 3166-1 alpha-2, in capitals */
  countryOfEntry: z
    .string(encodeMessage(INPUT.countryForm({})))
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, encodeMessage(INPUT.countryForm({})))
    .nullable(),
};

/** Dates of a consignment in the order in which they follow each other. */
export interface ConsignmentDates {
  loadingDate: string | null;
  departureDate: string | null;
  arrivalDate: string | null;
}

/** The first date that lies before an earlier step's; null if the order is right. Dates that are not given do not count. */
export function dateOrderFault(dates: ConsignmentDates): { field: keyof ConsignmentDates; message: Message } | null {
  const { loadingDate, departureDate, arrivalDate } = dates;
  const isBefore = (one: string | null, other: string | null) => one !== null && other !== null && one < other;
  if (isBefore(departureDate, loadingDate)) {
    return { field: 'departureDate', message: CONSIGNMENT.departureBeforeLoading({}) };
  }
  if (isBefore(arrivalDate, departureDate) || isBefore(arrivalDate, loadingDate)) {
    return { field: 'arrivalDate', message: CONSIGNMENT.arrivalBeforeDeparture({}) };
  }
  return null;
}

/**
 * A new consignment as the API takes it: number and buyer are enough; an unknown field is an error. The net weight is in
 * kg, dates are YYYY-MM-DD. What is not given comes out as null, containers as an empty list.
 */
export const openConsignmentInput = z
  .strictObject({
    ...consignmentFields,
    bags: consignmentFields.bags.default(null),
    netWeight: consignmentFields.netWeight.default(null),
    containers: consignmentFields.containers.default([]),
    billOfLading: consignmentFields.billOfLading.default(null),
    incoterm: consignmentFields.incoterm.default(null),
    loadingDate: consignmentFields.loadingDate.default(null),
    departureDate: consignmentFields.departureDate.default(null),
    arrivalDate: consignmentFields.arrivalDate.default(null),
    countryOfEntry: consignmentFields.countryOfEntry.default(null),
  })
  .superRefine((given, context) => {
    const fault = dateOrderFault(given);
    if (fault !== null)
      context.addIssue({ code: 'custom', path: [fault.field], message: encodeMessage(fault.message) });
  });
export type NewConsignment = z.output<typeof openConsignmentInput>;

/**
 * A change of a consignment: any of its fields, and the version that was read. The order of dates is checked by
 * `dateOrderFault` once they are merged with the stored ones.
 */
export const consignmentPatch = z
  .strictObject({ ...consignmentFields, version: z.int(LOT_MESSAGES.versionWhole).min(1, LOT_MESSAGES.versionLow) })
  .partial();
export type ConsignmentPatch = z.output<typeof consignmentPatch>;

/**
 * Containers whose check digit is not the one that ISO 6346 computes, with that digit. A warning: some numbers are
 * painted wrong, and a shipment does not wait for it.
 */
export function containerWarnings(containers: readonly Pick<ShippingContainer, 'number'>[]): Message[] {
  return containers.flatMap(({ number }) => {
    const digit = containerCheckDigit(number);
    return number.endsWith(String(digit)) ? [] : [CONSIGNMENT.containerCheckDigit({ container: number, digit })];
  });
}

/** Values of the letters A to Z in ISO 6346: from 10 on, without the multiples of 11. */
const LETTER_VALUES = Array.from(
  { length: 26 },
  (_, at) => at + 10 + (at > 0 ? 1 : 0) + (at > 10 ? 1 : 0) + (at > 20 ? 1 : 0),
);

/** ISO 6346: the sum of ten values, each doubled once more than the one before, modulo 11; ten counts as zero. */
function containerCheckDigit(number: string): number {
  const sum = Array.from(number.slice(0, 10)).reduce((total, character, at) => total + valueOf(character) * 2 ** at, 0);
  return (sum % 11) % 10;
}

function valueOf(character: string): number {
  return LETTER_VALUES[character.charCodeAt(0) - 'A'.charCodeAt(0)] ?? Number(character);
}
