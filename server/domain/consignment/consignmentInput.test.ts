import { describe, expect, it } from 'vitest';
import { CONSIGNMENT } from '../messages/consignmentMessages.ts';
import { firstMessages } from '../messages/fieldMessages.ts';
import { INPUT } from '../messages/inputMessages.ts';
import { unboundedTexts } from '../../../tests/lint/inputTexts.ts';
import { consignmentPatch, containerWarnings, dateOrderFault, openConsignmentInput } from './consignmentInput.ts';

const BUYER = '0b9e7c52-3c1b-4f6e-9a57-0c3e5d1f2a34';
const GIVEN = { number: 'MT-2026-001', buyerId: BUYER };
const FULL = {
  ...GIVEN,
  bags: 200,
  netWeight: 12_500.5,
  containers: [{ number: 'CSQU3054383', seals: ['ML-123', 'ML-124'] }],
  billOfLading: 'MAEU123456789',
  incoterm: 'FOB',
  loadingDate: '2026-03-14',
  departureDate: '2026-03-14',
  arrivalDate: '2026-04-20',
  countryOfEntry: 'NL',
};

const complaints = (change: Record<string, unknown>) => {
  const { error } = openConsignmentInput.safeParse({ ...FULL, ...change });
  return error === undefined ? null : firstMessages(error);
};

describe('a new consignment', () => {
  it('is taken with number and buyer', () => {
    expect(openConsignmentInput.parse({ number: ' MT-2026-001 ', buyerId: BUYER.toUpperCase() })).toEqual({
      ...GIVEN,
      bags: null,
      netWeight: null,
      containers: [],
      billOfLading: null,
      incoterm: null,
      loadingDate: null,
      departureDate: null,
      arrivalDate: null,
      countryOfEntry: null,
    });
  });

  it('is taken with all its data, as it is printed', () => {
    const containers = [{ number: 'csqu 305438-3', seals: ['ML-123', 'ML-124'] }];
    expect(openConsignmentInput.parse({ ...FULL, containers, countryOfEntry: 'nl' })).toEqual(FULL);
  });

  it.each<[string, Record<string, unknown>]>([
    ['35 characters', { number: 'N'.repeat(35) }],
    ['a blank bill of lading', { billOfLading: ' ' }],
    ['a container without seals', { containers: [{ number: 'CSQU3054383' }] }],
    ['a wrong check digit', { containers: [{ number: 'CSQU3054384', seals: [] }] }],
  ])('is taken with %s', (_which, change) => expect(complaints(change)).toBeNull());

  it.each<[string, Record<string, unknown>, string, string | undefined]>([
    ['no number', { number: ' ' }, 'number', INPUT.required({ field: 'number' }).text],
    ['36 characters', { number: 'N'.repeat(36) }, 'number', INPUT.tooLong({ field: 'number', most: 35 }).text],
    ['a buyer by name', { buyerId: 'Felchlin' }, 'buyerId', INPUT.partyId({}).text],
    ['half a bag', { bags: 1.5 }, 'bags', INPUT.notWhole({ field: 'bags' }).text],
    ['no bag', { bags: 0 }, 'bags', INPUT.tooLow({ field: 'bags', least: 1 }).text],
    ['no weight', { netWeight: 0 }, 'netWeight', INPUT.notPositive({ field: 'netWeight' }).text],
    [
      'a short container number',
      { containers: [{ number: 'CSQU305438' }] },
      'containers.0.number',
      INPUT.containerNumber({}).text,
    ],
    ['a blank seal', { containers: [{ number: 'CSQU3054383', seals: [''] }] }, 'containers.0.seals.0', undefined],
    ['an incoterm of 2010', { incoterm: 'DAT' }, 'incoterm', undefined],
    [
      'a day that does not exist',
      { loadingDate: '2026-02-30' },
      'loadingDate',
      INPUT.notADay({ field: 'loadingDate' }).text,
    ],
    ['a country by name', { countryOfEntry: 'Netherlands' }, 'countryOfEntry', INPUT.countryForm({}).text],
    [
      'an early departure',
      { departureDate: '2026-03-13' },
      'departureDate',
      CONSIGNMENT.departureBeforeLoading({}).text,
    ],
    ['an early arrival', { arrivalDate: '2026-03-13' }, 'arrivalDate', CONSIGNMENT.arrivalBeforeDeparture({}).text],
    ['an unknown field', { vessel: 'Ever Given' }, 'vessel', INPUT.unknownField({ field: 'vessel' }).text],
  ])('is refused with %s', (_which, change, field, message) => {
    const found = complaints(change);
    expect(Object.keys(found ?? {})).toEqual([field]);
    if (message !== undefined) expect(found?.[field]).toBe(message);
  });

  it('takes no text that cannot be stored', () => {
    expect(unboundedTexts(openConsignmentInput, 'consignment')).toEqual([]);
    expect(unboundedTexts(consignmentPatch, 'consignment')).toEqual([]);
  });
});

describe('a change of a consignment', () => {
  it('sets what it names, and takes away what is null or blank', () => {
    expect(consignmentPatch.parse({})).toEqual({});
    const cleared = {
      bags: null,
      netWeight: null,
      billOfLading: '',
      incoterm: null,
      loadingDate: null,
      countryOfEntry: null,
    };
    expect(consignmentPatch.parse({ ...cleared, version: 2 })).toEqual({ ...cleared, billOfLading: null, version: 2 });
  });

  it('leaves number and buyer', () => {
    expect(consignmentPatch.safeParse({ number: null }).success).toBe(false);
    expect(consignmentPatch.safeParse({ buyerId: null }).success).toBe(false);
  });
});

describe('order of dates', () => {
  it.each<[string | null, string | null, string | null, string | null]>([
    [null, null, null, null],
    ['2026-03-14', null, '2026-03-14', null],
    ['2026-03-14', null, '2026-03-13', 'arrivalDate'],
    [null, '2026-03-14', '2026-03-13', 'arrivalDate'],
    ['2026-03-14', '2026-03-13', null, 'departureDate'],
  ])('loading %s, departure %s, arrival %s: %s', (loadingDate, departureDate, arrivalDate, field) =>
    expect(dateOrderFault({ loadingDate, departureDate, arrivalDate })?.field ?? null).toBe(field),
  );
});

describe('check digits of containers (ISO 6346)', () => {
  it.each<[string, number | null]>([
    ['CSQU3054383', null],
    ['MSKU9070323', null],
    ['CSQU3054380', 3],
    // Remainder 10 counts as 0.
    ['CSQU3054450', null],
  ])('%s should end in %s', (number, digit) =>
    expect(containerWarnings([{ number }])).toEqual(
      digit === null ? [] : [CONSIGNMENT.containerCheckDigit({ container: number, digit })],
    ),
  );
});
