import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { firstMessages } from '../messages/fieldMessages.ts';
import { INPUT } from '../messages/inputMessages.ts';
import { COUNTRY_CODES, isCountryCode } from './countryCodes.ts';
import { newPartyInput, PARTY_FIELDS, PARTY_KINDS, partyPatch } from './partyInput.ts';

const PARTY = {
  kind: 'buyer',
  name: 'Kakao Trade GmbH',
  address: 'Am Sandtorkai 1\n20457 Hamburg',
  country: 'DE',
  eori: 'DE1234567',
  email: 'import@kakao-trade.example',
};

/** The first message of each field, or null when the input is taken. */
function complaints(schema: z.ZodType, given: unknown) {
  const { error } = schema.safeParse(given);
  return error === undefined ? null : firstMessages(error);
}
const create = (change: Record<string, unknown>) => complaints(newPartyInput, { ...PARTY, ...change });

describe('a new party', () => {
  it('needs kind, name and country alone', () => {
    const least = { kind: 'representative', name: 'Ana Quispe', country: 'PE' };
    expect(newPartyInput.parse(least)).toEqual({ ...least, address: '', eori: '', email: '' });
  });

  it('is trimmed, composed, and has codes in capitals', () => {
    const given = { ...PARTY, name: ' Cafe\u0301 Kakao ', country: ' de ', eori: ' de12ab ', address: ' Am Kai 1 ' };
    const stored = { name: 'Café Kakao', country: 'DE', eori: 'DE12AB', address: 'Am Kai 1' };
    expect(newPartyInput.parse(given)).toMatchObject(stored);
  });

  it.each(['', 'DE1', 'GB123456789012', 'XI123456789000', 'PL123456789012345', 'FRA1B2C3'])(
    'has the EORI number %j',
    (eori) => expect(create({ eori })).toBeNull(),
  );

  it.each(['DE', 'D1234567', '1234567', 'DE1234567890123456', 'DE123-456', 'DE 123', 'DE123Ä', 12])(
    'does not have the EORI number %j',
    (eori) => expect(create({ eori })).toEqual({ eori: INPUT.eoriForm({ most: 15 }).text }),
  );

  it.each(['XX', 'UK', 'EU', 'D', 'DEU', '', '12', null, undefined])('does not have the country %j', (country) =>
    expect(create({ country })).toEqual({ country: INPUT.countryCode({}).text }),
  );

  it.each<[field: string, value: unknown, message: string]>([
    ['kind', 'seller', INPUT.oneOf({ field: 'kind', choices: PARTY_KINDS }).text],
    ['kind', undefined, INPUT.oneOf({ field: 'kind', choices: PARTY_KINDS }).text],
    ['name', ' ', INPUT.required({ field: 'name' }).text],
    ['name', 'x'.repeat(121), INPUT.tooLong({ field: 'name', most: 120 }).text],
    ['name', 'Kakao\nTrade', INPUT.notStorable({ field: 'name' }).text],
    ['name', 'Kakao\u200bTrade', INPUT.hiddenCharacters({ field: 'name' }).text],
    ['address', 'x'.repeat(301), INPUT.tooLong({ field: 'address', most: 300 }).text],
    ['address', 'Am\u0000Kai', INPUT.notStorable({ field: 'address' }).text],
    ['address', 'Am\u200bKai', INPUT.hiddenCharacters({ field: 'address' }).text],
    ['address', 7, INPUT.notText({ field: 'address' }).text],
    ['email', 'kakao', INPUT.emailForm({}).text],
    ['email', `${'x'.repeat(250)}@a.example`, INPUT.emailForm({}).text],
  ])('does not have the %s %j', (field, value, message) =>
    expect(create({ [field]: value })).toEqual({ [field]: message }),
  );

  it('has no other values', () => expect(newPartyInput.safeParse({ ...PARTY, iban: 'DE89' }).success).toBe(false));
});

describe('a change of a party', () => {
  it('takes each value alone, and puts in none that is left out', () => {
    for (const field of PARTY_FIELDS) {
      const change = { [field]: PARTY[field] };
      expect(partyPatch.parse(change)).toEqual(change);
    }
    expect(partyPatch.parse({ version: 3 })).toEqual({ version: 3 });
  });

  it.each([0, 1.5, '3'])('does not name the version %j', (version) =>
    expect(Object.keys(complaints(partyPatch, { version }) ?? {})).toEqual(['version']),
  );
});

describe('country codes', () => {
  it('are the 249 of ISO 3166-1, each once and in order', () => {
    expect(COUNTRY_CODES).toHaveLength(249);
    expect([...new Set(COUNTRY_CODES)].sort()).toEqual(COUNTRY_CODES);
    expect(COUNTRY_CODES.every((code) => /^[A-Z]{2}$/.test(code))).toBe(true);
  });

  it('have names that people know', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    expect(COUNTRY_CODES.filter((code) => names.of(code) === undefined)).toEqual([]);
  });

  it('are told from codes that look like one', () => {
    expect(['PG', 'DE', 'ZW'].every(isCountryCode)).toBe(true);
    expect(['UK', 'XK', 'pg', 'toString', ''].some(isCountryCode)).toBe(false);
  });
});
