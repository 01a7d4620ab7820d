import { z } from 'zod';
import { farmCertificate, farmConsent, farmFarmer, newFarmInput } from '../../../server/domain/farm/farmInput.ts';
import type { FarmEntryFragment } from '../../graphql/generated.ts';

const rules = newFarmInput.shape;
const farmer = z.strictObject({ name: farmFarmer.shape.name, memberCode: farmFarmer.shape.memberCode.unwrap() });

/** Schema of an entry: the server's rules, for controls that are never undefined. */
export const farmForm = z.strictObject({
  farmId: rules.farmId,
  name: rules.name.unwrap(),
  village: rules.village.unwrap(),
  district: rules.district.unwrap(),
  country: rules.country.unwrap(),
  phone: rules.phone.unwrap(),
  farmers: z.array(farmer),
  consents: z.array(farmConsent),
  certificates: z.array(farmCertificate),
  notes: rules.notes.unwrap(),
});
export type FarmFormValues = z.input<typeof farmForm>;

/** Initial values: those of an entry, or of a farm that is not in the register. */
export function farmValues(farmId: string, entry: FarmEntryFragment | null): FarmFormValues {
  return {
    farmId,
    name: entry?.name ?? '',
    village: entry?.village ?? '',
    district: entry?.district ?? '',
    country: entry?.country ?? '',
    phone: entry?.phone ?? '',
    farmers: (entry?.farmers ?? []).map(({ name, memberCode }) => ({ name, memberCode })),
    consents: (entry?.consents ?? []).map(({ text, givenOn }) => ({ text, givenOn })),
    certificates: (entry?.certificates ?? []).map(({ number, body, expiresOn }) => ({ number, body, expiresOn })),
    notes: entry?.notes ?? '',
  };
}

/** Days before its end from which a certificate is marked. */
const SOON_DAYS = 60;

/** How a certificate stands on a day. @param today YYYY-MM-DD */
export function certificateState(expiresOn: string, today: string): 'expired' | 'soon' | 'valid' {
  if (expiresOn < today) return 'expired';
  const days = (Date.parse(expiresOn) - Date.parse(today)) / 86_400_000;
  return days <= SOON_DAYS ? 'soon' : 'valid';
}
