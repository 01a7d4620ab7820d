/**
 * Member states of the EU by their codes of ISO 3166-1 alpha-2, and XI, which is Northern Ireland in customs: what API
 * V3 takes as country of activity and as border country.
 */
export const EU_COUNTRY_CODES =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' ');

const MEMBERS: ReadonlySet<string> = new Set(EU_COUNTRY_CODES);

/** Whether a code in capitals is that of a member state, or XI. */
export function isEuCountry(code: string): boolean {
  return MEMBERS.has(code);
}
