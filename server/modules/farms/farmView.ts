import { z } from 'zod';
import { farmCertificate, farmConsent, farmFarmer } from '../../domain/farm/farmInput.ts';

/** A farm of the register as it is shown. */
export const farmRow = z.object({
  /** UUID, which the audit table names */
  id: z.string(),
  farmId: z.string(),
  name: z.string(),
  village: z.string(),
  district: z.string(),
  /** ISO 3166-1 alpha-2; empty: not known */
  country: z.string(),
  phone: z.string(),
  farmers: z.array(farmFarmer),
  consents: z.array(farmConsent),
  certificates: z.array(farmCertificate),
  notes: z.string(),
  /** counts its changes, from 1 */
  version: z.number(),
  createdAt: z.coerce.date(),
  updatedAt: z.coerce.date(),
});
export type FarmView = z.output<typeof farmRow>;

/** SQL of `farmRow`, with the table's alias `t`. */
export const FARM_COLUMNS = `t.id, t.farm_id as "farmId", t.name, t.village, t.district, t.country, t.phone, t.farmers, t.consents,
  t.certificates, t.notes, t.version, t.created_at as "createdAt", t.updated_at as "updatedAt"`;
